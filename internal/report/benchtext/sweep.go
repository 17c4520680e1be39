package benchtext

import (
	"io"
	"strings"
	"unicode"

	"tare/internal/record"
)

// Sweep writes the points of a sweep one after the other, with what values returns for each
// trial. A configuration line for each factor tells them apart, as for `benchstat
// -col=gomaxprocs`. Points without trials are left out.
func Sweep(w io.Writer, s record.Sweep, values func(record.Trial) []record.Value) error {
	for i := range s.Points {
		run := s.AsRun(i)
		if len(run.Trials) == 0 {
			continue
		}
		out := NewWriter(w)
		for f, level := range s.Points[i].Levels {
			out.config(key(s.Factors[f].Name), s.Factors[f].Levels[level])
		}
		out.Header(run)
		for _, t := range run.Trials {
			if err := out.Result(t, values(t)); err != nil {
				return err
			}
		}
	}
	return nil
}

// key is a factor's name as readers take it for that of a configuration line: it begins
// with a lower-case letter, and has no upper-case letter and no space.
func key(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == ':' {
			return '-'
		}
		return unicode.ToLower(r)
	}, name)
	if name == "" || !unicode.IsLower([]rune(name)[0]) {
		return "x-" + name
	}
	return name
}
