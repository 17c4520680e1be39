package explain

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"tare/internal/cli/flags"
)

// subject is what kind of thing is explained.
type subject int

const (
	subjectBenchmark subject = iota
	subjectCommand
	subjectProcess
	subjectFiles
)

var subjectNames = []string{"a benchmark", "a command (behind --)", "a running process (-pid)", "recordings that are there already"}

// String names the subject in messages.
func (s subject) String() string { return subjectNames[s] }

// takes reports whether a flag says something about this subject.
func (s subject) takes(flag string) bool {
	switch flag {
	case "range", "goroutine", "region", "task", "html", "perfetto", "pprof", "pprof-of", "base", "json", "verbose":
		return true
	case "level", "syscalls", "on", "keep", "hits", "out":
		return s != subjectFiles
	case "http", "for":
		return s == subjectProcess || s == subjectCommand
	case "pid":
		return s == subjectProcess
	case "trace":
		return s == subjectCommand
	}
	return s == subjectBenchmark || s == subjectCommand && slices.Contains(cellFlags(), flag)
}

// takers lists the subjects that a flag goes with.
func takers(flag string) string {
	var names []string
	for s, name := range subjectNames {
		if subject(s).takes(flag) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", or ")
}

// cellFlags are the names of the flags that say what a cell is like.
func cellFlags() (names []string) {
	var box flags.Cell
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	box.Register(f)
	f.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}
