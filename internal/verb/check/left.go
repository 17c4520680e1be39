package check

import (
	"fmt"
	"os"
	"strings"
	"time"

	"tare/internal/journal"
	"tare/internal/record"
	"tare/internal/tuning/setup"
)

// left says what tare itself has changed on the machine and not put back.
func left(root string) []record.Finding {
	f := record.Finding{ID: "tuned", Group: record.GroupKernel, Severity: record.Passed, What: "Nothing that tare has set waits to be put back."}
	dirs := map[string]bool{}
	for _, euid := range []int{0, os.Geteuid()} {
		if dir, err := setup.StateDir(root, os.Getenv, euid); err == nil {
			dirs[dir] = true
		}
	}
	for dir := range dirs {
		sessions, err := setup.Peek(dir)
		if err != nil {
			f.Severity, f.What, f.Evidence = record.Unverified, "Whether tare has settings to put back cannot be verified.", err.Error()
			return []record.Finding{f}
		}
		for _, s := range sessions {
			f.Severity = record.Info
			f.What = "tare has tuned this machine; its settings last until they are put back."
			f.Evidence = strings.TrimSpace(f.Evidence + " " + describe(s))
			f.Fix = "sudo tare restore"
		}
	}
	return []record.Finding{f}
}

func describe(s journal.Session) string {
	return fmt.Sprintf("%d settings since %s, by `tare %s` (process %d).", len(s.Entries), s.Started.Format(time.DateTime), strings.Join(s.Command, " "), s.PID)
}
