package diary

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestSave(t *testing.T) {
	file := filepath.Join(t.TempDir(), "diary")
	t.Setenv(Env, file)
	var d Diary
	for range 2 {
		d.Unit(10, 30, [Plants]int64{5, 2})
		d.Loss(1, 40, 50, 10)
		if err := d.Save(); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	got, err := Read(f)
	want := []Entry{{true, 10, 30, [Plants]int64{5, 2}}, {false, 40, 50, [Plants]int64{0, 10}}}
	if err != nil || !slices.Equal(got, append(want, want...)) || got[0].Length() != 20 {
		t.Errorf("%v, %v", got, err)
	}
}

func TestReadError(t *testing.T) {
	if all, err := Read(strings.NewReader(`{"unit":true}` + "\n{")); err == nil {
		t.Errorf("read %v of a diary that breaks off", all)
	}
}
