package compare

import (
	"testing"
	"time"

	"tare/internal/record"
)

func TestWindowsSpanPeriods(t *testing.T) {
	r, _ := sides(t)
	for _, c := range []struct {
		metric string
		given  bool // -benchtime
		args   []string
		want   time.Duration
		found  int
	}{
		{"auto", false, []string{"--old-quota=50%", "--new-quota=80%"}, 500 * time.Millisecond, 0},
		{"auto", false, []string{"--quota=5ms/10ms", "--new-gomaxprocs=1"}, 50 * time.Millisecond, 0},
		{"auto", false, []string{"--quota=50%"}, 20 * time.Millisecond, 0},
		{"auto", false, []string{"--new-cpus=0"}, 20 * time.Millisecond, 0},
		{"auto", true, []string{"--new-quota=50%"}, 20 * time.Millisecond, 1},
		{"cpu-ns/op,ns/op", false, []string{"--quota=50%"}, 500 * time.Millisecond, 0},
		{"cpu-ns/op", false, []string{"--new-quota=50%"}, 20 * time.Millisecond, 0},
	} {
		variants, _, err := parse(t, r.Dir, append(c.args, ".", ".")...)
		if err != nil {
			t.Fatal(err)
		}
		s := &session{variants: variants}
		if c.given {
			s.given = []string{"benchtime"}
		}
		p := record.ComparisonPlan{Metric: c.metric, Benchtime: 20 * time.Millisecond}
		if s.spanPeriods(&p); p.Benchtime != c.want || len(s.result.Findings) != c.found {
			t.Errorf("%s %q: windows of %s, findings %+v", c.metric, c.args, p.Benchtime, s.result.Findings)
		}
	}
}
