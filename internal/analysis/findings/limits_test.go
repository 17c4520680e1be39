package findings

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tare/internal/record"
)

func TestLimits(t *testing.T) {
	limited := func(bytes float64) record.Machine {
		return grouped(quiet(), func(g *record.ControlGroup) { g.Memory = record.Limit{Reading: record.Of(bytes)} })
	}
	for _, c := range []struct {
		name string
		id   string
		m    record.Machine
		env  string
		want string
	}{
		{"GOMAXPROCS 3, quota 3", "cpu-quota", quota(3), "", "info"},
		{"GOMAXPROCS 3, quota 2.9", "cpu-quota", quota(2.9), "", "warning"},
		{"GOMAXPROCS 2, quota 1.1", "cpu-quota", quota(1.1), "", "warning"},
		{"GOMAXPROCS 2, quota 1", "cpu-quota", quota(1), "", "serious"},
		{"quota 0.99", "cpu-quota", quota(0.99), "", "serious"},
		{"quota 0.5, one thread", "cpu-quota", quota(0.5), "GOMAXPROCS=1", "serious"},
		{"quota 1.5, one thread", "cpu-quota", quota(1.5), "GOMAXPROCS=1", "info"},
		{"quota above the affinity", "cpu-quota", quota(8), "", "ok"},
		{"hidden, none seen", "cpu-quota", hidden(quiet()), "", "unverified"},
		{"hidden, one that is too much", "cpu-quota", hidden(quota(1.5)), "", "warning"},
		{"hidden, one that is not", "cpu-quota", hidden(quota(3)), "", "unverified"},
		{"leaf unknown", "cpu-quota", without(quota(3.5), record.FactLeafQuota), "", "unverified"},
		{"all seen", "hidden-limits", quiet(), "", "ok"},
		{"hidden", "hidden-limits", hidden(quiet()), "", "unverified"},
		{"quota 2.5", "gomaxprocs", quota(2.5), "", "ok"},
		{"quota 2.5, floor", "gomaxprocs", quota(2.5), "GOMAXPROCS=2", "info"},
		{"quota 2.2", "gomaxprocs", quota(2.2), "", "warning"},
		{"quota 2.2, floor", "gomaxprocs", quota(2.2), "GOMAXPROCS=2", "ok"},
		{"one of eight", "gomaxprocs", quiet(), "GOMAXPROCS=1", "info"},
		{"nine of eight", "gomaxprocs", quiet(), "GOMAXPROCS=9", "warning"},
		{"hidden", "gomaxprocs", hidden(quiet()), "", "unverified"},
		{"leaf unknown", "gomaxprocs", without(quota(3.5), record.FactLeafQuota), "", "unverified"},
		{"limit", "memory-limit", limited(1 << 30), "", "info"},
		{"hidden", "memory-limit", hidden(quiet()), "", "unverified"},
		{"limit, unset", "gomemlimit", limited(1 << 30), "", "warning"},
		{"limit, unset, GC off", "gomemlimit", limited(1 << 30), "GOGC=off", "warning"},
		{"limit, unset, odd GC", "gomemlimit", limited(1 << 30), "GOGC=x", "warning"},
		{"limit, at nine tenths", "gomemlimit", limited(1000 << 20), "GOMEMLIMIT=900MiB", "ok"},
		{"limit, above", "gomemlimit", limited(1000 << 20), "GOMEMLIMIT=901MiB", "info"},
		{"limit, at it", "gomemlimit", limited(1000 << 20), "GOMEMLIMIT=1000MiB", "info"},
		{"limit, beyond it", "gomemlimit", limited(1000 << 20), "GOMEMLIMIT=1001MiB", "warning"},
		{"beyond the machine", "gomemlimit", quiet(), "GOMEMLIMIT=9GiB", "warning"},
		{"no limit, set", "gomemlimit", quiet(), "GOMEMLIMIT=1GiB", "ok"},
		{"malformed", "gomemlimit", quiet(), "GOMEMLIMIT=1GB", "unverified"}, // nor does tare start with it
		{"without its unit", "gomemlimit", quiet(), "GOMEMLIMIT=512", "warning"},
		{"hidden, set", "gomemlimit", hidden(quiet()), "GOMEMLIMIT=1GiB", "unverified"},
		{"hidden, unset", "gomemlimit", hidden(quiet()), "", "unverified"},
		{"memory unknown", "gomemlimit", without(quiet(), record.FactMemory), "GOMEMLIMIT=1GiB", "unverified"},
		{"off", "gogc", quiet(), "GOGC=off", "warning"},
		{"negative", "gogc", quiet(), "GOGC=-5", "warning"},
		{"off, memory unknown", "gogc", without(quiet(), record.FactMemory), "GOGC=off", "warning"},
		{"off with a limit", "gogc", quiet(), "GOGC=off GOMEMLIMIT=1GiB", "info"},
		{"low", "gogc", quiet(), "GOGC=50", "info"},
		{"default", "gogc", quiet(), "GOGC=100", "ok"},
		{"malformed", "gogc", quiet(), "GOGC=50%", "warning"},
	} {
		if got := outcome(t, c.m, program(c.m, strings.Fields(c.env)...), c.id); got != c.want {
			t.Errorf("%s, %s: got %s, want %s", c.id, c.name, got, c.want)
		}
	}
}

// TestLiftQuota tells groups that a container's runtime made from the user's own.
func TestLiftQuota(t *testing.T) {
	const own, docker, pod = "echo max | sudo tee /user/cpu.max", "--cpuset-cpus=LIST", "Guaranteed QoS"
	for _, c := range []struct {
		container, dir string
		hidden         bool // the groups above
		want           string
	}{
		{"no sign", "/user", false, own},
		{"docker (/.dockerenv)", "/user", false, own}, // unpacked from an image
		{"docker (/.dockerenv)", "/user", true, docker},
		{"docker (/.dockerenv)", "/docker/0a1b", false, docker},
		{"docker (/x), kubernetes (/proc/1/ps)", "/kubepods/pod1", false, pod},
	} {
		m := with(quota(0.5), record.FactContainer, c.container, 0)
		m.Cgroups = slices.Clone(m.Cgroups)
		m.Cgroups[0].Dir = c.dir
		if c.hidden {
			m.Cgroups = m.Cgroups[:1]
		}
		f := find(t, Check(m, program(m), nil), "cpu-quota")
		if !strings.Contains(f.Fix, c.want) || (f.Knob == "quota") != (c.want == own) {
			t.Errorf("%+v: got %q, knob %q", c, f.Fix, f.Knob)
		}
	}
}

// TestGroups is about readings of control groups.
func TestGroups(t *testing.T) {
	unknown := record.Missing(record.Undetermined, "odd content")
	throttled := func(share float64) func(*record.ControlGroup) {
		return func(g *record.ControlGroup) { g.Periods, g.Throttled = record.Of(1000), record.Of(1000*share) }
	}
	for _, c := range []struct {
		name   string
		id     string
		change func(*record.ControlGroup)
		want   string
	}{
		{"never", "cpu-throttled", throttled(0), "ok"},
		{"hardly", "cpu-throttled", throttled(0.009), "info"},
		{"at times", "cpu-throttled", throttled(0.01), "warning"},
		{"often", "cpu-throttled", throttled(0.25), "serious"},
		{"without a period", "cpu-throttled", func(g *record.ControlGroup) { throttled(0.5)(g); g.Period = 0 }, "serious"},
		{"periods unknown", "cpu-throttled", func(g *record.ControlGroup) { g.Periods = unknown }, "unverified"},
		{"count unknown", "cpu-throttled", func(g *record.ControlGroup) { throttled(0)(g); g.Throttled = unknown }, "unverified"},
		{"no counts", "cpu-throttled", func(g *record.ControlGroup) { g.Periods, g.Throttled = absent.Reading, absent.Reading }, "ok"},
		{"saved up", "cpu-burst", func(g *record.ControlGroup) { g.Burst = record.Limit{Reading: record.Of(1e6)} }, "info"},
		{"unknown", "cpu-burst", func(g *record.ControlGroup) { g.Burst = record.Limit{Reading: unknown} }, "unverified"},
		{"low", "cpu-weight", func(g *record.ControlGroup) { g.Weight = record.Of(99) }, "info"},
		{"high", "cpu-weight", func(g *record.ControlGroup) { g.Weight = record.Of(200) }, "ok"},
		{"v1, low", "cpu-weight", func(g *record.ControlGroup) { g.Version, g.Weight = 1, record.Of(200) }, "info"},
		{"v1", "cpu-weight", func(g *record.ControlGroup) { g.Version, g.Weight = 1, record.Of(1024) }, "ok"},
		{"unknown", "cpu-weight", func(g *record.ControlGroup) { g.Weight = unknown }, "unverified"},
		{"often, but few", "cpu-throttled", func(g *record.ControlGroup) { g.Periods, g.Throttled = record.Of(99), record.Of(50) }, "warning"},
		{"often, not so few", "cpu-throttled", func(g *record.ControlGroup) { g.Periods, g.Throttled = record.Of(100), record.Of(50) }, "serious"},
		{"out of sight", "cpu-throttled", func(g *record.ControlGroup) { g.Dir, g.Periods = "", unknown }, "unverified"},
	} {
		m := grouped(quiet(), c.change)
		if got := outcome(t, m, program(m), c.id); got != c.want {
			t.Errorf("%s, %s: got %s, want %s", c.id, c.name, got, c.want)
		}
	}
	unseen := quiet()
	unseen.Cgroups = nil
	if got := outcome(t, unseen, program(unseen), "cpu-weight"); got != "unverified" {
		t.Errorf("no group in sight: %s", got)
	}
	unseen = with(unseen, record.FactCgroups, "none", 0)
	if got := outcome(t, unseen, program(unseen), "cpu-weight"); got != "ok" {
		t.Errorf("no groups at all: %s", got)
	}
}

// TestMeasured changes one measurement of a quiet second at a time.
func TestMeasured(t *testing.T) {
	missing := record.Missing(record.Denied, "not allowed")
	for _, c := range []struct {
		id     string
		change func(*record.Noise)
		want   string
	}{
		{"clock-cost", func(n *record.Noise) { n.Clock = record.Of(99) }, "ok"},
		{"clock-cost", func(n *record.Noise) { n.Clock = record.Of(100) }, "warning"},
		{"clock-cost", func(n *record.Noise) { n.Clock = record.Of(500) }, "serious"},
		{"clock-cost", func(n *record.Noise) { n.Clock = missing }, "unverified"},
		{"clock-skew", func(n *record.Noise) { n.Skew = record.Of(-499) }, "ok"},
		{"clock-skew", func(n *record.Noise) { n.Skew = record.Of(500) }, "info"},
		{"clock-skew", func(n *record.Noise) { n.Skew = record.Of(-1000) }, "warning"},
		{"clock-skew", func(n *record.Noise) { n.Skew = missing }, "unverified"},
		{"timer-wakeup", func(n *record.Noise) { n.Wakeup.P99 = 249_999 }, "ok"},
		{"timer-wakeup", func(n *record.Noise) { n.Wakeup.P99 = 250_000 }, "warning"},
		{"timer-wakeup", func(n *record.Noise) { n.Wakeup.P99 = 4e6 }, "serious"},
		{"timer-wakeup", func(n *record.Noise) { n.Wakeup = record.Histogram{Why: "no thread"} }, "unverified"},
		{"switch-cost", func(n *record.Noise) { n.Switch = record.Of(4999) }, "ok"},
		{"switch-cost", func(n *record.Noise) { n.Switch = record.Of(5000) }, "warning"},
		{"switch-cost", func(n *record.Noise) { n.Switch = record.Of(20_000) }, "serious"},
		{"os-noise", func(n *record.Noise) { n.Lost = record.Of(0.0099) }, "ok"},
		{"os-noise", func(n *record.Noise) { n.Lost = record.Of(0.01) }, "warning"},
		{"os-noise", func(n *record.Noise) { n.Lost = record.Of(0.05) }, "serious"},
		{"os-noise", func(n *record.Noise) { n.Lost = missing }, "unverified"},
		{"speed-spread", func(n *record.Noise) { n.Spread = record.Of(0.049) }, "ok"},
		{"speed-spread", func(n *record.Noise) { n.Spread = record.Of(0.05) }, "warning"},
		{"speed-spread", func(n *record.Noise) { n.Spread, n.Speed = record.Of(0.5), record.Histogram{} }, "serious"},
		{"measured-steal", func(n *record.Noise) { n.Steal = record.Of(0.01) }, "warning"},
		{"measured-steal", func(n *record.Noise) { n.Steal = record.Of(0.05) }, "serious"},
		{"measured-throttling", func(n *record.Noise) { n.Throttled = record.Of(1) }, "warning"},
		{"measured-throttling", func(n *record.Noise) { n.Throttled = record.Of(0.0999 * float64(time.Second)) }, "warning"},
		{"measured-throttling", func(n *record.Noise) { n.Throttled = record.Of(0.1 * float64(time.Second)) }, "serious"}, // of two CPUs
		{"measured-throttling", func(n *record.Noise) { n.Throttled = missing }, "unverified"},
	} {
		n := quietNoise()
		c.change(&n)
		f := find(t, Check(quiet(), program(quiet()), &n), c.id)
		wellFormed(t, f)
		if string(f.Severity) != c.want {
			t.Errorf("%s: got %+v, want %s", c.id, f, c.want)
		}
	}
}

func TestNeighboursAreNamed(t *testing.T) {
	m := with(quiet(), record.FactNeighbours, "chrome 35%", 0.35)
	m.Neighbours = []record.Process{{PID: 812, Name: "chrome", CPUs: 0.35}}
	noise := quietNoise()
	f := find(t, Check(m, program(m), &noise), "busy-neighbours")
	if !strings.Contains(f.Fix, "chrome is 812") {
		t.Errorf("got %q", f.Fix)
	}
}

// TestFixes is about fixes that hang on the machine.
func TestFixes(t *testing.T) {
	noise := quietNoise()
	noise.Lost, noise.Spread, noise.Wakeup.P99 = record.Of(0.02), record.Of(0.2), 1e6
	m := with(with(quiet(), record.FactBoost, "on", 0), record.FactSMT, "active (control on)", 2)
	intel := with(m, record.FactFrequencyDriver, "intel_pstate", 0)
	guest := with(m, record.FactHypervisor, "KVM", 0)
	two, one, model := m, m, m
	two.AffinityList, one.AffinityList, model.CPUModel = "0-1", "0", "Cortex-A72"
	pinned := m
	pinned.AffinityList = "2,4-6"
	v1 := quota(0.5)
	v1.Cgroups[0].Version = 1
	for _, c := range []struct {
		id   string
		m    record.Machine
		want string
	}{
		{"swap-in-use", with(m, record.FactSwap, "1.000GiB of 8.000GiB", 1<<30), "swapoff"},
		{"swap-in-use", with(m, record.FactSwap, "7.000GiB of 8.000GiB", 7<<30), "Stop programs that hold memory"}, // of 6 GiB
		{"smt-siblings", m, "smt/control"},
		{"smt-siblings", with(m, record.FactSMT, "active (control notsupported)", 2), "tare run -cpus=LIST"},
		{"frequency-boost", m, "cpufreq/boost"},
		{"frequency-boost", intel, "no_turbo"},
		{"os-noise", m, "-cpus=1-7"},
		{"os-noise", two, "-cpus=1"},
		{"os-noise", one, "Stop other programs."},
		{"os-noise", pinned, "-cpus=2,4-6"},
		{"os-noise", guest, "Ask for dedicated CPUs; compare"},
		{"os-noise", with(guest, record.FactWSL, "WSL2", 0), "Close other programs in Windows; compare"},
		{"speed-spread", m, "echo 2500000 | sudo tee"},
		{"speed-spread", model, "Write one frequency"},
		{"speed-spread", guest, "Ask for dedicated CPUs; compare"},
		{"timer-wakeup", m, "cpupower idle-set"},
		{"timer-wakeup", guest, "Ask for dedicated CPUs; compare"},
		{"busy-neighbours", with(one, record.FactNeighbours, "chrome 35%", 0.35), "Stop them."},
		{"cpu-quota", v1, "echo -1 | sudo tee /user/cpu.cfs_quota_us"},
	} {
		f := find(t, Check(c.m, program(c.m), &noise), c.id)
		if wellFormed(t, f); !strings.Contains(f.Fix, c.want) {
			t.Errorf("%s: got %q, want %q", c.id, f.Fix, c.want)
		}
	}
	noise.Throttled = record.Of(0.1 * float64(time.Second)) // of two CPUs
	if f := find(t, Check(v1, program(v1), &noise), "os-noise"); f.Knob != "" || !strings.Contains(f.Fix, "cpu.cfs_quota_us") {
		t.Errorf("noise of a quota: %q, knob %q", f.Fix, f.Knob)
	}
	noise.Throttled = record.Of(1)
	if f := find(t, Check(v1, program(v1), &noise), "os-noise"); f.Knob != "shield" {
		t.Errorf("noise beside a quota: %q, knob %q", f.Fix, f.Knob)
	}
	if f := find(t, Check(m, program(m), &noise), "measured-throttling"); f.Fix != "Lift the quota in the control group that has it." {
		t.Errorf("no quota in sight: %q", f.Fix)
	}
}
