package explain

import (
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"tare/internal/engine/exit"
	"tare/internal/engine/recording"
)

// subject is what kind of thing is explained. Several of them are a set.
type subject uint8

const (
	aBenchmark subject = 1 << iota
	aCommand
	aProcess
	someFiles

	recorded = aBenchmark | aCommand | aProcess
	anything = recorded | someFiles
)

var subjectNames = []string{"a benchmark", "a command (behind --)", "a running process (-pid)", "recordings that are there already"}

// String names subjects in messages.
func (s subject) String() string {
	var names []string
	for ; s != 0; s &= s - 1 {
		names = append(names, subjectNames[bits.TrailingZeros8(uint8(s))])
	}
	return strings.Join(names, ", or ")
}

// scheme is which flags say something about which subjects.
type scheme map[string]subject

// register declares the flags, and remembers with what they go.
func (o *options) register(f *pflag.FlagSet) scheme {
	all := scheme{}
	for _, group := range []struct {
		of      subject
		declare func(f *pflag.FlagSet)
	}{
		{aBenchmark, o.benchmarkFlags},
		{aBenchmark | aCommand, o.box.Register},
		{aCommand, o.commandFlags},
		{aProcess, o.processFlags},
		{aCommand | aProcess, o.liveFlags},
		{recorded, o.recordingFlags},
		{anything, o.explanationFlags},
	} {
		own := pflag.NewFlagSet("", pflag.ContinueOnError)
		group.declare(own)
		own.VisitAll(func(flag *pflag.Flag) { all[flag.Name] = group.of })
		f.AddFlagSet(own)
	}
	return all
}

// check checks that flags go with what is explained. Those that all verbs have do.
func (all scheme) check(flags []string, s subject) error {
	for _, flag := range flags {
		if of, own := all[flag]; own && of&s == 0 {
			return exit.Errorf(exit.Usage, "it goes with "+of.String(), "-%s does not go with %s", flag, s)
		}
	}
	return nil
}

// has reports whether a flag was typed.
func (o *options) has(flag string) bool { return slices.Contains(o.given, flag) }

// subject tells what is to be explained, and which files when it is recorded already.
func (o *options) subject() (s subject, files recording.Files, err error) {
	switch {
	case o.has("pid"):
		s = aProcess
		if len(o.args) > 0 {
			err = exit.Errorf(exit.Usage, "", "-pid explains a running process: it takes no packages, recordings or commands")
		}
	case o.dash >= 0:
		s = aCommand
		if o.dash > 0 || len(o.args) == 0 {
			err = exit.Errorf(exit.Usage, "tare explain [flags] -- command args", "-- takes a command behind it, and no arguments before it")
		}
	case len(o.args) > 0 && o.isRecording(o.args[0]):
		s = someFiles
		files, err = recording.Find(o.args)
	default:
		s = aBenchmark
		err = o.notThere()
	}
	return s, files, err
}

// isRecording reports whether an argument is a recording and not a package: a
// file, or, without -bench, a folder that holds one.
func (o *options) isRecording(arg string) bool {
	info, err := os.Stat(arg)
	switch {
	case err != nil:
		return slices.Contains([]string{".out", ".rec", ".trace"}, filepath.Ext(arg))
	case info.IsDir():
		return !o.has("bench") && len(recording.In(arg)) > 0
	}
	return filepath.Ext(arg) != ".go"
}

// notThere returns an error for a package that is named by a path that leads nowhere: of a
// recording that is not where the user thinks it is, the go command would say that
// there is no go.mod.
func (o *options) notThere() error {
	for _, p := range o.args {
		local := strings.HasPrefix(p, "./") || strings.HasPrefix(p, "../")
		if recording.Nowhere(p) && (filepath.IsAbs(p) || local && !o.has("bench")) {
			return exit.Errorf(exit.Usage, recording.NameWhat, "%s is neither a file, a folder nor a package", p)
		}
	}
	return nil
}
