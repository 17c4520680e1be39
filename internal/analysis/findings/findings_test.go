package findings

import (
	"cmp"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tare/internal/analysis/capacity"
	"tare/internal/record"
)

// knobs are those of `tare tune`.
var knobs = strings.Fields(`governor boost frequency smt cpu-latency thp aslr numa-balancing ksm
	watchdogs timer-migration irq-affinity irqbalance workqueue swap swappiness drop-caches
	compact-memory scheduler autogroup shield quota wsl-reclaim perf-rate stat-interval`)

// What a fix is, or ends with.
var (
	advice  = regexp.MustCompile(`^$|\.$`)
	command = regexp.MustCompile(`^(sudo|echo|tare|numactl|docker|wsl|[A-Z]+=)`)
)

// wellFormed reports what a reader of a finding would miss.
func wellFormed(t *testing.T, f record.Finding) {
	t.Helper()
	c := checks[slices.IndexFunc(checks, func(c check) bool { return c.id == f.ID })]
	switch {
	case f.Group != c.group:
		t.Errorf("%s is in group %q", f.ID, f.Group)
	case f.What == "" || !strings.HasSuffix(f.What, "."):
		t.Errorf("%s: no sentence: %q", f.ID, f.What)
	case f.Evidence == "" || !strings.HasSuffix(f.Evidence, "."):
		t.Errorf("%s: no evidence: %q", f.ID, f.Evidence)
	case f.Severity.Compare(record.Warning) >= 0 && (f.Effect == "" || f.Fix == ""):
		t.Errorf("%s: %s without effect or fix: %+v", f.ID, f.Severity, f)
	case f.Severity == record.Passed && f.Effect+f.Fix+f.Knob != "":
		t.Errorf("%s passes with effect or fix: %+v", f.ID, f)
	case f.Knob != "" && !slices.Contains(knobs, f.Knob):
		t.Errorf("%s: no knob %q", f.ID, f.Knob)
	case f.Knob != "" && f.Fix == "":
		t.Errorf("%s: knob %s, but no way without it", f.ID, f.Knob)
	case strings.Contains(f.Fix, "tare tune"):
		t.Errorf("%s: the fix needs the knob: %q", f.ID, f.Fix)
	case !advice.MatchString(f.Fix) && !command.MatchString(f.Fix[strings.LastIndex(": "+f.Fix, ": "):]):
		t.Errorf("%s: neither advice with a full stop nor a command: %q", f.ID, f.Fix)
	case f.Severity.Compare(record.Unverified) > 0 && c.tells:
		t.Errorf("%s only tells, but is %s", f.ID, f.Severity)
	}
	for _, text := range []string{f.What, f.Evidence, f.Effect, f.Fix} {
		if strings.Contains(text, "NaN") || strings.Contains(text, "%!") || strings.Contains(text, "..") {
			t.Errorf("%s: %q", f.ID, text)
		}
	}
}

func TestTable(t *testing.T) {
	ids := IDs()
	if len(slices.Compact(slices.Sorted(slices.Values(ids)))) != len(ids) {
		t.Error("an ID is there twice")
	}
	group := 0
	for _, c := range checks {
		g := slices.Index(record.Groups, c.group)
		if g < group {
			t.Errorf("%s: group %q is out of order", c.id, c.group)
		}
		group = g
		if (c.fact != "" || c.reads != nil) && (c.unknown == "" || c.fine == "") || c.optional && c.fact == "" {
			t.Errorf("%s: needs something but has nothing to say without it, or with it", c.id)
		}
		if c.shown != "" && !slices.Contains(ids, c.shown) {
			t.Errorf("%s: no check %q shows its effect", c.id, c.shown)
		}
	}
}

func bySeverity(found []record.Finding, s record.Severity) (ids []string) {
	for _, f := range found {
		if f.Severity == s {
			ids = append(ids, f.ID)
		}
	}
	return ids
}

func TestNothingPassesUnseen(t *testing.T) {
	unsupported := record.Machine{GOOS: "darwin", Affinity: 8, CPUs: 8}
	for _, m := range []record.Machine{{}, {GOOS: "linux"}, {GOOS: "linux", Affinity: 8, CPUs: 8}, unsupported} {
		for _, c := range []record.Capacity{{}, capacity.Of(m, capacity.Go{})} {
			found := Check(m, c, new(record.Noise))
			if len(found) != len(checks) {
				t.Errorf("%d findings of %d checks", len(found), len(checks))
			}
			for _, f := range found {
				wellFormed(t, f)
				// GOGC is of the environment alone.
				if f.Severity != record.Unverified && (f.ID != "gogc" || c.GOGC == "") {
					t.Errorf("%s: %+v", m.GOOS, f)
				}
			}
		}
	}
}

// TestUnsupported is about kernels without a feature, and systems without the
// kernel.
func TestUnsupported(t *testing.T) {
	var facts []record.Fact
	for _, c := range checks {
		facts = append(facts, record.Fact{Name: c.fact, Status: record.Unsupported, Why: "file does not exist"})
	}
	got := bySeverity(Check(record.Machine{GOOS: "linux", Facts: facts}, record.Capacity{}, nil), record.Passed)
	want := []string{"numa", "transparent-huge-pages", "ksm", "autogroup", "numa-balancing", "timer-migration", "watchdogs"}
	if !slices.Equal(got, want) {
		t.Errorf("passed %v, want %v", got, want)
	}
	if got := bySeverity(Check(record.Machine{GOOS: "windows", Facts: facts}, record.Capacity{}, nil), record.Passed); got != nil {
		t.Errorf("passed on Windows: %v", got)
	}
}

func TestWithoutNoise(t *testing.T) {
	for _, f := range Check(record.Machine{}, record.Capacity{}, nil) {
		if c := checks[slices.Index(IDs(), f.ID)]; c.from == fromNoise {
			t.Errorf("%s without a measurement", f.ID)
		}
	}
}

func TestDenied(t *testing.T) {
	m := record.Machine{GOOS: "linux", Facts: []record.Fact{{Name: record.FactSwap, Status: record.Denied, Why: "permission denied"}}}
	f := find(t, Check(m, record.Capacity{}, nil), "swap-in-use")
	if f.Severity != record.Unverified || f.Evidence != "swap in use: not known (permission denied)." || !strings.Contains(f.Fix, "root") {
		t.Errorf("got %+v", f)
	}
	if f := find(t, Check(with(m, record.FactUser, "root", 0), record.Capacity{}, nil), "swap-in-use"); f.Fix != "" {
		t.Errorf("root is sent to root: %q", f.Fix)
	}
}

func find(t *testing.T, found []record.Finding, id string) record.Finding {
	t.Helper()
	i := slices.IndexFunc(found, func(f record.Finding) bool { return f.ID == id })
	if i < 0 {
		t.Fatalf("no finding %s", id)
	}
	return found[i]
}

func TestOf(t *testing.T) {
	for _, goos := range []string{"darwin", ""} {
		found := Of(record.Machine{GOOS: goos})
		if len(found) != 1 || found[0].ID != "machine-unverified" || found[0].Severity != record.Unverified ||
			!strings.Contains(found[0].Evidence, cmp.Or(goos, "unknown system")) {
			t.Errorf("%q: got %+v", goos, found)
		}
	}
	found := Of(quiet())
	if len(found) != 0 {
		t.Errorf("quiet machine: %+v", found)
	}
	found = Of(with(quiet(), record.FactTHP, "always", 0))
	if len(found) != 1 || found[0].ID != "transparent-huge-pages" || found[0].Group == "" {
		t.Errorf("huge pages: %+v", found)
	}
	m := without(without(quiet(), record.FactGovernor), record.FactASLR)  // the latter moves nothing by itself,
	m = without(without(m, record.FactPressureIO), record.FactIdleStates) // others show the effect of these,
	found = Of(without(m, record.FactNeighbours))                         // and a run does not look at that
	if len(found) != 1 || found[0].ID != "machine-unverified" || !strings.Contains(found[0].Evidence, "Without a verdict: frequency-governor;") {
		t.Errorf("no governor: %+v", found)
	}
}

// TestProperties checks machines whose facts have random values, some of them
// nonsense.
func TestProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	names := map[string]bool{}
	for _, f := range quiet().Facts {
		names[f.Name] = true
	}
	values := strings.Split("on|off|none|no|always|powersave|performance|active (control on)|running|WSL1|WSL2|9p at /mnt/c|battery (discharging)|"+
		"800MHz–3.50GHz of 800MHz–4.20GHz|8 performance (0-15), 8 efficient (16-23)|docker (/.dockerenv)|kubernetes (x)|hpet|v2|?", "|")
	numbers := []float64{0, 1, 2, 0.02, 0.2, 0.9, 17, 1e5, 1e10, -1}
	statuses := []record.Status{record.Measured, record.Measured, record.Measured, record.Unsupported, record.Denied, record.Undetermined}
	reading := func() record.Reading {
		if s := statuses[r.IntN(len(statuses))]; s != record.Measured {
			return record.Missing(s, "no reason")
		}
		return record.Of(math.Abs(numbers[r.IntN(len(numbers))]))
	}
	for range 2000 {
		m := record.Machine{GOOS: "linux", CPUs: r.IntN(5), Affinity: r.IntN(5)}
		for name := range names {
			f := record.Fact{Name: name, Status: statuses[r.IntN(len(statuses))], Why: "no reason"}
			if f.OK() {
				f.Value, f.Number, f.Why = values[r.IntN(len(values))], numbers[r.IntN(len(numbers))], ""
			}
			m.Facts = append(m.Facts, f)
		}
		for i := range r.IntN(3) {
			m.Cgroups = append(m.Cgroups, record.ControlGroup{Version: 1 + r.IntN(2), Controllers: []string{"cpu", "memory"}, Dir: "/g",
				Own: i == 0, Root: r.IntN(2) == 0, CPU: record.Limit{Reading: reading(), None: r.IntN(2) == 0},
				Burst: record.Limit{Reading: reading()}, Memory: record.Limit{Reading: reading()},
				Weight: reading(), Periods: reading(), Throttled: reading()})
		}
		n := quietNoise()
		n.Clock, n.Skew, n.Switch, n.Lost, n.Spread, n.Steal, n.Throttled = reading(), reading(), reading(), reading(), reading(), reading(), reading()
		env := func(key string) (string, bool) {
			set := map[string][]string{"GOMAXPROCS": {"", "3"}, "GOMEMLIMIT": {"", "1GiB", "1GB"}, "GOGC": {"", "off", "50", "x"}}[key]
			return append(set, "")[r.IntN(len(set)+1)], true
		}
		c := capacity.Of(m, capacity.Go{Version: "go1.26.0", Language: "1.26", Env: env})
		for _, f := range Check(m, c, &n) {
			wellFormed(t, f)
			if t.Failed() {
				t.Fatalf("on %+v", m)
			}
		}
		found := Of(m)
		if i := slices.IndexFunc(found, func(f record.Finding) bool { return f.Severity == record.Passed }); i >= 0 {
			t.Fatalf("passed to a run: %+v", found[i])
		}
	}
}
