package compare

import (
	"maps"
	"testing"

	"tare/internal/engine/exit"
)

func TestMargins(t *testing.T) {
	for _, c := range []struct {
		metrics, margin []string
		general         float64
		own             map[string]float64
	}{
		{nil, nil, 0.02, nil},
		{nil, []string{"5%"}, 0.05, nil},
		{nil, []string{"0"}, 0, nil},
		{[]string{"auto", "allocs/op"}, []string{"allocs/op=0%", "3%", "B/op=0.1"}, 0.03, map[string]float64{"allocs/op": 0, "B/op": 0.1}},
	} {
		o := options{metrics: c.metrics, margin: c.margin}
		general, own, err := o.margins()
		if err != nil || general != c.general || !maps.Equal(own, c.own) {
			t.Errorf("%q: %v, %v, %v", c.margin, general, own, err)
		}
	}
	for _, margin := range []string{"x", "-1%", "100%", "B/op=", "B/op=x", "=x", "ns/op=1%"} {
		o := options{metrics: []string{"B/op"}, margin: []string{margin}}
		if _, _, err := o.margins(); exit.Status(err) != exit.Usage {
			t.Errorf("-margin=%s: %v", margin, err)
		}
	}
}

func TestUnits(t *testing.T) {
	for _, c := range []struct {
		metrics []string
		want    string
	}{{nil, "auto"}, {[]string{"auto", "B/op", "auto", "p99-ns"}, "auto,B/op,p99-ns"}} {
		o := options{metrics: c.metrics}
		if got, err := o.units(); got != c.want || err != nil {
			t.Errorf("%q: %q, %v", c.metrics, got, err)
		}
	}
	for _, unit := range []string{"", "two words", "a=b"} {
		o := options{metrics: []string{unit}}
		if _, err := o.units(); exit.Status(err) != exit.Usage {
			t.Errorf("-metric=%q: %v", unit, err)
		}
	}
}
