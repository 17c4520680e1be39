package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// broken is the exit status that says that tare could not do its work.
const broken = 5

// reasons are the words for the errors that are tried, tare's own and those of SQLite,
// the go command and git, which does not always give any.
var reasons = regexp.MustCompile(`input/output error|Input/output error|no space left on device|No space left on device|disk I/O error|disk is full|file system is full|git worktree: fatal`)

// named are the files of a bed that messages are about.
var named = regexp.MustCompile(`tare\.db|journal|base\.txt|page\.html|trace\.out|kernel\.rec|/proc/sys|sides|state|go-build|\.git|cache`)

// ending says what is wrong with how tare has ended: with another status than its own,
// without success and without the reason, or called interrupted.
func (m meet) ending() (troubles []string) {
	switch {
	case m.code < 0 || m.code == 2 || m.code > broken:
		troubles = append(troubles, "it did not end by itself, or not knowing why")
	case m.code == broken && !m.hit:
		troubles = append(troubles, "it failed without a fault")
	case m.code == broken && !reasons.MatchString(m.said):
		troubles = append(troubles, "it does not say why it failed")
	case m.code == broken && !named.MatchString(m.said):
		troubles = append(troubles, "it does not name what failed")
	}
	if strings.Contains(m.said, "interrupted") {
		troubles = append(troubles, "it calls itself interrupted")
	}
	return troubles
}

// complete tells by their ends that files are whole; of those that are not here nothing
// is known but that they are not the old ones.
var complete = map[string]*regexp.Regexp{
	"base.txt":  regexp.MustCompile(`(?s)net-ns/op.*\n$`),
	"page.html": regexp.MustCompile(`</html>\s*$`),
}

// writes are the files that each verb replaces when it succeeds.
var writes = map[string][]string{
	"run": {"base.txt", "page.html"}, "compare": {"page.html", "sides/old.txt"}, "explain": {"page.html", "rec/kernel.rec"},
}

// results lists files that are neither those from before nor complete ones, and those
// that a verb has not written that calls itself successful.
func (b *bed) results(m meet) (troubles []string) {
	for _, name := range []string{"base.txt", "page.html", "rec/kernel.rec", "sides/old.txt"} {
		text, err := os.ReadFile(filepath.Join(b.dir, "out", name))
		old := string(text) == "old"
		switch whole := complete[name]; {
		case err != nil && b.aside(m, name):
		case err != nil || len(text) == 0:
			troubles = append(troubles, fmt.Sprintf("%s is lost: %d bytes, %v", name, len(text), err))
		case old && m.code != broken && slices.Contains(writes[m.verb.name], name):
			troubles = append(troubles, name+" was not written")
		case !old && whole != nil && !whole.Match(text):
			troubles = append(troubles, fmt.Sprintf("%s is not complete: %d bytes", name, len(text)))
		}
	}
	return troubles
}

// aside reports whether a file from before has another name, which tare has told.
func (b *bed) aside(m meet, name string) bool {
	dir, base := filepath.Split(filepath.Join(b.dir, "out", name))
	others, err := filepath.Glob(dir + "." + base + ".*.old")
	return err == nil && len(others) == 1 && strings.Contains(m.said, filepath.Base(others[0]))
}

// left lists processes, temporary folders, and files beside outputs.
func (b *bed) left(m meet) (troubles []string) {
	troubles = b.alive()
	beside, err := filepath.Glob(filepath.Join(b.dir, "out", "*", ".*"))
	more, err2 := filepath.Glob(filepath.Join(b.dir, "out", ".*"))
	for _, name := range append(beside, more...) {
		if strings.Contains(m.said, filepath.Base(name)+" now") { // it could not be moved back
			continue
		}
		troubles = append(troubles, "a file is left: "+name)
	}
	for _, err := range []error{err, err2} {
		if err != nil {
			troubles = append(troubles, err.Error())
		}
	}
	return append(troubles, b.folders(m.pid)...)
}

// originals restores without a fault: every setting is as it was, or restore fails and
// names it.
func (b *bed) originals(m meet) (troubles []string) {
	if m.code == broken && strings.Contains(m.said, "nothing was changed") {
		for _, name := range b.changed() {
			troubles = append(troubles, "nothing was changed, it says, but "+name+" is")
		}
	}
	out, err := b.command([]string{"restore", "-root=../root"}).CombinedOutput()
	for _, name := range b.changed() {
		if err == nil || !strings.Contains(string(out), name) {
			troubles = append(troubles, fmt.Sprintf("%s is not put back, %v\n%s", name, err, out))
		}
	}
	if err != nil {
		fmt.Printf("    restore: %v\n%s", err, out)
	}
	return troubles
}

// changed lists the settings that are not as they were at first.
func (b *bed) changed() (names []string) {
	for name, want := range settings {
		got, err := os.ReadFile(filepath.Join(b.dir, "root", name))
		canonical := strings.Trim(strings.Fields(want)[0], "[]")
		if text := strings.TrimSpace(string(got)); err != nil || text != strings.TrimSpace(want) && text != canonical {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
