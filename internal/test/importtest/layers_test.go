package importtest

// ours is the layering of this module, from the bottom up: the folders below internal. A
// layer may import the layers that it names (itself only if it says so), the libraries
// that it names, and the standard library as far as the rules below the table let it.
//
// Facts (machine) and reasoning (analysis) never import each other: they meet in record,
// and only those who run trials and the command line join them.
var ours = rules{
	module: "tare",
	layers: []layer{{
		name:     "record",
		packages: words("internal/record/..."),
		pure:     true,
		layers:   words("record"),
	}, {
		// What streams by the million, where record is what is kept: a leaf like that.
		name:     "event",
		packages: words("internal/trace/event"),
		pure:     true,
		layers:   words("record"),
	}, {
		name:      "read",
		packages:  words("internal/read/..."),
		pure:      true,
		layers:    words("record read"),
		libraries: words("golang.org/x/arch/x86/x86asm golang.org/x/perf/..."),
	}, {
		name:      "host",
		packages:  words("internal/host/..."),
		layers:    words("record event read host"),
		libraries: words("github.com/cilium/ebpf/... golang.org/x/sys/... golang.org/x/term"),
	}, {
		name:     "machine",
		packages: words("internal/machine internal/machine/journal internal/machine/noise internal/machine/tuning/..."),
		layers:   words("record read host machine"),
	}, {
		name:      "analysis",
		packages:  words("internal/analysis/..."),
		pure:      true,
		layers:    words("record event analysis"),
		libraries: words("github.com/google/pprof/... github.com/aclements/go-moremath/..."),
	}, {
		name:      "trace",
		packages:  words("internal/trace/account internal/trace/align internal/trace/gotrace internal/trace/kernrec internal/trace/scene"),
		pure:      true,
		layers:    words("record event read analysis trace"),
		libraries: words("golang.org/x/exp/trace"),
	}, {
		name:     "recorder", // the one room of trace that touches the machine
		packages: words("internal/trace/recorder"),
		layers:   words("record event read host trace"),
	}, {
		name:     "plan", // the room of measure that only thinks
		packages: words("internal/measure/window"),
		pure:     true,
		layers:   words("record analysis plan"),
	}, {
		name:     "measure",
		packages: words("internal/measure/build internal/measure/cell internal/measure/hook internal/measure/rounds internal/measure/trial"),
		layers:   words("record read host analysis plan measure"),
	}, {
		name:      "store",
		packages:  words("internal/store"),
		layers:    words("record host"),
		libraries: words("modernc.org/sqlite/..."),
	}, {
		name:      "report",
		packages:  words("internal/report/..."),
		layers:    words("record event lab report"), // a trace for Perfetto is drawn as it streams
		libraries: words("golang.org/x/perf/... golang.org/x/term google.golang.org/protobuf/encoding/protowire"),
	}, {
		name:     "lab", // what experiments are made of
		packages: words("internal/lab internal/lab/claims"),
		pure:     true,
		layers:   words("record analysis lab"),
	}, {
		name:     "program", // examples to read, which users build by themselves
		packages: words("internal/lab/programs/..."),
	}, {
		// What a verb does: a request in, events out, a result back. It prints nothing.
		name:     "engine",
		packages: words("internal/engine/..."),
		layers:   words("record event read host machine analysis trace recorder plan measure lab engine"),
	}, {
		name:      "cli",
		packages:  words("internal/cli/..."),
		layers:    words("record event read host machine analysis trace recorder plan measure lab store report engine cli"),
		libraries: words("github.com/spf13/... golang.org/x/term"),
	}, {
		name:      "command",
		packages:  words("cmd/..."),
		layers:    words("record host engine cli"),
		libraries: words("github.com/spf13/..."),
	}, {
		// Nothing that ships imports these; they may drive anything but the command line.
		name:      "development",
		packages:  words("eval/... internal/test/... internal/machine/machinetest internal/measure/trial/trialtest script/..."),
		layers:    words("record event read host machine analysis trace recorder plan measure store report development"),
		libraries: words("github.com/rogpeppe/go-internal/txtar golang.org/x/exp/trace golang.org/x/perf/..."),
	}},

	// What a pure package returns depends on its arguments alone.
	impure: words("net net/http os os/exec os/signal os/user"),

	reserved: []reservation{{
		imports: words("syscall unsafe"),
		layers:  words("host"),
		advice:  "wrap the call in a package under internal/host",
	}, {
		imports: words("database/sql database/sql/driver"),
		layers:  words("store"),
		advice:  "add a method to internal/store",
	}},

	// Error numbers and signals have their names in package syscall, on every
	// system: using a name is no system call.
	exceptions: []exception{
		{"eval/causes/programs", "syscall", "plants faults that take system calls: memory given back, threads that wait unseen"},
		{"internal/lab/programs/affinity", "syscall", "pins threads, and is an example that stands alone"},
		{"internal/lab/programs/affinity", "unsafe", "hands the kernel a set of CPUs"},
		{"internal/lab/programs/blockingiothreads", "syscall", "blocks threads in a call that the runtime sees"},
		{"internal/lab/programs/wakeuplatency", "syscall", "sleeps and switches behind the runtime's back"},
		{"internal/lab/programs/wakeuplatency", "unsafe", "hands the kernel times, bytes and a set of CPUs"},
		{"internal/lab/programs/hugepages", "syscall", "maps memory in each of the ways that it compares, and is an example that stands alone"},
		{"internal/measure/cell", "syscall", "names the errors that a cgroup file answers with, and signals"},
		{"internal/machine", "syscall", "names the error that a busy sysfs file answers with"},
		{"internal/measure/trial", "syscall", "names SIGQUIT, which makes a Go process dump its goroutines"},
		{"script/torture", "syscall", "names the signals that it sends"},
		{"script/vm/init", "syscall", "the first process of the test machine mounts, reaps and powers off"},
	},
}
