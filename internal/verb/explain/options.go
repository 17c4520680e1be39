package explain

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"tare/internal/cell"
	"tare/internal/record"
	"tare/internal/verb/cli"
	"tare/internal/verb/flags"
)

// options are the command line of `tare explain`, as typed.
type options struct {
	work       flags.Workload
	benchGiven bool
	build      flags.Build
	box        flags.Cell
	pid        int
	http       string
	trace      string
	length     time.Duration
	level      string
	op         bool
	overhead   int

	part, goroutines, regions, tasks string

	on   []string
	keep time.Duration
	hits int

	dir, html, perfetto, pprof, base string
	json, verbose                    bool

	args []string
	dash int // number of arguments before "--"; -1 without
}

// subject is what kind of thing is explained.
type subject int

const (
	subjectBenchmark subject = iota
	subjectCommand
	subjectProcess
	subjectFiles
)

// request is a command line that makes sense.
type request struct {
	subject  subject
	patterns []string // of a benchmark's package
	command  []string
	files    recording
	base     *recording

	window time.Duration
	iters  int64
	cell   record.Cell
	limits cell.Limits

	part                       *[2]time.Duration
	goroutines, regions, tasks *regexp.Regexp
	conditions                 []condition
}

// recording names the files of one. A file that is not there is empty.
type recording struct{ trace, kernel string }

// resolve checks the options and turns them into a request. Every error is a
// usage error.
func (o *options) resolve() (r request, err error) {
	if err := o.resolveSubject(&r); err != nil {
		return r, err
	}
	if err := o.fits(r.subject); err != nil {
		return r, err
	}
	if r.window, r.iters, err = o.work.Resolve(); err != nil {
		return r, err
	}
	if r.cell, r.limits, err = o.box.Resolve(); err != nil {
		return r, err
	}
	if r.part, err = parsePart(o.part); err != nil {
		return r, err
	}
	for _, p := range []struct {
		flag, value string
		to          **regexp.Regexp
	}{{"-goroutine", o.goroutines, &r.goroutines}, {"-region", o.regions, &r.regions}, {"-task", o.tasks, &r.tasks}} {
		if p.value == "" {
			continue
		}
		if *p.to, err = regexp.Compile(p.value); err != nil {
			return r, cli.Errorf(cli.Usage, "", "%s: %w", p.flag, err)
		}
	}
	for _, text := range o.on {
		c, err := parseCondition(text)
		if err != nil {
			return r, err
		}
		r.conditions = append(r.conditions, c)
	}
	if o.base != "" {
		base, err := findRecording(strings.Split(o.base, ","))
		if err != nil {
			return r, err
		}
		r.base = &base
	}
	return r, nil
}

// resolveSubject tells what is to be explained.
func (o *options) resolveSubject(r *request) (err error) {
	switch {
	case o.pid != 0:
		r.subject = subjectProcess
		if len(o.args) > 0 || o.benchGiven {
			return cli.Errorf(cli.Usage, "", "-pid explains a running process: it goes without -bench, packages, recordings and commands")
		}
	case o.dash >= 0:
		r.subject, r.command = subjectCommand, o.args[o.dash:]
		if o.dash > 0 || len(r.command) == 0 || o.benchGiven {
			return cli.Errorf(cli.Usage, "tare explain [flags] -- command args", "a command stands alone behind --")
		}
	case !o.benchGiven && len(o.args) > 0 && isRecording(o.args[0]):
		r.subject = subjectFiles
		r.files, err = findRecording(o.args)
	default:
		r.patterns = o.args
		if len(o.args) == 0 {
			r.patterns = []string{"."}
		}
	}
	return err
}

// fits checks that options go with what is explained and with each other.
func (o *options) fits(s subject) error {
	wrong := func(flag, why string) error { return cli.Errorf(cli.Usage, "", "%s %s", flag, why) }
	switch {
	case o.pid < 0:
		return cli.Errorf(cli.Usage, "", "-pid %d: must be positive", o.pid)
	case o.length < 0:
		return cli.Errorf(cli.Usage, "", "-for %s: must not be negative", o.length)
	case o.overhead < 0:
		return cli.Errorf(cli.Usage, "", "-overhead %d: must not be negative", o.overhead)
	case o.hits < 1 || o.keep <= 0:
		return cli.Errorf(cli.Usage, "", "-hits %d -keep %s: must be positive", o.hits, o.keep)
	case o.http != "" && s != subjectProcess && s != subjectCommand:
		return wrong("-http", "goes with -pid or a command")
	case o.trace != "" && s != subjectCommand:
		return wrong("-trace", "names the file that a command writes: it goes with -- command")
	case o.trace != "" && o.http != "":
		return wrong("-trace", "and -http both say where the trace comes from: give one")
	case o.length != 0 && s != subjectProcess && s != subjectCommand:
		return wrong("-for", "goes with -pid or a command; the length of a benchmark's window is -benchtime")
	case o.op && s != subjectBenchmark:
		return wrong("-op", "goes with a benchmark; elsewhere, regions and tasks of runtime/trace tell operations apart")
	case len(o.on) > 0 && s == subjectFiles:
		return wrong("-on", "waits for something to happen: it goes with a benchmark, -pid or a command")
	case len(o.on) > 0 && o.dir == "":
		return cli.Errorf(cli.Usage, "tare explain -on=throttled -o stalls ...", "-on needs a folder to write recordings to")
	case len(o.on) > 0 && o.trace != "":
		return wrong("-on", "needs the trace as it is made: use -http in place of -trace")
	case o.dir != "" && s == subjectFiles:
		return wrong("-o", "keeps what is recorded, and recordings are there already")
	}
	switch o.level {
	case "auto", "ebpf", "perf", "poll", "none":
		return nil
	}
	return cli.Errorf(cli.Usage, "", "-level %q: auto, ebpf, perf, poll or none", o.level)
}

// parsePart reads "1.2s,1.25s"; nothing is everything.
func parsePart(s string) (*[2]time.Duration, error) {
	if s == "" {
		return nil, nil
	}
	from, to, ok := strings.Cut(s, ",")
	a, err1 := time.ParseDuration(from)
	b, err2 := time.ParseDuration(to)
	if !ok || err1 != nil || err2 != nil || a < 0 || b <= a {
		return nil, cli.Errorf(cli.Usage, "count from the beginning of the recording: -range=1.2s,1.25s", "-range %q: want from,to", s)
	}
	return &[2]time.Duration{a, b}, nil
}

// Names of the files in a recording's folder.
const (
	traceFile  = "trace.out"
	kernelFile = "kernel.rec"
)

// isRecording reports whether an argument is a recording and not a package: a
// file, or a folder that holds one.
func isRecording(arg string) bool {
	info, err := os.Stat(arg)
	if err != nil {
		return strings.HasSuffix(arg, ".out") || strings.HasSuffix(arg, ".rec") || strings.HasSuffix(arg, ".trace")
	}
	return !info.IsDir() || len(filesIn(arg)) > 0
}

func filesIn(dir string) (files []string) {
	for _, name := range []string{traceFile, kernelFile} {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
			files = append(files, filepath.Join(dir, name))
		}
	}
	return files
}
