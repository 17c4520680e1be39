package explain

import (
	"testing"
	"time"

	"tare/internal/engine/exit"
	engine "tare/internal/engine/explain"
)

func TestParsePart(t *testing.T) {
	const ms = time.Millisecond
	for text, want := range map[string][2]time.Duration{
		"1.2s,1.25s":     {1200 * ms, 1250 * ms},
		"1.2,1.25":       {1200 * ms, 1250 * ms},
		"0, 30":          {0, 30 * time.Second},
		"900ms,1":        {900 * ms, time.Second},
		"1,2,3":          {},
		"1":              {},
		"2,1":            {},
		"1,1":            {},
		"-1,1":           {},
		"1,x":            {},
		"NaN,1":          {},
		"0,Inf":          {},
		"0,1e300":        {},
		"0x1p-2,1":       {250 * ms, time.Second},
		"1s,":            {},
		",":              {},
		"1.2s;1.25s":     {},
		"1h0m0s,1h0m10s": {time.Hour, time.Hour + 10*time.Second},
	} {
		got, err := parsePart(text)
		switch {
		case want == [2]time.Duration{} && exit.Status(err) != exit.Usage:
			t.Errorf("%q: %v, %v", text, got, err)
		case want != [2]time.Duration{} && (err != nil || *got != engine.Range{From: want[0], To: want[1]}):
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	if got, err := parsePart(""); got != nil || err != nil {
		t.Errorf("nothing: %v, %v", got, err)
	}
}
