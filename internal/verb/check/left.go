package check

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"tare/internal/record"
	"tare/internal/tuning/setup"
)

// left says what tare itself has changed on the machine and not put back.
func left(root string) record.Finding {
	f := record.Finding{ID: "tuned", Group: record.GroupKernel, Severity: record.Passed, What: "Nothing that tare has set waits to be put back."}
	sessions, err := setup.Peek(root, os.Getenv, os.Geteuid())
	if err != nil {
		f.Severity, f.What, f.Evidence = record.Unverified, "Whether tare has settings to put back cannot be verified.", err.Error()
		if errors.Is(err, fs.ErrPermission) {
			f.Evidence, f.Fix = "Only root may read root's journal.", "sudo tare check"
		}
		return f
	}
	var evidence []string
	for _, s := range sessions {
		evidence = append(evidence, fmt.Sprintf("%d settings since %s, by `tare %s` (process %d).",
			len(s.Entries), s.Started.Local().Format(time.DateTime), strings.Join(s.Command, " "), s.PID))
	}
	if len(evidence) > 0 {
		f.Severity, f.What = record.Info, "tare has tuned this machine; its settings last until they are put back."
		f.Evidence, f.Fix = strings.Join(evidence, " "), "sudo tare restore"
	}
	return f
}
