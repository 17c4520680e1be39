package compare

import (
	"fmt"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/record/redact"
)

func TestRecordedHasNoSecrets(t *testing.T) {
	v := Variant{Variant: record.Variant{Settings: []string{"env=T=hunter2", "gogc=50", "ldflags=-X main.token=hunter2"},
		Flags: []string{"-ldflags=-X main.token=hunter2", "-trimpath"}}, Env: []string{"T=hunter2", "GOGC=50"}}
	r := v.recorded(redact.Salt("salt"))
	if text := fmt.Sprintf("%+v", r); strings.Contains(text, "hunter2") || r.Cell.Env[1] != "GOGC=50" || r.Settings[1] != "gogc=50" || r.Flags[1] != "-trimpath" {
		t.Errorf("%+v", r)
	}
	if v.Env[0] != "T=hunter2" || v.Settings[0] != "env=T=hunter2" || v.Flags[0] != "-ldflags=-X main.token=hunter2" {
		t.Errorf("the variant itself is %+v", v)
	}
	w := v
	w.Env = []string{"T=hunter3", "GOGC=50"}
	if v.sameCell(w) || !v.sameCell(v) {
		t.Error("variants with another secret run under the same conditions")
	}
}
