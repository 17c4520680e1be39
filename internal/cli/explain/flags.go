package explain

import (
	"strings"
	"time"

	"github.com/spf13/pflag"

	"tare/internal/cli/flags"
	"tare/internal/engine/flight"
)

// options are the command line of `tare explain`, as typed.
type options struct {
	work     flags.Workload
	build    flags.Build
	box      flags.Cell
	pid      int
	http     string
	trace    string
	length   time.Duration
	level    string
	syscalls bool
	op       bool
	overhead int

	part, goroutines, regions, tasks string

	on   []string
	keep time.Duration
	hits int

	dir, html, perfetto, pprof, pprofOf, base string
	json                                      bool
	detail                                    flags.Detail

	given []string // names of the flags that were typed
	args  []string
	dash  int // number of arguments before "--"; -1 without
}

// benchmarkFlags declares flags of benchmarks. Those that go test has keep its names.
func (o *options) benchmarkFlags(f *pflag.FlagSet) {
	o.work.Declare(f, "1s")
	o.build.Register(f)
	f.BoolVar(&o.op, "op", false, "give each iteration of the benchmark its own window, to compare p50 with p99")
	f.IntVar(&o.overhead, "overhead", 6, "measure what recording costs in `n` rounds of short windows (0: do not)")
}

func (o *options) commandFlags(f *pflag.FlagSet) {
	f.StringVar(&o.trace, "trace", "", "the command writes its Go execution trace to `file`")
}

func (o *options) processFlags(f *pflag.FlagSet) {
	f.IntVar(&o.pid, "pid", 0, "explain the running process `n`")
}

// liveFlags declares flags of what goes on by itself.
func (o *options) liveFlags(f *pflag.FlagSet) {
	f.StringVar(&o.http, "http", "", "take the Go execution trace from the net/http/pprof server at `address`")
	f.DurationVar(&o.length, "for", 0, "record for `d`; with -on, wait for at most `d` (default: 5s for -pid and -http; until the end of a command)")
}

// recordingFlags declares flags of what is recorded, and not there already.
func (o *options) recordingFlags(f *pflag.FlagSet) {
	f.BoolVar(&o.syscalls, "syscalls", false, "count system calls, too; adds about 80 ns to each call (eBPF only)")
	f.StringVar(&o.level, "level", "auto", "choose `how` to record the kernel's side: auto, ebpf, perf, poll or none")
	f.StringArrayVar(&o.on, "on", nil, "keep recording in memory, and write it out when `condition` happens: "+strings.Join(flight.Samples, ", ")+", where NAME is a regexp or left out (may be repeated)")
	f.DurationVar(&o.keep, "keep", 10*time.Second, "with -on, keep the last `d` before the condition")
	f.IntVar(&o.hits, "hits", 1, "with -on, stop when the condition has happened `n` times")
	f.StringVarP(&o.dir, "out", "o", "", "keep the recordings, trace.out and kernel.rec, in `folder`")
}

// explanationFlags declares flags of what is made of a recording.
func (o *options) explanationFlags(f *pflag.FlagSet) {
	f.StringVar(&o.part, "range", "", "explain only `from,to` of the recording, such as 1.2s,1.25s or 1.2,1.25")
	f.StringVar(&o.goroutines, "goroutine", "", "explain the goroutines that start with a function matching `regexp`")
	f.StringVar(&o.regions, "region", "", "show only user regions matching `regexp`")
	f.StringVar(&o.tasks, "task", "", "show only user tasks matching `regexp`")

	f.StringVar(&o.html, "html", "", "write a page with timeline, heat maps and flame graphs to `file`")
	f.StringVar(&o.perfetto, "perfetto", "", "write a trace for ui.perfetto.dev to `file`")
	f.StringVar(&o.pprof, "pprof", "", "write a profile of each item to `folder`, for go tool pprof; -range and -goroutine choose what it covers")
	f.StringVar(&o.pprofOf, "pprof-of", "", "with -pprof, profile only one `instance` of the first interval: worst, p99 or p50; that is an op of a benchmark with -op, else what -task or -region choose, or a request")
	f.StringVar(&o.base, "base", "", "compare the page's flame graphs with those of another `recording`: a folder, or files separated by a comma")
	f.BoolVar(&o.json, "json", false, "write the explanation as JSON to standard output")
	o.detail.AddTo(f)
}
