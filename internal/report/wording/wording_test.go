package wording

import (
	"math"
	"slices"
	"testing"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
)

func TestPrinting(t *testing.T) {
	var gaps Gaps
	gaps.Add("denied", "steal")
	gaps.Add("no PMU", "cycles")
	gaps.Add("denied", "quota")
	for _, c := range []struct{ got, want string }{
		{unit.Plural(1, "round"), "1 round"},
		{unit.Plural(0, "round"), "0 rounds"},
		{Share(0.5, 0), "50%"},
		{Share(0.0996, 0), "10%"},
		{Share(0.0123, 0), "1.2%"},
		{Share(-0.0123, 1), "−1.23%"},
		{Share(0.5, 1), "50.0%"},
		{Share(0.09994, 1), "9.99%"},
		{Share(0, 1), "0%"},
		{Share(1e-4, 0), "<0.1%"},
		{Share(1e-4, 1), "0.01%"},
		{Share(1e-5, 1), "<0.01%"},
		{Share(1234, 0), "123.4k%"},
		{Share(math.Inf(1), 0), None},
		{Share(math.NaN(), 1), None},
		{Because(record.Undetermined, ""), "undetermined"},
		{Because(record.Denied, "paranoid is 4"), "denied: paranoid is 4"},
		{gaps[0].String() + "; " + gaps[1].String(), "steal, quota (denied); cycles (no PMU)"},
		{Tune("boost"), "sudo tare tune -only=boost"},
		{Tune("shield"), "sudo tare tune -shield=CPUS # name the CPUs"},
		{Tune("boost", "shield", "thp", "boost"), "sudo tare tune -only=boost,thp -shield=CPUS # name the CPUs"},
		{Ns(1530), "1.530µs"},
		{Ns(-1530), "−1.530µs"},
		{Ns(0), "0ns"},
		{Ns(1e-5), "1e-05ns"},
		{Ns(2.5e17), "2.5e+08s"},
		{Times(1.306), "1.31"},
		{Times(13.06), "13.1"},
		{Times(1306), "1\u202f306"},
		{Times(2.5e17), "2.5e+17"},
		{Times(math.Inf(1)), None},
		{Ns(math.NaN()), None},
		{Signed(0.012, 0), "+1.2%"},
		{Signed(-0.012, 0), "−1.2%"},
		{Signed(0, 0), "±0%"},
		{Grouped(1234567), "1\u202f234\u202f567"},
		{Grouped(-123), "−123"},
		{Number(1530, "p99-ns/op"), "1.530µs"},
		{Number(2048, "B/op"), "2.000KiB"},
		{Number(14, "allocs/op"), "14"},
		{Number(1.5, "hits/op"), "1.500"},
		{Reproduce([]string{"compare", "main"}, 42), "tare compare -seed=42 main"},
		{Reproduce([]string{"compare", "--seed=7", "main"}, 42), "tare compare --seed=7 main"},
		{Quote([]string{"run", "-bench", "A|B", "it's", ""}), `run -bench 'A|B' 'it'\''s' ''`},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestFixes(t *testing.T) {
	for _, c := range []struct{ knob, fix, want, or string }{
		{"", "", "", ""},
		{"", "Wait.", "Wait.", ""},
		{"ksm", "", "sudo tare tune -only=ksm", ""},
		{"ksm", "Wait.", "sudo tare tune -only=ksm", "Wait."},
	} {
		if fix, or := fixes(record.Finding{Knob: c.knob, Fix: c.fix}); fix != c.want || or != c.or {
			t.Errorf("knob %q, fix %q: %q or %q, want %q or %q", c.knob, c.fix, fix, or, c.want, c.or)
		}
	}
}

func TestGravestFirst(t *testing.T) {
	var got []string
	for _, f := range GravestFirst([]record.Finding{{ID: "a", Severity: "info"}, {ID: "b", Severity: "serious"}, {ID: "c", Severity: "new"}, {ID: "d", Severity: "warning"}, {ID: "e", Severity: "unverified"}, {ID: "f", Severity: "warning"}}) {
		got = append(got, f.ID)
	}
	if want := []string{"c", "b", "d", "f", "e", "a"}; !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
}

func TestDoing(t *testing.T) {
	for fix, want := range map[string]model.Text{
		"":                              nil,
		"Run `tare check` as root.":     {{Text: "Run "}, {Mood: model.Code, Text: "tare check"}, {Text: " as root."}},
		"GOMAXPROCS=2":                  {{Mood: model.Code, Text: "GOMAXPROCS=2"}},
		"Keep to a node: numactl -m0 x": {{Text: "Keep to a node: "}, {Mood: model.Code, Text: "numactl -m0 x"}},
	} {
		if got := doing(fix); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", fix, got, want)
		}
	}
}
