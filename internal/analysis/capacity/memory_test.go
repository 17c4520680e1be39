package capacity

import (
	"regexp"
	"strings"
	"testing"

	"tare/internal/record"
)

func TestMemory(t *testing.T) {
	limited := func(m record.Machine, group int, bytes float64) record.Machine {
		m.Cgroups[group].Memory = record.Limit{Reading: record.Of(bytes)}
		return m
	}
	unknown := machine(4, 0)
	unknown.Facts[1] = record.Fact{Name: record.FactMemory, Status: record.Denied, Why: "no"}
	for _, c := range []struct {
		name    string
		m       record.Machine
		memory  float64
		limiter string
		advice  float64
		status  record.Status // of the advice
		reason  string
	}{
		{"the machine", machine(4, 0), 8 << 30, "MemTotal", 0, record.Unsupported, "need not be set"},
		{"own limit", limited(machine(4, 0), 0, 1000), 1000, "memory limit of /g0", 900, record.Measured, "does not read"},
		{"tighter ancestor", limited(limited(machine(4, 0, 0), 0, 1000), 1, 500), 500, "memory limit of /g1", 450, record.Measured, "does not read the limit of 500.0B"},
		{"limit above the machine", limited(machine(4, 0), 0, 1<<40), 8 << 30, "MemTotal", 0, record.Unsupported, "need not be set"},
		{"hidden, own limit", hide(limited(machine(4, 0), 0, 1000)), 1000, "memory limit of /g0", 900, record.Measured, "may be hidden"},
		{"hidden, no limit", hide(machine(4, 0)), 8 << 30, "MemTotal", 0, record.Undetermined, "may be one"},
		{"size unknown", unknown, 0, "", 0, record.Denied, "not known"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Of(c.m, program())
			if got.Memory.Value != c.memory || got.MemoryLimiter != c.limiter {
				t.Errorf("memory %+v by %q, want %v by %q", got.Memory, got.MemoryLimiter, c.memory, c.limiter)
			}
			if r := got.RecommendedMemory; r.Value != c.advice || r.Status != c.status || !strings.Contains(got.MemoryReason, c.reason) {
				t.Errorf("recommended %+v: %s", r, got.MemoryReason)
			}
		})
	}
}

func TestGOMEMLIMIT(t *testing.T) {
	for _, c := range []struct {
		env  string
		want float64 // -1 malformed, 0 with none
		none bool
	}{
		{"", 0, true},
		{"off", 0, true},
		{"9223372036854775807", 1<<63 - 1, true},
		{"0", 0, false},
		{"123", 123, false},
		{"123B", 123, false},
		{"2KiB", 2 << 10, false},
		{"3MiB", 3 << 20, false},
		{"4GiB", 4 << 30, false},
		{"5TiB", 5 << 40, false},
		{"5PiB", -1, false},
		{"5G", -1, false},
		{"5GB", -1, false},
		{"5gib", -1, false},
		{"1.5GiB", -1, false},
		{"5 GiB", -1, false},
		{"-1", -1, false},
		{"B", -1, false},
		{"KiB", -1, false},
		{"Off", -1, false},
		{"8388607TiB", 8388607 << 40, false},
		{"8388608TiB", -1, false},
		{"9223372036854775808", -1, false},
	} {
		got := Of(machine(4), program("GOMEMLIMIT="+c.env)).GOMEMLIMIT
		if got.OK() != (c.want >= 0) || got.OK() && got.Value != c.want || got.None != c.none {
			t.Errorf("GOMEMLIMIT=%s: got %+v", c.env, got)
		}
		if !got.OK() && !strings.Contains(got.Why, "malformed") {
			t.Errorf("GOMEMLIMIT=%s: no reason in %+v", c.env, got)
		}
	}
}

func TestGOGC(t *testing.T) {
	for env, want := range map[string]string{"GOGC=": "100", "GOGC=off": "off", "GOGC=50": "50", "GOGC=lots": "lots", "": "100"} {
		if got := Of(machine(4), program(env)).GOGC; got != want {
			t.Errorf("%s: got %q, want %q", env, got, want)
		}
	}
}

// FuzzParseBytes compares with the grammar that the runtime documents. (Its code
// takes a leading sign as well.)
func FuzzParseBytes(f *testing.F) {
	for _, s := range []string{"", "0", "12B", "7KiB", "9TiB", "9223372036854775807", "1iB", "off"} {
		f.Add(s)
	}
	grammar := regexp.MustCompile(`^[+-]?[0-9]+(([KMGT]i)?B)?$`)
	f.Fuzz(func(t *testing.T, s string) {
		n, ok := parseBytes(s)
		if ok && (n < 0 || !grammar.MatchString(s)) {
			t.Errorf("%q: got %d", s, n)
		}
		if short := len(s) <= 9; short && !ok && grammar.MatchString(s) && !strings.HasPrefix(s, "-") && !strings.Contains(s, "TiB") {
			t.Errorf("%q is refused", s)
		}
	})
}
