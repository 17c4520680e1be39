package explain

import (
	"slices"
	"testing"

	"github.com/spf13/pflag"
)

func TestTakes(t *testing.T) {
	// A flag that no subject takes could never be used.
	Command().Flags().VisitAll(func(f *pflag.Flag) {
		if takers(f.Name) == "" {
			t.Errorf("nothing takes -%s", f.Name)
		}
	})
	for flag, want := range map[string][]subject{
		"html":  {subjectBenchmark, subjectCommand, subjectProcess, subjectFiles},
		"out":   {subjectBenchmark, subjectCommand, subjectProcess},
		"quota": {subjectBenchmark, subjectCommand},
		"http":  {subjectCommand, subjectProcess},
		"bench": {subjectBenchmark},
		"trace": {subjectCommand},
		"pid":   {subjectProcess},
	} {
		for s := range subject(len(subjectNames)) {
			if s.takes(flag) != slices.Contains(want, s) {
				t.Errorf("-%s goes with %s: %v", flag, s, s.takes(flag))
			}
		}
	}
}
