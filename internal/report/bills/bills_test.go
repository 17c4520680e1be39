package bills

import (
	"math"
	"strings"
	"testing"

	"tare/internal/record"
)

func TestEveryItemHasALook(t *testing.T) {
	css, _ := Stack(record.Bill{Wall: 1}, 0, true).Look()
	for _, item := range (record.Bill{}).Items() {
		if rank(item.Unit) == len(classes) {
			t.Errorf("%s (%s) has no colour", item.Name, item.Unit)
		}
		if class := Class(item); !strings.Contains(css, "."+class+" { --ink:") {
			t.Errorf("the style sheet does not know class %q", class)
		}
	}
}

func TestStack(t *testing.T) {
	b := record.Bill{Wall: 200, OnCPU: 80, Blocked: 20, Throttled: 60, Waiting: 40, Net: 100, NetStatus: record.Measured}
	s := Stack(b, 0, false)
	var names []string
	end := 0.0
	for _, p := range s.Parts {
		names = append(names, p.Class)
		end += p.Width
	}
	if got, want := strings.Join(names, " "), "oncpu blocked throttled waiting"; got != want {
		t.Errorf("stack of %s, want %s", got, want)
	}
	if math.Abs(end-1) > 1e-9 || s.Mark.At != 0.5 || !s.Mark.Known {
		t.Errorf("the stack ends at %v and net at %+v", end, s.Mark)
	}
	if Note(b) != nil {
		t.Errorf("a sound bill has the note %q", Note(b))
	}
}

func TestNoteSaysWhatIsMissing(t *testing.T) {
	b := record.Bill{Wall: 100, OnCPU: 120, Residual: -20, Net: 100, NetStatus: record.Denied, NetWhy: "schedstat is hidden"}
	note := Note(b)[0].String()
	for _, want := range []string{"denied: schedstat is hidden", "residual is negative"} {
		if !strings.Contains(note, want) {
			t.Errorf("note %q does not say %q", note, want)
		}
	}
	if s := Stack(b, 0, false); len(s.Parts) != 1 || s.Parts[0].Width != 1 {
		t.Errorf("parts %+v, want one that fills the stack", s.Parts)
	}
	if Made(record.Bill{}) {
		t.Error("a bill that was never made out")
	}
}
