package explain

import (
	"io"
	"regexp"
	"slices"
	"strings"

	"tare/internal/cli/command"
	"tare/internal/engine/exit"
	engine "tare/internal/engine/explain"
	"tare/internal/engine/flight"
	"tare/internal/engine/recording"
	"tare/internal/measure/build"
	"tare/internal/measure/trial"
	"tare/internal/record"
	"tare/internal/trace/recorder"
)

// resolve checks the options and turns them into a request, but for its Temp. What a
// command prints goes to output. Every error is a usage error.
func (o *options) resolve(goes scheme, output io.Writer) (q engine.Request, err error) {
	kind, files, err := o.subject()
	if err != nil {
		return q, err
	}
	if err = goes.check(o.given, kind); err != nil {
		return q, err
	}
	if err = o.fit(); err != nil {
		return q, err
	}
	q.Request = recording.Request{Level: record.KernelLevel(o.level), Syscalls: o.syscalls, Dir: o.dir, Tare: command.Version(), Args: command.CommandLine()}
	if q.Subject, err = o.resolveSubject(kind, files, output); err != nil {
		return q, err
	}
	q.Scenes, q.Profiles, q.Instance = o.html != "", o.pprof != "", o.pprofOf
	return q, o.choose(&q)
}

// resolveSubject returns what is to be explained, and how it is recorded.
func (o *options) resolveSubject(kind subject, files recording.Files, output io.Writer) (recording.Subject, error) {
	window, iters, err := o.work.Resolve()
	if err != nil {
		return nil, err
	}
	conditions, limits, err := o.box.Resolve()
	if err != nil {
		return nil, err
	}
	box := recording.Box{Limits: limits, ASLR: conditions.ASLR, Env: o.box.Environment}
	live := recording.Live{HTTP: o.http, Length: o.length}
	switch kind {
	case aProcess:
		return recording.Process{PID: o.pid, Live: live}, nil
	case aCommand:
		return recording.Command{Argv: o.args, Box: box, Live: live, Trace: o.trace, Output: output}, nil
	case someFiles:
		return files, nil
	}
	b := recording.Benchmark{Patterns: o.args, Vague: !o.has("bench"), Box: box, Op: o.op, Overhead: o.overhead,
		Build: build.Options{Flags: o.build.List(), Env: o.box.BuildEnvironment()},
		Trials: trial.Options{Bench: o.work.Bench, Benchtime: window, Iters: iters, Timeout: o.work.Timeout,
			CPU: o.work.CPU, Args: o.work.BinaryArgs()}}
	if len(o.args) == 0 {
		b.Patterns = []string{"."}
	}
	return b, nil
}

// choose says what of a recording is to be explained, and what to wait for.
func (o *options) choose(q *engine.Request) (err error) {
	if q.Range, err = parsePart(o.part); err != nil {
		return err
	}
	if o.http != "" {
		if err := recording.CheckServer(o.http); err != nil {
			return exit.Errorf(exit.Usage, "such as -http=localhost:6060", "-http: %w", err)
		}
	}
	for _, p := range []struct {
		flag, value string
		to          **regexp.Regexp
	}{{"-goroutine", o.goroutines, &q.Goroutines}, {"-region", o.regions, &q.Regions}, {"-task", o.tasks, &q.Tasks}} {
		if p.value == "" {
			continue
		}
		if *p.to, err = regexp.Compile(p.value); err != nil {
			return exit.Errorf(exit.Usage, "", "%s: %w", p.flag, err)
		}
	}
	if len(o.on) > 0 {
		q.Flight = &flight.Wishes{Keep: o.keep, Hits: o.hits}
	}
	for _, text := range o.on {
		c, err := flight.Parse(text)
		if err != nil {
			return err
		}
		q.Flight.On = append(q.Flight.On, c)
	}
	if o.base != "" {
		base, err := recording.Find(strings.Split(o.base, ","))
		if err != nil {
			return err
		}
		q.Base = &base
	}
	return nil
}

// levels are the ways of recording the kernel, as typed.
var levels = []string{string(recorder.LevelAuto), string(record.KernelBPF), string(record.KernelPerf), string(record.KernelPoll), string(record.KernelNone)}

// fit checks values, and that options go with each other.
func (o *options) fit() error {
	wrong := func(hint, format string, args ...any) error {
		return exit.Errorf(exit.Usage, hint, format, args...)
	}
	switch {
	case o.has("pid") && o.pid <= 0:
		return wrong("", "-pid %d: must be positive", o.pid)
	case o.length < 0:
		return wrong("", "-for %s: must not be negative", o.length)
	case o.overhead < 0:
		return wrong("", "-overhead %d: must not be negative", o.overhead)
	case o.hits < 1 || o.keep <= 0:
		return wrong("", "-hits %d -keep %s: must be positive", o.hits, o.keep)
	case !slices.Contains(levels, o.level):
		return wrong("", "-level %q: %s", o.level, strings.Join(levels, ", "))
	case o.trace != "" && o.http != "":
		return wrong("give one of them", "-trace and -http both say where the trace comes from")
	case o.pprofOf != "" && o.pprof == "":
		return wrong("name a folder with -pprof", "-pprof-of chooses what is profiled, but nothing asks for profiles")
	case o.pprofOf != "" && !slices.Contains(engine.Instances, o.pprofOf):
		return wrong("", "-pprof-of %q: %s", o.pprofOf, strings.Join(engine.Instances, ", "))
	case o.base != "" && o.html == "":
		return wrong("name a page with -html", "-base is for the page's flame graphs, but nothing asks for a page")
	case len(o.on) == 0 && (o.has("keep") || o.has("hits")):
		return wrong("such as -on=throttled", "-keep and -hits are for -on: say what to wait for")
	case len(o.on) > 0 && o.dir == "":
		return wrong("tare explain -on=throttled -o stalls ...", "-on needs a folder to write recordings to")
	case len(o.on) > 0 && o.trace != "":
		return wrong("let the process serve it, and use -http", "-on needs the trace while it is written, but -trace names a complete one")
	case o.hits > 1 && (o.html != "" || o.perfetto != "" || o.pprof != ""):
		return wrong("make them later, from one of the recordings in "+o.dir, "-html, -perfetto and -pprof show one recording, but -hits %d keeps several", o.hits)
	}
	return nil
}
