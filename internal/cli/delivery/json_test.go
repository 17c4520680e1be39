package delivery

import (
	"bytes"
	"strings"
	"testing"

	"tare/internal/record"
)

func TestSweepJSON(t *testing.T) {
	s := record.Sweep{ID: "7", Trials: []record.Trial{{Round: 1}}}
	for _, full := range []bool{false, true} {
		var b bytes.Buffer
		if err := SweepJSON(&b, s, full); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); !strings.Contains(got, `"kind": "sweep"`) || strings.Contains(got, `"trials"`) != full {
			t.Errorf("full %v: %s", full, got)
		}
	}
	if len(s.Trials) != 1 {
		t.Error("the sweep lost its trials")
	}
}
