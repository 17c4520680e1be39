package tune

import (
	"strings"
	"testing"
	"time"

	"tare/internal/journal"
	"tare/internal/record"
	"tare/internal/verb/cli"
)

func TestSupported(t *testing.T) {
	if err := supported("linux"); err != nil {
		t.Error(err)
	}
	for goos, hint := range map[string]string{"windows": "WSL", "darwin": "Linux only; this is darwin"} {
		err := supported(goos)
		if cli.Status(err) != cli.Broken || !strings.Contains(cli.Message(err), hint) {
			t.Errorf("%s: %v", goos, cli.Message(err))
		}
	}
}

func TestDescribe(t *testing.T) {
	h := journal.Holder{PID: 7, Command: []string{"run", "-tune"}, Since: time.Date(2026, 1, 2, 3, 4, 5, 0, time.Local)}
	if got := describe(h); got != "`tare run -tune` (process 7, since 03:04:05)" {
		t.Error(got)
	}
	if got := describe(journal.Holder{}); !strings.HasPrefix(got, "another tare") {
		t.Error(got)
	}
}

func TestLeftBehind(t *testing.T) {
	fine := []record.Setting{{Key: "a", State: record.StateRestored}, {Key: "b", State: record.StateOriginal}}
	if err := leftBehind(fine); err != nil {
		t.Error(err)
	}
	err := leftBehind(append(fine, record.Setting{Key: "c", State: record.StateChanged, Why: "why"}))
	if err == nil || err.Error() != "c was not put back: changed (why)" {
		t.Error(err)
	}
}
