package flags

import (
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"tare/internal/engine/exit"
	"tare/internal/measure/cell"
	"tare/internal/record"
	"tare/internal/record/redact"
)

// Cell are the conditions that a benchmark runs under, as typed.
type Cell struct {
	Quota, CPUs, Memory, ASLR string
	Weight                    string // no flag of its own
	GOMAXPROCS                int
	Env                       []string
}

// Register declares the flags.
func (c *Cell) Register(f *pflag.FlagSet) {
	f.StringVar(&c.Quota, "quota", "", "CPU `quota` of the cell: 50% of one CPU, 1.5 CPUs, or 50ms/100ms")
	f.StringVar(&c.CPUs, "cpus", "", "`list` of CPUs to run on, such as 0-3,8")
	f.StringVar(&c.Memory, "memory", "", "memory limit of the cell in `bytes`, such as 512MiB")
	f.IntVar(&c.GOMAXPROCS, "gomaxprocs", 0, "set GOMAXPROCS to `n` (default: what the Go runtime picks in the cell)")
	f.StringArrayVar(&c.Env, "env", nil, "add `KEY=VALUE` to the benchmarks' environment, and to the build's what matters there, such as GOEXPERIMENT; may be repeated")
	f.StringVar(&c.ASLR, "aslr", "on", "turn address space layout randomization `on|off`; on averages over layouts")
}

// Resolve checks the conditions. Whether these CPUs are there only the cell can
// tell. What is recorded of the environment is names; see redact.Salt. Every error is a usage error.
func (c Cell) Resolve() (record.Cell, cell.Limits, error) {
	fail := func(err error) (record.Cell, cell.Limits, error) { return record.Cell{}, cell.Limits{}, err }
	quota, period, err := Quota(c.Quota)
	if err != nil {
		return fail(err)
	}
	memory, err := Bytes("-memory", c.Memory)
	if err != nil {
		return fail(err)
	}
	weight, err := Weight(c.Weight)
	if err != nil {
		return fail(err)
	}
	if c.ASLR != "on" && c.ASLR != "off" {
		return fail(exit.Errorf(exit.Usage, "", "-aslr %q: on or off", c.ASLR))
	}
	if c.GOMAXPROCS < 0 {
		return fail(exit.Errorf(exit.Usage, "", "-gomaxprocs %d: must not be negative", c.GOMAXPROCS))
	}
	for _, kv := range c.Env {
		if key, _, ok := strings.Cut(kv, "="); !ok || key == "" {
			return fail(exit.Errorf(exit.Usage, "write -env KEY=VALUE", "-env %q: not KEY=VALUE", kv))
		}
	}
	return record.Cell{Quota: quota, Period: period.Microseconds(), CPUs: c.CPUs, Memory: memory, Weight: weight,
			GOMAXPROCS: c.GOMAXPROCS, Env: redact.Salt(nil).All(c.Env), ASLR: c.ASLR == "on"},
		cell.Limits{Quota: quota, Period: period, CPUs: c.CPUs, Memory: memory, Weight: weight}, nil
}

// forBuild are variables that decide what the go command builds; see `go help
// environment`.
var forBuild = regexp.MustCompile(`^(GO(386|AMD64|ARM|ARM64|LOONG64|MIPS|MIPS64|PPC64|RISCV64|EXPERIMENT|FIPS140|FLAGS|WORK)|CC|CXX|(GO_EXTLINK|CGO)_\w+)=`)

// BuildEnvironment returns those of Env that go to the go command as well.
func (c Cell) BuildEnvironment() []string {
	return slices.DeleteFunc(slices.Clone(c.Env), func(kv string) bool { return !forBuild.MatchString(kv) })
}

// Environment adds Env and GOMAXPROCS to an environment. Of variables that occur
// twice only the last is left: a Go program would see the first.
func (c Cell) Environment(base []string) []string {
	env := append(base[:len(base):len(base)], c.Env...)
	if c.GOMAXPROCS > 0 {
		env = append(env, "GOMAXPROCS="+strconv.Itoa(c.GOMAXPROCS))
	}
	return (&exec.Cmd{Env: env}).Environ()
}
