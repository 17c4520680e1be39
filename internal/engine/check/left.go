package check

import (
	"fmt"
	"os"
	"strings"
	"time"

	"tare/internal/engine/tune"
	"tare/internal/machine/tuning/setup"
	"tare/internal/record"
	"tare/internal/record/unit"
)

// left says what tare itself has changed on the machine and not put back.
func left(root string) []record.Finding {
	journals, err := setup.Peek(root, os.Getenv)
	if err != nil {
		return []record.Finding{tune.Unverified(setup.Glance{Err: err})}
	}
	var found []record.Finding
	for _, g := range journals {
		if len(g.Sessions) > 0 {
			found = append(found, tuned(g))
		}
	}
	found = append(found, tune.Doubts(journals)...)
	if len(found) == 0 {
		found = append(found, record.Finding{ID: "tuned", Group: record.GroupKernel, Severity: record.Passed, What: "Nothing that tare has set waits to be put back."})
	}
	return found
}

// tuned is the finding of a journal with settings to put back.
func tuned(g setup.Glance) record.Finding {
	var evidence []string
	for _, s := range g.Sessions {
		evidence = append(evidence, fmt.Sprintf("%s since %s, by `tare %s` (process %d).", unit.Plural(len(s.Entries), "setting"),
			s.Started.Local().Format(time.DateTime), strings.Join(s.Command, " "), s.PID))
	}
	return record.Finding{ID: "tuned", Group: record.GroupKernel, Severity: record.Info, What: "tare has tuned this machine; its settings last until they are put back.",
		Evidence: strings.Join(evidence, " "), Fix: tune.HowToRestore(g)}
}
