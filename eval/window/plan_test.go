package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

func everything() options {
	return options{rounds: 3, compares: 2, against: "other", cgo: true, seed: 1}
}

var anything = regexp.MustCompile("")

// Every round has every subject once; what was observed is left out, and what
// failed is not.
func TestGoOn(t *testing.T) {
	all := plan(everything())
	seen := map[key]int{}
	for _, p := range all {
		seen[p.key]++
	}
	if len(seen) != len(all) {
		t.Errorf("%d different tasks of %d", len(seen), len(all))
	}
	if want := 3*(len(targets(true))+len(allEffects)+len(costEffects)) + 2*len(allEffects); len(all) != want {
		t.Errorf("%d tasks, want %d", len(all), want)
	}
	done := []visit{{key: all[0].key}, {key: all[1].key, Failed: "no"}}
	todo := remaining(all, done, anything)
	if len(todo) != len(all)-1 || todo[0].key != all[1].key {
		t.Errorf("%d to do of %d, the first %v", len(todo), len(all), todo[0].key)
	}
	for _, p := range remaining(all, nil, regexp.MustCompile("^values kinds Setup")) {
		if p.Part != values || !strings.HasPrefix(p.Subject, "kinds Setup") {
			t.Errorf("not asked for: %v", p.key)
		}
	}
}

// A longer plan begins with the rounds of a shorter one, in another order at most.
func TestMoreRoundsKeepWhatWasObserved(t *testing.T) {
	o := everything()
	var done []visit
	for _, p := range plan(o) {
		done = append(done, visit{key: p.key})
	}
	o.rounds++
	for _, p := range remaining(plan(o), done, anything) {
		if p.Round != 3 || p.Part == verdicts {
			t.Errorf("to do again: %v", p.key)
		}
	}
}

func TestPlanNeedsWhatThereIs(t *testing.T) {
	o := everything()
	o.cgo, o.against = false, ""
	for _, p := range plan(o) {
		if p.Part == costs || strings.HasPrefix(p.Subject, "threads ") {
			t.Errorf("cannot be done: %v", p.key)
		}
	}
}

func TestSameTruth(t *testing.T) {
	o := options{benchtime: 5 * time.Second}
	of := func(benchtime, failed string) []visit {
		return []visit{{Truth: []truth{{Benchtime: benchtime}}, Failed: failed}}
	}
	if err := sameTruth(of("5s", ""), o); err != nil {
		t.Error(err)
	}
	if err := sameTruth(of("", "no result"), o); err != nil {
		t.Error(err)
	}
	if err := sameTruth(of("3s", ""), o); err == nil || !strings.Contains(err.Error(), "3s") {
		t.Errorf("got %v", err)
	}
}

func TestAsItComes(t *testing.T) {
	for name, ok := range map[string]bool{"HOME": true, "GOGC": false, "GOMAXPROCS": false} {
		err := asItComes(func(asked string) (string, bool) { return "", asked == name })
		if (err == nil) != ok {
			t.Errorf("%s is set: %v", name, err)
		}
	}
}

// The tables name each benchmark of ./kinds, and none that is not there.
func TestSuitesAreComplete(t *testing.T) {
	files, err := filepath.Glob("kinds/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	below, err := filepath.Glob("kinds/*/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var there, listed []string
	for _, name := range append(files, below...) {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && strings.HasPrefix(fn.Name.Name, "Benchmark") {
				there = append(there, filepath.ToSlash(filepath.Dir(name))+" "+fn.Name.Name)
			}
		}
	}
	for _, s := range suites {
		for _, b := range s.list {
			if s.module == "" {
				listed = append(listed, strings.TrimPrefix(s.folder, "eval/window/")+" Benchmark"+b.name)
			}
		}
	}
	slices.Sort(there)
	slices.Sort(listed)
	if !slices.Equal(there, listed) {
		t.Errorf("there are\n%s\nand the tables have\n%s", strings.Join(there, "\n"), strings.Join(listed, "\n"))
	}
}

func TestPattern(t *testing.T) {
	if got := pattern("Sum64/4.B"); got != `^BenchmarkSum64$/^4\.B$` {
		t.Errorf("got %s", got)
	}
}

func TestListing(t *testing.T) {
	todo := []task{{key: key{effects, "a", 0}}, {key: key{verdicts, "a", 0}}, {key: key{effects, "a", 1}}}
	const want = "  2 × effects a\n  1 × verdicts a\n3 rounds of subjects, about 42s\n"
	if got := listing(todo, 5*time.Second); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
