package cell

import (
	"os"
	"strings"
	"testing"
)

// TestNoCgroups opens a site where there is neither proc nor sys: on every
// system a process can be run, and a limit is refused in so many words.
func TestNoCgroups(t *testing.T) {
	nowhere := Options{Root: t.TempDir()}
	s, findings, err := Open(nowhere)
	if err != nil {
		t.Fatal(err)
	}
	if len(findings) != 1 || findings[0].ID != "no-cgroup" || s.Level() != LevelNone || s.Parent() != "" {
		t.Errorf("level %q, findings %+v", s.Level(), findings)
	}
	c, err := s.New(Limits{})
	if err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.Start(Spec{Path: exe, Args: []string{"-test.run=^$"}, Env: os.Environ(), ASLR: true})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := p.Wait(t.Context()); err != nil || r.Status != 0 || r.Stopped != nil || r.OOMKills.OK() {
		t.Errorf("got %+v, %v", r, err)
	}
	if own, ancestors := c.StatPaths(); own != "" || ancestors != nil {
		t.Errorf("stat paths %q, %q", own, ancestors)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	nowhere.Limits = []Limits{{Quota: 1, Memory: 1 << 20}}
	if _, _, err := Open(nowhere); err == nil || !strings.Contains(err.Error(), "cannot limit cpu and memory") {
		t.Errorf("limits: %v", err)
	}
	if _, err := s.New(Limits{Quota: 1}); err == nil {
		t.Error("a site without cgroups made a cell with a quota")
	}
}
