package procfs

import (
	"fmt"
	"strings"
	"testing"
)

func TestParsePressure(t *testing.T) {
	const some = "some avg10=0.15 avg60=2.50 avg300=100.00 total=2266649164\n"
	for _, c := range []struct {
		text string
		want Pressure
	}{
		{some, Pressure{Some: Stall{0.0015, 0.025, 1}}},
		{some + "full avg10=0.00 avg60=1.00 avg300=0.00 total=0\n", Pressure{Some: Stall{0.0015, 0.025, 1}, Full: Stall{0, 0.01, 0}, HasFull: true}},
		{"irq avg10=x\n" + some, Pressure{Some: Stall{0.0015, 0.025, 1}}},
	} {
		if got, err := ParsePressure(strings.NewReader(c.text)); err != nil || got != c.want {
			t.Errorf("%q: got %+v, %v", c.text, got, err)
		}
	}
	for _, text := range []string{
		"", "full avg10=0.00 avg60=0.00 avg300=0.00 total=0\n", "some avg10=0.00 avg60=0.00\n",
		"some avg10=NaN avg60=0 avg300=0\n", "some avg10=-1 avg60=0 avg300=0\n", "some avg10=101 avg60=0 avg300=0\n", "some avg10 avg60=0 avg300=0\n",
	} {
		if got, err := ParsePressure(strings.NewReader(text)); err == nil {
			t.Errorf("%q: got %+v", text, got)
		}
	}
}

func FuzzParsePressure(f *testing.F) {
	f.Add("some avg10=0.15 avg60=0.64 avg300=0.43 total=2266649164\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n")
	f.Add("some avg10=1e-9 avg10=2 avg60=0 avg300=0")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePressure(strings.NewReader(text))
		if err != nil {
			t.Skip()
		}
		for _, share := range []float64{p.Some.Avg10, p.Some.Avg60, p.Some.Avg300, p.Full.Avg10, p.Full.Avg60, p.Full.Avg300} {
			if !(share >= 0 && share <= 1) {
				t.Errorf("%+v", p)
			}
		}
		if !p.HasFull && p.Full != (Stall{}) {
			t.Errorf("no line, but %s", fmt.Sprint(p.Full))
		}
	})
}
