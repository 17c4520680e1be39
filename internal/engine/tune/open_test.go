package tune

import (
	"strings"
	"testing"

	"tare/internal/engine/exit"
	"tare/internal/record"
)

func TestSupported(t *testing.T) {
	if err := supported("linux"); err != nil {
		t.Error(err)
	}
	for goos, hint := range map[string]string{"windows": "WSL", "darwin": "Linux only; this is darwin"} {
		err := supported(goos)
		if exit.Status(err) != exit.Broken || !strings.Contains(exit.Message(err), hint) {
			t.Errorf("%s: %v", goos, exit.Message(err))
		}
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
