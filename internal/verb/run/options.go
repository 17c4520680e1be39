package run

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"time"

	"tare/internal/cell"
	"tare/internal/record"
	"tare/internal/verb/cli"
	"tare/internal/verb/tune"
)

// options are the command line of `tare run`, as typed.
type options struct {
	// What to run; these are go test's own.
	bench, benchtime, cpu string
	count                 int
	timeout               time.Duration
	short, benchmem       bool
	gcAssist              bool
	build                 buildFlags

	// The cell.
	quota, cpus, memory, aslr string
	gomaxprocs                int
	env                       []string
	tune                      tune.Knobs

	// When to stop.
	target, maxCV        string
	minRounds, maxRounds int
	maxTime              time.Duration
	seed                 uint64

	// Output.
	format, out, html, store string
	json                     bool

	patterns []string
	args     []string // after -args
}

// request is a command line that makes sense.
type request struct {
	plan   record.Plan
	cell   record.Cell
	limits cell.Limits
}

// resolve checks the options and turns them into a request. Every error is a
// usage error.
func (o *options) resolve() (request, error) {
	var r request
	var err error
	r.plan = record.Plan{Bench: o.bench, Packages: o.patterns, MinRounds: o.minRounds, MaxRounds: o.maxRounds,
		MaxTime: o.maxTime, Timeout: o.timeout, Seed: o.seed}
	if r.plan.Seed == 0 {
		r.plan.Seed = rand.Uint64N(1 << 32) // short enough to type again
	}
	if err := o.resolveRounds(&r.plan); err != nil {
		return r, err
	}
	for _, element := range strings.FieldsFunc(o.bench, func(c rune) bool { return c == '/' || c == '|' }) {
		if _, err := regexp.Compile(element); err != nil {
			return r, cli.Errorf(cli.Usage, "-bench takes regular expressions, one per level of sub-benchmarks, as go test does", "-bench: %v", err)
		}
	}
	if r.plan.Benchtime, r.plan.Iters, err = parseBenchtime(o.benchtime); err != nil {
		return r, err
	}
	if r.plan.Target, err = parsePercent("-target", o.target); err != nil {
		return r, err
	}
	if r.plan.MaxCV, err = parsePercent("-max-cv", o.maxCV); err != nil {
		return r, err
	}
	if err := checkCPUList(o.cpu); err != nil {
		return r, err
	}
	return r, o.resolveCell(&r)
}

func (o *options) resolveRounds(p *record.Plan) error {
	if o.count > 0 {
		p.MinRounds, p.MaxRounds = o.count, o.count
	}
	switch {
	case o.count < 0:
		return cli.Errorf(cli.Usage, "", "-count %d: must not be negative", o.count)
	case p.MinRounds < 1:
		return cli.Errorf(cli.Usage, "", "-min-rounds %d: at least 1", p.MinRounds)
	case p.MaxRounds < p.MinRounds:
		return cli.Errorf(cli.Usage, "", "-max-rounds %d is less than -min-rounds %d", p.MaxRounds, p.MinRounds)
	case o.timeout <= 0:
		return cli.Errorf(cli.Usage, "a benchmark that never ends would hang tare: give a long -timeout instead", "-timeout %s: must be positive", o.timeout)
	}
	return nil
}

func (o *options) resolveCell(r *request) error {
	quota, period, err := parseQuota(o.quota)
	if err != nil {
		return err
	}
	memory, err := parseBytes(o.memory)
	if err != nil {
		return err
	}
	if o.aslr != "on" && o.aslr != "off" {
		return cli.Errorf(cli.Usage, "", "-aslr %q: on or off", o.aslr)
	}
	if o.gomaxprocs < 0 {
		return cli.Errorf(cli.Usage, "", "-gomaxprocs %d: must not be negative", o.gomaxprocs)
	}
	for _, kv := range o.env {
		if key, _, ok := strings.Cut(kv, "="); !ok || key == "" {
			return cli.Errorf(cli.Usage, "write -env KEY=VALUE", "-env %q: no KEY=VALUE", kv)
		}
	}
	if err := o.checkTune(); err != nil {
		return err
	}
	r.limits = cell.Limits{Quota: quota, Period: period, CPUs: o.cpus, Memory: memory}
	r.cell = record.Cell{Quota: quota, Period: period.Microseconds(), CPUs: o.cpus, Memory: memory,
		GOMAXPROCS: o.gomaxprocs, Env: o.env, ASLR: o.aslr == "on"}
	return nil
}

// parseBenchtime reads "100ms" or "500x".
func parseBenchtime(s string) (time.Duration, int64, error) {
	if count, ok := strings.CutSuffix(s, "x"); ok {
		n, err := strconv.ParseInt(count, 10, 64)
		if err != nil || n <= 0 {
			return 0, 0, cli.Errorf(cli.Usage, "", "-benchtime %q: not a positive number of iterations", s)
		}
		return 0, n, nil
	}
	d, err := time.ParseDuration(s)
	if err != nil || d <= 0 {
		return 0, 0, cli.Errorf(cli.Usage, "write a duration such as 100ms, or a number of iterations such as 500x", "-benchtime %q: not a positive duration", s)
	}
	return d, 0, nil
}

// defaultPeriod is the kernel's own quota period.
const defaultPeriod = 100 * time.Millisecond

// parseQuota reads "50%" of one CPU, "1.5" CPUs, or "50ms/100ms".
func parseQuota(s string) (cpus float64, period time.Duration, err error) {
	fail := func(why string) (float64, time.Duration, error) {
		return 0, 0, cli.Errorf(cli.Usage, "write 50% (of one CPU), 1.5 (CPUs) or 50ms/100ms (quota/period)", "-quota %q: %s", s, why)
	}
	if s == "" {
		return 0, 0, nil
	}
	if quota, per, ok := strings.Cut(s, "/"); ok {
		q, err1 := time.ParseDuration(quota)
		p, err2 := time.ParseDuration(per)
		switch {
		case err1 != nil || err2 != nil:
			return fail("not two durations")
		case p < time.Millisecond || p > time.Second:
			return fail("the kernel takes periods of 1ms to 1s")
		case q < time.Millisecond:
			return fail("the kernel takes quotas of 1ms and more")
		}
		return float64(q) / float64(p), p, nil
	}
	number, percent := strings.CutSuffix(s, "%")
	cpus, err = strconv.ParseFloat(number, 64)
	if err != nil {
		return fail("not a number")
	}
	if percent {
		cpus /= 100
	}
	if !(cpus >= 0.01 && cpus <= 1<<20) {
		return fail("the kernel takes quotas of 1% of one CPU and more")
	}
	return cpus, defaultPeriod, nil
}

var size = regexp.MustCompile(`(?i)^([\d.]+)([kmgt]?)(?:i?b)?$`)

// parseBytes reads "512MiB", "1.5G", "64k"; the prefixes are binary.
func parseBytes(s string) (int64, error) {
	if s == "" {
		return 0, nil
	}
	v := 0.0
	if m := size.FindStringSubmatch(s); m != nil {
		v, _ = strconv.ParseFloat(m[1], 64) // what is no number stays 0
		if m[2] != "" {
			v *= math.Pow(1024, float64(1+strings.Index("kmgt", strings.ToLower(m[2]))))
		}
	}
	if v < 1 || v > 1<<62 {
		return 0, cli.Errorf(cli.Usage, "write 512MiB, 2G or a number of bytes", "-memory %q: not a size", s)
	}
	return int64(v), nil
}

// parsePercent reads "2.1%" or "0.021" as a fraction of one.
func parsePercent(flag, s string) (float64, error) {
	number, percent := strings.CutSuffix(s, "%")
	v, err := strconv.ParseFloat(number, 64)
	if percent {
		v /= 100
	}
	if err != nil || !(v > 0 && v < 1) {
		return 0, cli.Errorf(cli.Usage, "write 1% or 0.01", "%s %q: not a share between 0 and 100%%", flag, s)
	}
	return v, nil
}

// checkCPUList checks a -cpu list as package testing reads it.
func checkCPUList(s string) error {
	if s == "" {
		return nil
	}
	for _, v := range strings.Split(s, ",") {
		if n, err := strconv.Atoi(strings.TrimSpace(v)); err != nil || n <= 0 {
			return cli.Errorf(cli.Usage, "write a list of GOMAXPROCS values, such as 1,2,4", "-cpu %q: %q is no positive number", s, v)
		}
	}
	return nil
}

// buildFlags are handed to the go command as they are.
type buildFlags struct {
	tags, gcflags, ldflags, mod, modfile, pgo string
	race, trimpath                            bool
}

func (b buildFlags) list() []string {
	var flags []string
	for _, f := range []struct{ name, value string }{
		{"tags", b.tags}, {"gcflags", b.gcflags}, {"ldflags", b.ldflags}, {"mod", b.mod}, {"modfile", b.modfile}, {"pgo", b.pgo},
	} {
		if f.value != "" {
			flags = append(flags, fmt.Sprintf("-%s=%s", f.name, f.value))
		}
	}
	if b.race {
		flags = append(flags, "-race")
	}
	if b.trimpath {
		flags = append(flags, "-trimpath")
	}
	return flags
}
