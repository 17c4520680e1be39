package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"tare/eval/rawfile"
	"tare/internal/record"
)

// A call that was killed while it wrote loses that line alone, and what is left to
// do is what is not in the file.
func TestGoOn(t *testing.T) {
	o := options{raw: filepath.Join(t.TempDir(), "raw"), repeats: 2, seed: 3, only: regexp.MustCompile("")}
	first := shuffled(o.seed, 0)
	text := ""
	for _, s := range first[:2] {
		line, err := json.Marshal(comparison{label: s.label(), outcome: outcome{Verdict: record.Slower}})
		if err != nil {
			t.Fatal(err)
		}
		text += string(line) + "\n"
	}
	write(t, o.raw, text+text[:20])
	done, err := rawfile.Read[comparison](o.raw)
	if err != nil || len(done) != 2 {
		t.Fatalf("%d comparisons, %v", len(done), err)
	}
	if got, _ := os.ReadFile(o.raw); string(got) != text {
		t.Errorf("left in the file: %s", got)
	}
	todo := remaining(o, done)
	if len(todo) != 2*len(first)-2 || todo[0].label() != first[2].label() {
		t.Errorf("%d to do, the first %v, want %v", len(todo), todo[0].label(), first[2].label())
	}
	order := func(all []setup) (s []string) {
		for _, c := range all {
			s = append(s, c.label().String())
		}
		return s
	}
	if slices.Equal(order(first), order(shuffled(o.seed, 1))) {
		t.Error("every repeat has the same order")
	}
}

func TestWork(t *testing.T) {
	for _, p := range pairs {
		if w := work(p.effect); len(w) != len(work(0)) {
			t.Errorf("%s: %s has another length than %s", p.name, w, work(0))
		}
	}
}
