package importtest

// ours is the layering of this module, from the bottom up. A layer may import
// the layers that it names (itself only if it says so), the libraries that it
// names, and the standard library as far as the rules below the table let it.
//
// Facts (what was read) and reasoning (what follows from it) never import each
// other: they meet in record, and only the runner and the verbs join them.
var ours = rules{
	module: "tare",
	layers: []layer{{
		name:     "unit",
		packages: words("internal/unit"),
		pure:     true,
	}, {
		name:     "record",
		packages: words("internal/record"),
		pure:     true,
		layers:   words("unit"),
	}, {
		name:     "tools",
		packages: words("internal/chain internal/dense internal/pipe internal/quota internal/redact internal/signflip internal/stats"),
		pure:     true,
		layers:   words("unit record tools"),
	}, {
		name:     "reasoning",
		packages: words("internal/account internal/align internal/bill internal/capacity internal/findings internal/layout internal/scene internal/schedule internal/summary internal/timeline internal/verdict internal/window"),
		pure:     true,
		layers:   words("unit record tools"),
	}, {
		name:      "profiles",
		packages:  words("internal/profdiff internal/stackprof"),
		pure:      true,
		layers:    words("unit record profiles"),
		libraries: words("github.com/google/pprof/..."),
	}, {
		name:      "readers",
		packages:  words("internal/read/..."),
		pure:      true,
		layers:    words("unit record tools readers"),
		libraries: words("golang.org/x/arch/x86/x86asm golang.org/x/exp/trace golang.org/x/perf/..."),
	}, {
		name:      "host",
		packages:  words("internal/host/..."),
		layers:    words("unit record readers host"),
		libraries: words("github.com/cilium/ebpf/... golang.org/x/sys/... golang.org/x/term"),
	}, {
		name:     "facts",
		packages: words("internal/gitinfo internal/machine internal/noise internal/probe/..."),
		layers:   words("unit record readers host facts"),
	}, {
		name:     "doers",
		packages: words("internal/build internal/cell internal/hook internal/journal internal/recorder internal/tuning/... internal/worktree"),
		layers:   words("unit record readers host facts doers"),
	}, {
		// The runners bill each trial and decide after each round whether there is
		// another, so they need reasoning beside the doers that they conduct.
		name:     "runner",
		packages: words("internal/paired internal/runner internal/trial"),
		layers:   words("unit record tools reasoning readers host facts doers runner"),
	}, {
		name:      "store",
		packages:  words("internal/store"),
		layers:    words("unit record host"),
		libraries: words("modernc.org/sqlite/..."),
	}, {
		name:      "report",
		packages:  words("internal/report/..."),
		layers:    words("unit record report"),
		libraries: words("golang.org/x/perf/... golang.org/x/term google.golang.org/protobuf/encoding/protowire"),
	}, {
		name:      "verbs",
		packages:  words("internal/verb/..."),
		layers:    words("unit record tools reasoning profiles readers host facts doers runner store report verbs"),
		libraries: words("github.com/spf13/... golang.org/x/term"),
	}, {
		name:      "command",
		packages:  words("cmd/..."),
		layers:    words("unit record host verbs"),
		libraries: words("github.com/spf13/..."),
	}, {
		// Nothing that ships imports these; they may drive anything but verbs.
		name:      "development",
		packages:  words("eval/... internal/gittest internal/golden internal/importtest internal/machine/machinetest internal/trial/trialtest internal/vmtest script/..."),
		layers:    words("unit record tools reasoning profiles readers host facts doers runner store report development"),
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
		{"internal/cell", "syscall", "names the errors that a cgroup file answers with, and signals"},
		{"internal/machine", "syscall", "names the error that a busy sysfs file answers with"},
		{"internal/trial", "syscall", "names SIGQUIT, which makes a Go process dump its goroutines"},
		{"script/torture", "syscall", "names the signals that it sends"},
		{"script/vm/init", "syscall", "the first process of the test machine mounts, reaps and powers off"},
	},
}
