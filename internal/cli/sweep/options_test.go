package sweep

import (
	"strings"
	"testing"

	"tare/internal/cli/flags"
	"tare/internal/engine/exit"
	"tare/internal/record"
	"tare/internal/record/redact"
)

func TestSubject(t *testing.T) {
	for _, c := range []struct {
		args              []string
		dash              int
		patterns, command string
		wrong             bool
	}{
		{nil, -1, ".", "", false},
		{[]string{"./a", "./b"}, -1, "./a ./b", "", false},
		{[]string{"serve", "-n", "1"}, 0, "", "serve -n 1", false},
		{nil, 0, "", "", true},
		{[]string{"./a", "serve"}, 1, "", "", true},
	} {
		var o options
		err := o.subject(c.args, c.dash)
		if got := strings.Join(o.patterns, " "); got != c.patterns || strings.Join(o.command, " ") != c.command || (exit.Status(err) == exit.Usage) != c.wrong {
			t.Errorf("%q, %d: %q, %q, %v", c.args, c.dash, o.patterns, o.command, err)
		}
	}
}

// What is recorded of a variable that is varied is its values, unless it holds secrets.
func TestHide(t *testing.T) {
	h := record.Sweep{Points: make([]record.SweepPoint, 1), Factors: []record.Factor{
		{Name: "WORKERS", Levels: []string{"1", "2"}}, {Name: "API_TOKEN", Levels: []string{"hunter2", record.Unset}}, {Name: "quota", Levels: []string{"50%"}},
	}}
	typed := h.Factors[1].Levels
	hide(&h, []flags.Point{{Conditions: flags.Conditions{Box: flags.Cell{Env: []string{"WORKERS=1", "API_TOKEN=hunter2", "GOGC=50"}}}}}, redact.Salt("x"))
	var all []string
	for _, f := range h.Factors {
		all = append(all, f.Levels...)
	}
	all = append(all, h.Points[0].Cell.Env...)
	got := strings.Join(all, " ")
	if strings.Contains(got, "hunter2") || !strings.HasPrefix(got, "1 2 …") || !strings.Contains(got, " unset 50% ") || !strings.HasSuffix(got, " GOGC=50") {
		t.Errorf("got %s", got)
	}
	if typed[0] != "hunter2" {
		t.Error("what was typed is changed")
	}
}
