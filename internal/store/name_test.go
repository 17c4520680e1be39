package store

import (
	"errors"
	"strings"
	"testing"
)

func TestName(t *testing.T) {
	s := open(t, tempPath(t))
	put(t, s, sampleRun("r1", 0, 1))
	put(t, s, sampleRun("r2", 1, 1))
	for _, c := range []struct{ id, name string }{{"r1", "baseline"}, {"r1", "before/the+change"}, {"r2", "baseline"}, {"r2", "baseline"}} {
		check(t, s.Name(t.Context(), c.id, c.name))
	}
	for name, want := range map[string]string{"@baseline": "r2", "@before/the+change": "r1", "@r1": "r1", "@latest": "r2"} {
		if id, _, err := s.Find(t.Context(), name); err != nil || id != want {
			t.Errorf("%s: %q, %v", name, id, err)
		}
	}
	if _, _, err := s.Find(t.Context(), "@base"); !errors.Is(err, ErrNotFound) {
		t.Errorf("the beginning of a name: %v", err)
	}
	if err := s.Name(t.Context(), "r3", "x"); !errors.Is(err, ErrNotFound) {
		t.Errorf("a name for nothing: %v", err)
	}
	for _, name := range []string{"", "@x", "-x", "a b", "x\n", Latest, strings.Repeat("x", 101)} {
		if s.Name(t.Context(), "r1", name) == nil {
			t.Errorf("%q is a name", name)
		}
	}
	headers, err := s.List(t.Context(), Filter{})
	check(t, err)
	if got := strings.Join(headers[1].Names, " "); got != "before/the+change" {
		t.Errorf("names %q", got)
	}
	check(t, s.Delete(t.Context(), "r2"))
	if _, _, err := s.Find(t.Context(), "@baseline"); !errors.Is(err, ErrNotFound) {
		t.Errorf("the name of a deleted run: %v", err)
	}
}

// TestNamedStay has pruning leave what somebody named: a baseline is old by nature.
func TestNamedStay(t *testing.T) {
	s, now := aged(t, tempPath(t), 1, 50, 60)
	check(t, s.Name(t.Context(), "c", "baseline"))
	p, err := s.Prune(t.Context(), Keep{Newest: 1, Unfinished: now})
	check(t, err)
	if left(t, s) != "ac" || p.Deleted != 1 || p.Kept != 2 {
		t.Errorf("left %s, %+v", left(t, s), p)
	}
}
