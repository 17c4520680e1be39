package main

import (
	"bytes"
	"go/format"
	"slices"
	"strings"
	"testing"
)

// The variants of an effect are different code, unless it is one of a setting or
// none at all; and all of it is what gofmt would write.
func TestModules(t *testing.T) {
	for _, e := range append(slices.Clone(allEffects), costEffects...) {
		old, new := source(t, e.old), source(t, e.new)
		same := len(e.settings) > 0 || strings.HasSuffix(e.name, "A/A")
		if bytes.Equal(old, new) != same {
			t.Errorf("%s: old and new have the same code: %v", e.name, !same)
		}
		if !bytes.Contains(old, []byte("func Benchmark"+e.bench+"(")) {
			t.Errorf("%s: the module has no %s", e.name, e.bench)
		}
	}
}

// source returns the benchmarks of a module.
func source(t *testing.T, c code) []byte {
	t.Helper()
	files, err := c.files()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files.Files {
		if f.Name != "effect_test.go" {
			continue
		}
		formatted, err := format.Source(f.Data)
		if err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
		return formatted
	}
	t.Fatal("no benchmarks")
	return nil
}

func TestWork(t *testing.T) {
	if got := (code{Work: 500}).times(1.03).Work; got != 515 {
		t.Errorf("500 × 1.03 is %d", got)
	}
}

func TestEnv(t *testing.T) {
	for _, e := range allEffects {
		if e.name == "98 KB/op, little alive: GOGC=off GOMEMLIMIT=1GiB" {
			if got := e.env(); !slices.Equal(got, []string{"GOGC=off", "GOMEMLIMIT=1GiB"}) {
				t.Errorf("got %v", got)
			}
			return
		}
	}
	t.Error("the effect is gone")
}
