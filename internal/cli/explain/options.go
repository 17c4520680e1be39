package explain

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"tare/internal/cli/flags"
	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/measure/build"
	"tare/internal/measure/cell"
	"tare/internal/record"
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
	json, verbose                             bool

	given []string // names of the flags that were typed
	args  []string
	dash  int // number of arguments before "--"; -1 without
}

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
	if _, err = traceURL(o.http, 0); o.http != "" && err != nil {
		return r, exit.Errorf(exit.Usage, "such as -http=localhost:6060", "-http: %w", err)
	}
	for _, p := range []struct {
		flag, value string
		to          **regexp.Regexp
	}{{"-goroutine", o.goroutines, &r.goroutines}, {"-region", o.regions, &r.regions}, {"-task", o.tasks, &r.tasks}} {
		if p.value == "" {
			continue
		}
		if *p.to, err = regexp.Compile(p.value); err != nil {
			return r, exit.Errorf(exit.Usage, "", "%s: %w", p.flag, err)
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

// has reports whether a flag was typed.
func (o *options) has(flag string) bool { return slices.Contains(o.given, flag) }

// resolveSubject tells what is to be explained.
func (o *options) resolveSubject(r *request) (err error) {
	switch {
	case o.has("pid"):
		r.subject = subjectProcess
		if len(o.args) > 0 {
			return exit.Errorf(exit.Usage, "", "-pid explains a running process: it goes without packages, recordings and commands")
		}
	case o.dash >= 0:
		r.subject, r.command = subjectCommand, o.args[o.dash:]
		if o.dash > 0 || len(r.command) == 0 {
			return exit.Errorf(exit.Usage, "tare explain [flags] -- command args", "a command stands alone behind --")
		}
	case len(o.args) > 0 && o.isRecording(o.args[0]):
		r.subject = subjectFiles
		r.files, err = findRecording(o.args)
	default:
		r.patterns = o.args
		if len(o.args) == 0 {
			r.patterns = []string{"."}
		}
		err = o.notThere(r.patterns)
	}
	return err
}

// levels are the ways of recording the kernel, as typed.
var levels = []string{"auto", string(record.KernelBPF), string(record.KernelPerf), string(record.KernelPoll), string(record.KernelNone)}

// fits checks that options go with what is explained and with each other.
func (o *options) fits(s subject) error {
	for _, flag := range o.given {
		if !s.takes(flag) {
			return exit.Errorf(exit.Usage, "it goes with "+takers(flag), "-%s does not go with %s", flag, s)
		}
	}
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
		return wrong("name a folder with -pprof", "-pprof-of is for profiles, and there are none")
	case o.pprofOf != "" && !slices.Contains(instances, o.pprofOf):
		return wrong("", "-pprof-of %q: %s", o.pprofOf, strings.Join(instances, ", "))
	case o.base != "" && o.html == "":
		return wrong("name a page with -html", "-base is for the page's flame graphs, and there is no page")
	case len(o.on) == 0 && (o.has("keep") || o.has("hits")):
		return wrong("such as -on=throttled", "-keep and -hits are for -on: say what to wait for")
	case len(o.on) > 0 && o.dir == "":
		return wrong("tare explain -on=throttled -o stalls ...", "-on needs a folder to write recordings to")
	case len(o.on) > 0 && o.trace != "":
		return wrong("let the process serve it, and use -http", "-on needs the trace as it is made, and -trace names one that is complete")
	case o.hits > 1 && (o.html != "" || o.perfetto != "" || o.pprof != ""):
		return wrong("make them later, of one of the recordings in "+o.dir, "-html, -perfetto and -pprof show one recording, and -hits %d are several", o.hits)
	}
	return nil
}

// Names of the files in a recording's folder.
const (
	traceFile  = "trace.out"
	kernelFile = "kernel.rec"
)

// isRecording reports whether an argument is a recording and not a package: a
// file, or, without -bench, a folder that holds one.
func (o *options) isRecording(arg string) bool {
	info, err := os.Stat(arg)
	switch {
	case err != nil:
		return slices.Contains([]string{".out", ".rec", ".trace"}, filepath.Ext(arg))
	case info.IsDir():
		return !o.has("bench") && len(filesIn(arg)) > 0
	}
	return filepath.Ext(arg) != ".go"
}

// notThere returns an error for what is named by a path that leads nowhere: of a
// recording that is not where the user thinks it is, the go command would say that
// there is no go.mod.
func (o *options) notThere(patterns []string) error {
	for _, p := range patterns {
		local := strings.HasPrefix(p, "./") || strings.HasPrefix(p, "../")
		if missing(p) && (filepath.IsAbs(p) || local && !o.has("bench")) {
			return exit.Errorf(exit.Usage, nameWhat, "%s is not there: there is no such file, folder or package", p)
		}
	}
	return nil
}

// neither adds to an error of loading packages, or makes one of those that were not
// found, that what is no package is no recording either.
func (o *options) neither(packages []build.Package, err error) error {
	i := slices.IndexFunc(o.args, missing)
	if i < 0 || o.has("bench") || errors.Is(err, bench.ErrInterrupted) {
		return err
	}
	for _, p := range packages {
		if p.ImportPath == o.args[i] && p.Err != "" {
			err = errors.New(p.Err)
		}
	}
	if err == nil {
		return nil
	}
	return exit.Errorf(exit.Broken, nameWhat, "there is no file %s, and it cannot be found as a package: %w", o.args[i], err)
}

const nameWhat = "name a recording, a folder that has one, or a package"

// missing reports whether a pattern of packages could be a path, and is of nothing.
func missing(pattern string) bool {
	_, err := os.Stat(pattern)
	return !strings.Contains(pattern, "...") && errors.Is(err, os.ErrNotExist)
}

func filesIn(dir string) (files []string) {
	for _, name := range []string{traceFile, kernelFile} {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
			files = append(files, filepath.Join(dir, name))
		}
	}
	return files
}
