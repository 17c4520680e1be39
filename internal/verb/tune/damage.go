package tune

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tare/internal/host/private"
	"tare/internal/journal"
	"tare/internal/report/wording"
	"tare/internal/verb/cli"
)

// damage is the error of a journal of the machine below root that has damaged
// lines: what the others say was put back, but nobody can promise that it was all.
// It is nil when there are none.
func damage(root string, all []journal.Damage) error {
	if len(all) == 0 {
		return nil
	}
	var lines []string
	for _, d := range all {
		lines = append(lines, lineText(d))
	}
	dir, err := private.StateDir(root, os.Getenv, os.Geteuid())
	if err != nil {
		return err
	}
	return cli.Errorf(cli.FoundWrong, "see whether these settings are as they should be; `tare restore -forget` then drops the journal",
		"the journal %s is kept, since it is damaged: %s", filepath.Join(dir, journal.FileName), strings.Join(lines, ", "))
}

func lineText(d journal.Damage) string {
	switch {
	case d.Missing > 0:
		return fmt.Sprintf("%s missing before line %d", wording.Count(d.Missing, "line"), d.Line)
	case d.Key != "":
		return fmt.Sprintf("line %d (%s)", d.Line, d.Key)
	}
	return fmt.Sprintf("line %d", d.Line)
}
