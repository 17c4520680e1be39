package capacity

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"tare/internal/record"
)

// machine returns one whose control groups are all in sight: the quotas are of
// its own group and of every ancestor, 0 for none.
func machine(affinity int, quotas ...float64) record.Machine {
	m := record.Machine{GOOS: "linux", CPUs: max(affinity, 8), Affinity: affinity, Facts: []record.Fact{
		{Name: record.FactCgroups, Value: "v2", Status: record.Measured},
		{Name: record.FactMemory, Value: "8.000GiB", Number: 8 << 30, Status: record.Measured},
	}}
	leaf := record.Fact{Name: record.FactLeafQuota, Value: "none", Status: record.Measured}
	for i, q := range quotas {
		g := record.ControlGroup{Version: 2, Controllers: []string{"cpu", "memory"},
			Dir: "/g" + strconv.Itoa(i), Own: i == 0, Period: 100 * time.Millisecond,
			CPU:    record.Limit{Reading: record.Of(q), None: q == 0},
			Memory: record.Limit{Reading: record.Of(0), None: true}}
		if i == 0 && q > 0 {
			leaf.Value, leaf.Number = "some", q
		}
		m.Cgroups = append(m.Cgroups, g)
	}
	m.Cgroups = append(m.Cgroups, record.ControlGroup{Version: 2, Controllers: []string{"cpu", "memory"},
		Dir: "/", Own: len(quotas) == 0, Root: true,
		CPU:    record.Limit{Reading: record.Missing(record.Unsupported, "the root has none")},
		Memory: record.Limit{Reading: record.Missing(record.Unsupported, "the root has none")}})
	m.Facts = append(m.Facts, leaf)
	return m
}

// program returns a program built with Go 1.26 from a module of that language.
func program(env ...string) Go { return programOf("go1.26.1", "1.26", env...) }

func programOf(version, language string, env ...string) Go {
	return Go{Version: version, Language: language, Env: func(key string) (string, bool) {
		for _, e := range env {
			if value, ok := strings.CutPrefix(e, key+"="); ok {
				return value, true
			}
		}
		return "", false
	}}
}

func hide(m record.Machine) record.Machine {
	m.Cgroups = m.Cgroups[:len(m.Cgroups)-1]
	return m
}

func TestCPUs(t *testing.T) {
	cpuset := machine(4, 0)
	cpuset.Cgroups[0].CPUSet = record.Fact{Value: "0-3", Number: 4, Status: record.Measured}
	unread := machine(8, 2, 0)
	unread.Cgroups[1].CPU = record.Limit{Reading: record.Missing(record.Denied, "permission denied")}
	for _, c := range []struct {
		name     string
		m        record.Machine
		cpus     float64
		limiter  string
		hidden   string // a part of it
		advice   float64
		inReason string
	}{
		{"nothing but the machine", machine(8), 8, "affinity", "", 8, "as many threads"},
		{"own quota", machine(8, 1.5), 1.5, "quota of /g0", "", 2, "GOMAXPROCS=2, while all threads are busy, is throttled for the last 25ms of each 100ms."},
		{"tighter ancestor", machine(8, 4, 2.5), 2.5, "quota of /g1", "", 3, "quarter of GOMAXPROCS"},
		{"quota above the machine", machine(8, 16), 8, "affinity", "", 8, "as many threads"},
		{"quota of whole CPUs", machine(8, 3), 3, "quota of /g0", "", 3, "cannot use up"},
		{"less than one CPU", machine(8, 0.25), 0.25, "quota of /g0", "", 1, "in 25ms of each 100ms"},
		{"CPU set", cpuset, 4, "cpuset of /g0", "", 4, "as many threads"},
		{"hidden ancestors", hide(machine(8, 4)), 4, "quota of /g0", "above /g0 cannot be seen", 0, "what can be seen allows 4"},
		{"hidden ancestors that do not matter", hide(machine(8, 1.25)), 1.25, "quota of /g0", "above /g0", 1, "in 62.5ms"},
		{"ancestor that cannot be read", unread, 2, "quota of /g0", "permission denied", 0, "what can be seen allows 2"},
		{"nobody looked", record.Machine{GOOS: "linux", Affinity: 4}, 4, "affinity", "control groups: not read", 0, "what can be seen"},
		{"nothing known", record.Machine{GOOS: "linux"}, 0, "", "not read", 0, "not known"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Of(c.m, program())
			if got.CPUs.OK() != (c.cpus > 0) || got.CPUs.Value != c.cpus || got.Limiter != c.limiter {
				t.Errorf("CPUs %+v by %q, want %v by %q", got.CPUs, got.Limiter, c.cpus, c.limiter)
			}
			if !strings.Contains(got.Hidden, c.hidden) || (got.Hidden == "") != (c.hidden == "") {
				t.Errorf("hidden %q, want %q", got.Hidden, c.hidden)
			}
			if got.Recommended.OK() != (c.advice > 0) || got.Recommended.Value != c.advice || !strings.Contains(got.Reason, c.inReason) {
				t.Errorf("recommended %+v: %s", got.Recommended, got.Reason)
			}
			if !got.Recommended.OK() && got.Recommended.Why == "" {
				t.Error("no reason for the absence of advice")
			}
		})
	}
}

func TestHidden(t *testing.T) {
	unsupported := record.Limit{Reading: record.Missing(record.Unsupported, "no file")}
	group := func(version int, root bool, controllers ...string) record.ControlGroup {
		return record.ControlGroup{Version: version, Controllers: controllers, Dir: "/g", Own: true, Root: root, CPU: unsupported, Memory: unsupported}
	}
	unseen := group(1, false, "cpu")
	unseen.Dir, unseen.CPU.Reading = "", record.Missing(record.Undetermined, "not mounted")
	for _, c := range []struct {
		name   string
		groups []record.ControlGroup
		want   string
	}{
		{"no group", nil, "no control group can be seen"},
		{"v1, whole", []record.ControlGroup{group(1, true, "cpu")}, ""},
		{"v1, in part", []record.ControlGroup{group(1, false, "cpu")}, "above /g cannot be seen"},
		{"v1, in part, but another controller", []record.ControlGroup{group(1, false, "cpuset"), group(1, true, "cpu")}, ""},
		{"v1, not at all", []record.ControlGroup{unseen}, "the cpu limit of the own group is not known (not mounted)"},
		{"v2, in part, without the controller", []record.ControlGroup{group(2, false, "memory")}, "above /g cannot be seen"},
		{"v2, whole, without the controller", []record.ControlGroup{group(2, true, "memory")}, ""},
		{"v2, in part, but v1 has the controller", []record.ControlGroup{group(1, true, "cpu"), group(2, false)}, ""},
	} {
		m := machine(8)
		m.Cgroups = c.groups
		if got := Of(m, program()).Hidden; !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	m := machine(8)
	m.Facts[0].Value, m.Cgroups = "none", nil
	if got := Of(m, program()).Hidden; got != "" {
		t.Errorf("without control groups: %q", got)
	}
}

func TestGOMAXPROCS(t *testing.T) {
	unread := machine(8, 1.5)
	unread.Facts[2] = record.Fact{Name: record.FactLeafQuota, Status: record.Undetermined, Why: "odd"}
	alone := machine(8, 1.5)
	alone.Cgroups = nil
	windows := machine(8, 1.5)
	windows.GOOS = "windows"
	for _, c := range []struct {
		name   string
		m      record.Machine
		g      Go
		want   float64 // 0 for undetermined
		source string
	}{
		{"rounds up", machine(8, 2.5), program(), 3, "quota of /g0"},
		{"at least 2", machine(8, 0.5), program(), 2, "quota of /g0"},
		{"at most the affinity", machine(2, 7.5), program(), 2, "affinity"},
		{"at least 2, but one CPU", machine(1, 0.5), program(), 1, "affinity"},
		{"no quota", machine(8, 0), program(), 8, "affinity"},
		{"an ancestor's quota is not seen", machine(8, 0, 1.5), program(), 8, "affinity"},
		{"Go 1.24", machine(8, 1.5), programOf("go1.24.9", "1.24"), 8, "affinity"},
		{"Go 1.25, module of 1.24", machine(8, 1.5), programOf("go1.25.0", "1.24.3"), 8, "affinity"},
		{"Go 1.25 release candidate", machine(8, 1.5), programOf("go1.25rc1", "1.25rc1"), 2, "quota of /g0"},
		{"Go in development", machine(8, 1.5), programOf("devel go1.28-8f9ad6c", "1.26"), 2, "quota of /g0"},
		{"patched Go", machine(8, 1.5), programOf("go1.26.1-corp", "1.26"), 2, "quota of /g0"},
		{"switched off", machine(8, 1.5), program("GODEBUG=madvdontneed=1,containermaxprocs=0"), 8, "affinity"},
		{"switched on", machine(8, 1.5), programOf("go1.25.0", "1.20", "GODEBUG=containermaxprocs=1"), 2, "quota of /g0"},
		{"the last setting counts", machine(8, 1.5), program("GODEBUG=containermaxprocs=0,containermaxprocs=1"), 2, "quota of /g0"},
		{"no number is no setting", machine(8, 1.5), program("GODEBUG=containermaxprocs=no"), 2, "quota of /g0"},
		{"too old to be switched on", machine(8, 1.5), programOf("go1.24.0", "1.24", "GODEBUG=containermaxprocs=1"), 8, "affinity"},
		{"environment", machine(8, 1.5), program("GOMAXPROCS=5"), 5, "GOMAXPROCS"},
		{"environment above the machine", machine(8), program("GOMAXPROCS=64"), 64, "GOMAXPROCS"},
		{"zero", machine(8, 1.5), program("GOMAXPROCS=0"), 2, "quota of /g0"},
		{"no number", machine(8, 1.5), program("GOMAXPROCS=auto"), 2, "quota of /g0"},
		{"too large", machine(8, 1.5), program("GOMAXPROCS=4294967297"), 2, "quota of /g0"},
		{"language unknown", machine(8, 1.5), programOf("go1.26.1", ""), 0, ""},
		{"language unknown, without effect", machine(2, 1.5), programOf("go1.26.1", ""), 2, "affinity"},
		{"language unknown, no quota", machine(8, 0), programOf("go1.26.1", ""), 8, "affinity"},
		{"toolchain unknown", machine(8, 1.5), programOf("", "1.26"), 2, "quota of /g0"},
		{"toolchain unknown, switched on", machine(8, 1.5), programOf("", "1.24", "GODEBUG=containermaxprocs=1"), 0, ""},
		{"nothing known", machine(8, 1.5), Go{}, 0, ""},
		{"quota unknown", unread, program(), 0, ""},
		{"quota unknown, without effect", unread, programOf("go1.24.0", "1.24"), 8, "affinity"},
		{"group not listed", alone, program(), 2, "quota of the own group"},
		{"Windows", windows, program(), 8, "affinity"},
		{"affinity unknown", machine(0, 1.5), program(), 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Of(c.m, c.g)
			if got.GOMAXPROCS.OK() != (c.want > 0) || got.GOMAXPROCS.Value != c.want || got.Source != c.source {
				t.Errorf("got %+v by %q, want %v by %q", got.GOMAXPROCS, got.Source, c.want, c.source)
			}
			if !got.GOMAXPROCS.OK() && got.GOMAXPROCS.Why == "" {
				t.Error("absent without a reason")
			}
		})
	}
}

func TestReasons(t *testing.T) {
	for _, c := range []struct {
		m    record.Machine
		g    Go
		want string
	}{
		{machine(4), program("GOMAXPROCS=16"), "16 threads of Go code take turns on 4 CPUs (affinity)."},
		{machine(4), program("GOMAXPROCS=1"), "GOMAXPROCS=1 leaves CPUs unused: the program can have 4 (affinity)."},
		{machine(4), program("GOMAXPROCS=-1"), "The runtime ignores GOMAXPROCS=-1: it is not a positive integer."},
		{machine(8, 3.5), Go{}, "The program can have 3.5 CPUs (quota of /g0)."},
	} {
		if got := Of(c.m, c.g).Reason; !strings.Contains(got, c.want) {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	m := machine(4, 1.5)
	m.Cgroups[0].Period = 0
	if got := Of(m, program()).Reason; !strings.Contains(got, "for the last 25% of each period") {
		t.Errorf("without a period: %s", got)
	}
}

// TestProperties tries random limits.
func TestProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	quota := func() float64 {
		if r.IntN(3) == 0 {
			return 0
		}
		return math.Exp(8*r.Float64() - 3)
	}
	for range 20000 {
		affinity, own, parent := 1+r.IntN(64), quota(), quota()
		m := machine(affinity, own, parent)
		c := Of(m, program())

		want := affinity
		if own > 0 {
			want = min(affinity, max(2, int(math.Ceil(own))))
		}
		if c.GOMAXPROCS.Value != float64(want) {
			t.Fatalf("%d CPUs, quota %v: GOMAXPROCS %v, want %d", affinity, own, c.GOMAXPROCS, want)
		}
		for _, limit := range []float64{float64(affinity), own, parent} {
			if limit > 0 && c.CPUs.Value > limit {
				t.Fatalf("%v CPUs above a limit of %v", c.CPUs, limit)
			}
		}
		n := c.Recommended.Value
		if n != math.Floor(n) || n < 1 || n > max(1, math.Ceil(c.CPUs.Value)) || n+1 <= c.CPUs.Value || n > float64(affinity) {
			t.Fatalf("recommended %v for %v CPUs", n, c.CPUs.Value)
		}
		if c.Reason == "" || c.Limiter == "" || c.Source == "" || c.Hidden != "" {
			t.Fatalf("incomplete: %+v", c)
		}
	}
}

// TestNoNonsense gives limits that no kernel would.
func TestNoNonsense(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, 0} {
		m := machine(4, 1)
		m.Cgroups[0].CPU = record.Limit{Reading: record.Of(v)}
		m.Cgroups[0].Memory = record.Limit{Reading: record.Of(v)}
		m.Cgroups[0].CPUSet = record.Fact{Number: v, Status: record.Measured}
		m.Facts[1].Number, m.Facts[2].Number = v, v
		c := Of(m, program())
		if c.CPUs.Value != 4 || c.GOMAXPROCS.OK() || c.GOMAXPROCS.Why == "" || c.Recommended.Value != 4 || c.Memory.OK() || c.RecommendedMemory.OK() {
			t.Errorf("%v: got %+v", v, c)
		}
	}
}
