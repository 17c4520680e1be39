package compare

import (
	"fmt"
	"strings"
	"testing"

	"tare/internal/cli/flags"
	"tare/internal/engine/exit"
	"tare/internal/record"
	"tare/internal/record/redact"
)

func TestRecordedHasNoSecrets(t *testing.T) {
	v := variant{Variant: record.Variant{Settings: []string{"env=T=hunter2", "gogc=50", "ldflags=-X main.token=hunter2"},
		Flags: []string{"-ldflags=-X main.token=hunter2", "-trimpath"}}, box: flags.Cell{Env: []string{"T=hunter2", "GOGC=50"}}}
	r := v.recorded(redact.Salt("salt"))
	if text := fmt.Sprintf("%+v", r); strings.Contains(text, "hunter2") || r.Cell.Env[1] != "GOGC=50" || r.Settings[1] != "gogc=50" || r.Flags[1] != "-trimpath" {
		t.Errorf("%+v", r)
	}
	if v.box.Env[0] != "T=hunter2" || v.Settings[0] != "env=T=hunter2" || v.Flags[0] != "-ldflags=-X main.token=hunter2" {
		t.Errorf("the variant itself is %+v", v)
	}
	w := v
	w.box.Env = []string{"T=hunter3", "GOGC=50"}
	if v.sameCell(w) || !v.sameCell(v) {
		t.Error("variants with another secret run under the same conditions")
	}
}

func TestRecall(t *testing.T) {
	t.Setenv("TARE_TEST_SECRET", "a=b")
	env, err := recall([]string{"GOGC=50", "TARE_TEST_SECRET=…12345678"})
	if err != nil || env[0] != "GOGC=50" || env[1] != "TARE_TEST_SECRET=a=b" {
		t.Errorf("%q, %v", env, err)
	}
	if _, err := recall([]string{"TARE_TEST_MISSING=…"}); exit.Status(err) != exit.Usage {
		t.Error(err)
	}
}

func TestIncompleteCommandLine(t *testing.T) {
	for _, args := range [][]string{{"compare", ".", "-args", "--token=…"}, {"compare", "-ldflags=-X main.token=…", "."}} {
		o, err := original(args)
		if err != nil || exit.Status(o.complete()) != exit.Usage {
			t.Errorf("%q: %v, %v", args, err, o.complete())
		}
	}
}
