package rawfile

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

type point struct {
	X int `json:"x"`
}

func TestAppendAndRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "raw")
	if all, err := Read[point](name); err != nil || len(all) != 0 {
		t.Fatalf("of no file: %v, %v", all, err)
	}
	want := []point{{1}, {2}}
	for _, p := range want {
		if err := Append(name, p); err != nil {
			t.Fatal(err)
		}
	}
	if all, err := Read[point](name); err != nil || !slices.Equal(all, want) {
		t.Errorf("got %v, %v", all, err)
	}
}

// A call that was killed while it wrote loses that line alone.
func TestReadCutsTheTornLine(t *testing.T) {
	name := filepath.Join(t.TempDir(), "raw")
	const whole = "{\"x\":1}\n"
	if err := os.WriteFile(name, []byte(whole+`{"x`), 0o666); err != nil {
		t.Fatal(err)
	}
	if all, err := Read[point](name); err != nil || !slices.Equal(all, []point{{1}}) {
		t.Errorf("got %v, %v", all, err)
	}
	if got, _ := os.ReadFile(name); string(got) != whole {
		t.Errorf("left in the file: %s", got)
	}
}

func TestReadRefusesWhatIsNotIts(t *testing.T) {
	name := filepath.Join(t.TempDir(), "raw")
	if err := os.WriteFile(name, []byte("BenchmarkX 1 2 ns/op\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if all, err := Read[point](name); err == nil {
		t.Errorf("got %v", all)
	}
}
