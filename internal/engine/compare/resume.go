package compare

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"tare/internal/analysis/stats"
	"tare/internal/analysis/summary"
	"tare/internal/analysis/verdict"
	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/measure/rounds"
	"tare/internal/record"
	"tare/internal/record/redact"
)

// Resumable says why this tare, of that version, cannot go on with the comparison, if
// so. What a killed one did not live to conclude is concluded.
func Resumable(c *record.Comparison, tare string) error {
	pid, alive := lives(c.Owner)
	switch here := bench.Machine(c.Dir); {
	case c.Design != record.Paired:
		return errors.New("it compares results that were measured before")
	case c.Tare != tare:
		return fmt.Errorf("it was measured by tare %s, and this is %s", c.Tare, tare)
	case c.Plan.Layouts > 0:
		return errors.New("each layout counts once, and further rounds add no layouts; see -layouts")
	case c.Plan.Kept == 0:
		return errors.New("it has spent its whole error rate")
	case c.Finished.IsZero() && alive:
		return fmt.Errorf("process %d is still running it", pid)
	case c.Machine.CPUModel != here.CPUModel || c.Machine.CPUs != here.CPUs || c.Machine.GOOS != here.GOOS || c.Machine.GOARCH != here.GOARCH:
		return fmt.Errorf("it was measured on %s, and this is %s", cpus(c.Machine), cpus(here))
	}
	if c.Finished.IsZero() {
		Conclude(c)
	}
	switch {
	case !c.Calibration.OK:
		return errors.New("it is not calibrated: more rounds would call equal code different, too")
	case len(c.Benchmarks) > 0 && !slices.ContainsFunc(c.Benchmarks, open):
		return errors.New("every benchmark has its verdict")
	}
	return nil
}

func cpus(m record.Machine) string {
	return fmt.Sprintf("%d × %s, %s/%s", m.CPUs, m.CPUModel, m.GOOS, m.GOARCH)
}

func open(c record.Compared) bool { return !verdict.Decided(c) }

// Conclude fills in what the stored trials of a comparison come to whose tare did not
// live to do that.
func Conclude(c *record.Comparison) { rulesOf(*c).Conclude(c, verdict.Stored(*c)) }

func rulesOf(c record.Comparison) verdict.Rules {
	return verdict.Rules{Plan: c.Plan, Variants: c.Variants, Values: summary.Values, Sessions: c.Sessions}
}

// Recall puts the values that were not kept back into an environment: from that of
// this process, where whoever goes on with a comparison sets them once more. That
// they are the same is found out when the variants are compared with what they were; that
// one is missing is a usage error.
func Recall(env []string) ([]string, error) {
	env = slices.Clone(env)
	for i, kv := range env {
		if !redact.IsHidden(kv) {
			continue
		}
		name, _, _ := strings.Cut(kv, "=")
		value, ok := os.LookupEnv(name)
		if !ok {
			return nil, exit.Errorf(exit.Usage, name+"=VALUE tare compare -resume=ID", "tare did not keep the value that -env gave %s: set it in the environment of tare", name)
		}
		env[i] = name + "=" + value
	}
	return env, nil
}

// goOn begins the next session of the comparison.
func (e *engine) goOn() error {
	c := e.Head
	e.earlier = &c
	all := slices.Clone(c.Sessions)
	if len(all) == 0 {
		all = []record.Session{{Started: c.Started, Finished: c.Finished, Args: c.Args, Most: c.Most(), MaxTime: c.Plan.MaxTime, For: c.Plan.For}}
	}
	next := *e.Session
	next.Started = time.Now()
	if n := len(c.Trials); n > 0 {
		next.First = c.Trials[n-1].Order + 1
	}
	var err error
	next.Most, err = most(c, next.Most)
	e.result.Sessions = append(all, next)
	return err
}

// most is how many rounds in all the next session may bring benchmarks to: as many as
// are asked for, or else as were planned, or two looks more when those are over.
func most(c record.Comparison, asked int) (int, error) {
	fewest := 0
	for _, b := range c.Benchmarks {
		if open(b) && (fewest == 0 || b.Rounds < fewest) {
			fewest = b.Rounds
		}
	}
	switch {
	case asked > 0 && asked <= fewest:
		return 0, exit.Errorf(exit.Usage, "rounds count from the beginning of the comparison", "-max-rounds %d: there were %d rounds already", asked, fewest)
	case asked > 0:
		return asked, nil
	case fewest < c.Most():
		return c.Most(), nil
	}
	place := 0
	for stats.Rounds(c.Plan.Looks, place) <= c.Most() {
		place++
	}
	return stats.Rounds(c.Plan.Looks, place+1), nil
}

// takeUp has the runner go on from what was measured before.
func (e *engine) takeUp(o *rounds.Options) (earlier []verdict.Benchmark) {
	if e.earlier == nil {
		return nil
	}
	last := e.result.Sessions[len(e.result.Sessions)-1]
	o.Session, o.First, o.MaxTime, o.MaxRounds = len(e.result.Sessions)-1, last.First, last.MaxTime, last.Most
	earlier = verdict.Stored(*e.earlier)
	for _, b := range earlier {
		stop := b.Stop
		if i := slices.IndexFunc(e.earlier.Benchmarks, func(c record.Compared) bool { return c.Benchmark == b.Name }); i < 0 || open(e.earlier.Benchmarks[i]) {
			stop = ""
		}
		o.Earlier = append(o.Earlier, rounds.Earlier{Name: b.Name, Trials: b.Trials, Stop: stop})
	}
	return earlier
}

// pooled puts this session's trials behind those of the earlier ones.
func (e *engine) pooled(trials []record.Trial) []record.Trial {
	if e.earlier == nil {
		return trials
	}
	return slices.Concat(e.earlier.Trials, trials)
}

// keepProfiles keeps what earlier sessions have profiled.
func (e *engine) keepProfiles() {
	if e.earlier == nil {
		return
	}
	for _, was := range e.earlier.Benchmarks {
		i := slices.IndexFunc(e.result.Benchmarks, func(c record.Compared) bool { return c.Benchmark == was.Benchmark })
		if i < 0 {
			continue
		}
		for k, change := range was.Changes {
			e.result.Benchmarks[i].Changes[k].Profile = change.Profile
		}
	}
}
