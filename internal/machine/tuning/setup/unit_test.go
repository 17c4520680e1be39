package setup

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestInstall(t *testing.T) {
	root := t.TempDir()
	text := Unit("/opt/my tools/tare", []string{"-frequency=80%", "quiet"})
	for _, line := range []string{
		`ExecStart="/opt/my tools/tare" tune -frequency=80%% quiet`,
		`ExecStop="/opt/my tools/tare" restore`,
		"RemainAfterExit=yes",
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no line %q in\n%s", line, text)
		}
	}
	if _, err := InstallUnit(root, text); !errors.Is(err, ErrNoSystemd) {
		t.Errorf("without systemd: %v", err)
	}
	if err := os.MkdirAll(filepath.Join(root, booted), 0o755); err != nil {
		t.Fatal(err)
	}
	for range 2 { // installing again replaces it
		name, err := InstallUnit(root, text)
		if err != nil {
			t.Fatal(err)
		}
		enabled, err := os.ReadFile(filepath.Join(root, wantsDir, UnitName))
		if err != nil || string(enabled) != text || filepath.Base(name) != UnitName {
			t.Errorf("enabled is %q, %v", enabled, err)
		}
	}
	for _, want := range []bool{true, false} {
		if found, err := RemoveUnit(root); err != nil || found != want {
			t.Errorf("removed: %v, %v", found, err)
		}
	}
	if left, err := filepath.Glob(filepath.Join(root, unitDir, "*.service")); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}
