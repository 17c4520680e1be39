package sweeps

import (
	"strings"
	"testing"

	"tare/internal/record"
)

// swept is a sweep of gomaxprocs in net time, at which the points have these ratios.
func swept(group record.GroupBest, ratios ...record.Estimate) record.Sweep {
	s := record.Sweep{Plan: record.SweepPlan{Metric: "net-ns/op", Alpha: 0.05, Margin: 0.05, Looks: []int{12, 40}},
		Factors: []record.Factor{procs("1", "2", "3", record.Unset)}}
	b := record.Swept{Rounds: 14, Groups: []record.GroupBest{group}}
	for i, r := range ratios {
		p := record.SweepPoint{Levels: []int{i}, Procs: i + 1, Default: i == 3}
		s.Points = append(s.Points, p)
		value := record.Estimate{Center: 1e6 * r.Center, Lo: 0.98e6 * r.Center, Hi: 1.02e6 * r.Center, Confidence: 0.95, N: 14}
		b.Points = append(b.Points, record.PointValue{Value: value, Ratio: r, Rounds: 14})
	}
	s.Benchmarks = []record.Swept{b}
	return s
}

func ratioIn(center, lo, hi float64) record.Estimate {
	return record.Estimate{Center: center, Lo: lo, Hi: hi, Confidence: 0.95, N: 14}
}

func TestRecommendations(t *testing.T) {
	one, near, far := ratioIn(1, 1, 1.01), ratioIn(1.03, 1, 1.04), ratioIn(1.31, 1.25, 1.4)
	for _, c := range []struct {
		name string
		edit func(*record.Sweep)
		s    record.Sweep
		want string
	}{
		{"best", nil, swept(record.GroupBest{Best: 1, Choice: 1, Default: 3, Settled: true}, far, one, far, far),
			"gomaxprocs=2 — the best, 1.000ms ±2.0%; the runtime would pick 4 and take 1.31 × as long [1.25, 1.40]"},
		{"near the best", nil, swept(record.GroupBest{Best: 1, Choice: 0, Default: 3, Settled: true}, near, one, far, far),
			"gomaxprocs=1 — 1.03 × as long as the best [1.00, 1.04], which is gomaxprocs=2; the runtime would pick 4 and take 1.31 × as long as the best [1.25, 1.40]"},
		{"default", nil, swept(record.GroupBest{Best: 3, Choice: 3, Default: 3, Settled: true}, far, far, far, one),
			"leave gomaxprocs unset: what the Go runtime picks (4) is the best, 1.000ms ±2.0%"},
		{"alike", nil, swept(record.GroupBest{Best: 1, Choice: 3, Default: 3, Settled: true}, near, one, one, one),
			"gomaxprocs makes no difference beyond 5%: gomaxprocs=1 is the farthest from the best, with 1.03 × as long [1.00, 1.04]; leave it unset"},
		{"knee", nil, swept(record.GroupBest{Best: 2, Choice: 1, Default: -1, Settled: true, Knees: []record.Knee{{Level: 1, Point: 1}}}, far, near, one, near),
			"gomaxprocs=2 — 1.03 × as long as the best [1.00, 1.04], which is gomaxprocs=3; more than gomaxprocs=2 brings no more"},
		{"open", nil, swept(record.GroupBest{Best: 1, Choice: 1, Default: -1}, ratioIn(1.1, 1, 1.3), one, far, near),
			"gomaxprocs=2 — the best so far, 1.000ms ±2.0%; not settled after 14 rounds: the best may also be gomaxprocs=unset, gomaxprocs=1 or gomaxprocs=3; -max-rounds=80 tells more"},
		{"rate", func(s *record.Sweep) { s.Plan.Metric, s.Benchmarks[0].Larger = "req/s", true },
			swept(record.GroupBest{Best: 1, Choice: 0, Default: 3, Settled: true}, ratioIn(0.97, 0.95, 0.99), ratioIn(1, 0.99, 1), ratioIn(0.76, 0.7, 0.8), ratioIn(0.76, 0.7, 0.8)),
			"gomaxprocs=1 — 97% of the best throughput [95%, 99%], which is gomaxprocs=2; the runtime would pick 4 and give 76% of the best throughput [70%, 80%]"},
		{"bytes", func(s *record.Sweep) { s.Plan.Metric = "B/op" }, swept(record.GroupBest{Best: 1, Choice: 0, Default: -1, Settled: true}, near, one, far, far),
			"gomaxprocs=1 — 1.03 × as much as the best [1.00, 1.04], which is gomaxprocs=2"},
		{"nothing", nil, swept(record.GroupBest{Best: -1, Choice: -1, Default: -1}, one, one), "no trial counts: nothing is known"},
	} {
		if c.edit != nil {
			c.edit(&c.s)
		}
		lines := newView(c.s).recommendations(c.s.Benchmarks[0]).Lines
		if len(lines) != 1 || lines[0].Text.String() != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, lines[0].Text, c.want)
		}
	}
}

// TestGroupsHaveTheirOwn checks that each limit has its own line, named by it.
func TestGroupsHaveTheirOwn(t *testing.T) {
	s := plots["quota"].make()
	var labels []string
	for _, l := range newView(s).recommendations(s.Benchmarks[0]).Lines {
		labels = append(labels, l.Label)
	}
	if got := strings.Join(labels, " "); got != "quota=50%: quota=200%: quota=none:" {
		t.Error(got)
	}
}
