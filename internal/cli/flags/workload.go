package flags

import (
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tare/internal/cli/command"
	"tare/internal/engine/exit"
	"tare/internal/measure/trial"
)

// Workload says which benchmarks to run and how, as typed. These flags are go
// test's own.
type Workload struct {
	Bench, Benchtime, CPU string
	Timeout               time.Duration
	Short                 bool
	Args                  []string // for the test binaries, from behind -args

	run      string
	benchmem bool
}

// Register declares the flags. The length of a trial's window depends on what
// the verb does with it.
func (w *Workload) Register(cmd *cobra.Command, benchtime string) {
	w.Declare(cmd.Flags(), benchtime)
	CompleteBench(cmd)
}

// CompleteBench has a shell complete -bench by the names of the benchmarks that there are.
func CompleteBench(cmd *cobra.Command) { command.Complete(cmd, "bench", benchmarkNames) }

// Declare is Register without completion.
func (w *Workload) Declare(f *pflag.FlagSet, benchtime string) {
	f.StringVar(&w.Bench, "bench", ".", "run only benchmarks matching this `regexp`")
	f.StringVar(&w.Benchtime, "benchtime", benchtime, "make a trial's window at least `d` long on a quiet machine, longer where garbage is collected; or give it N iterations, as Nx; throttling stretches the window, never its work")
	f.StringVar(&w.CPU, "cpu", "", "`list` of GOMAXPROCS values to run each benchmark with")
	f.DurationVar(&w.Timeout, "timeout", 10*time.Minute, "kill a trial that takes longer than `d`")
	f.BoolVar(&w.Short, "short", false, "tell benchmarks to be short (testing.Short)")
	f.BoolVar(&w.benchmem, "benchmem", true, "accepted as in go test: tare always reports allocation statistics")
	f.StringVar(&w.run, "run", "", "accepted as in go test, but tare ignores the `regexp` and runs only benchmarks")
	f.Var((*command.Rest)(&w.Args), "args", "pass all `arguments` that follow to the test binaries")
}

// Resolve checks the flags and returns the window as a length or as a number of
// iterations; the other one is 0. Every error is a usage error.
func (w Workload) Resolve() (window time.Duration, iters int64, err error) {
	if w.Timeout <= 0 {
		return 0, 0, exit.Errorf(exit.Usage, "a benchmark that never ends would hang tare: give a long -timeout instead", "-timeout %s: must be positive", w.Timeout)
	}
	if _, err := trial.ParsePattern(w.Bench); err != nil {
		return 0, 0, exit.Errorf(exit.Usage, "-bench takes regular expressions, one per level of sub-benchmarks, as go test does", "%w", err)
	}
	if err := checkProcs(w.CPU); err != nil {
		return 0, 0, err
	}
	return benchtime(w.Benchtime)
}

// BinaryArgs are the arguments for the test binaries.
func (w Workload) BinaryArgs() []string {
	if w.Short {
		return append([]string{"-test.short"}, w.Args...)
	}
	return w.Args
}
