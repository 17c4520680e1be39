package hook

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// goroot is the Go tree that runs this test.
func goroot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func installed(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(goroot(t), "src", "testing", "benchmark.go"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestPatchKeepsLineNumbers(t *testing.T) {
	text := installed(t)
	patched, err := patch(text)
	if err != nil {
		t.Fatal(err)
	}
	before, after := strings.Split(text, "\n"), strings.Split(patched, "\n")
	if len(before) != len(after) {
		t.Fatalf("%d lines became %d", len(before), len(after))
	}
	changed := 0
	for i := range before {
		if before[i] != after[i] {
			changed++
		}
	}
	want := 0
	for _, a := range anchors {
		want += a.count
	}
	if changed != want {
		t.Errorf("%d lines changed, want %d", changed, want)
	}
}

// A Go version whose benchmark.go differs in any of the places must not get a
// hook that reads something else.
func TestPatchFailsClosed(t *testing.T) {
	text := installed(t)
	for _, a := range anchors {
		here, _ := a.find(text)
		for name, broken := range map[string]string{
			"missing": strings.Replace(text, here.text, "", 1),
			"doubled": text + here.text,
		} {
			got, err := patch(broken)
			if e := (*AnchorError)(nil); !errors.As(err, &e) || e.Why != a.why || got != "" {
				t.Errorf("%s %s: error %v", a.why, name, err)
			}
		}
	}
}

func TestOverlayNamesWhatItReplaces(t *testing.T) {
	dir := t.TempDir()
	path, err := Overlay(goroot(t), dir, 0, false)
	if err != nil {
		t.Fatal(err)
	}
	spec, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"benchmark.go", "tare.go", "tare_plan.go", "tare_linux.go", "tare_other.go"} {
		if !strings.Contains(string(spec), name) {
			t.Errorf("%s is not in %s", name, spec)
		}
	}
	again, err := Overlay(goroot(t), dir, 0, false)
	if err != nil || again != path {
		t.Errorf("a second time: %q, %v", again, err)
	}
	if _, err := Overlay(t.TempDir(), dir, 0, false); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a Go tree: %v", err)
	}
}
