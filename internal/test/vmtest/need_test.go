package vmtest

import (
	"errors"
	"testing"
)

// verdicts records how Need ended a test.
type verdicts struct {
	testing.TB
	fatal, skip bool
}

func (v *verdicts) Helper()               {}
func (v *verdicts) Fatalf(string, ...any) { v.fatal = true }
func (v *verdicts) Skipf(string, ...any)  { v.skip = true }

func TestNeed(t *testing.T) {
	missing := errors.New("no such file")
	for _, c := range []struct {
		name    string
		require string
		missing error
		fatal   bool
		skip    bool
	}{
		{name: "there"},
		{name: "there as promised", require: "cgroup2"},
		{name: "missing", missing: missing, skip: true},
		{name: "missing against a promise", require: "vm,cgroup2", missing: missing, fatal: true},
		{name: "missing with another promise", require: "cgroup21", missing: missing, skip: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("TARE_REQUIRE", c.require)
			var got verdicts
			Need(&got, "cgroup2", c.missing)
			if got.fatal != c.fatal || got.skip != c.skip {
				t.Errorf("fatal %v, skip %v; want %v, %v", got.fatal, got.skip, c.fatal, c.skip)
			}
		})
	}
}
