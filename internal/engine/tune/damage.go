package tune

import (
	"fmt"
	"path/filepath"
	"strings"

	"tare/internal/engine/exit"
	"tare/internal/machine/journal"
	"tare/internal/record/unit"
)

// Damage says what is wrong with the journal in a folder, "" when that is nothing.
func Damage(dir string, all []journal.Damage) string {
	if len(all) == 0 {
		return ""
	}
	var lines []string
	for _, d := range all {
		lines = append(lines, lineText(d))
	}
	return fmt.Sprintf("the journal %s is damaged: %s", filepath.Join(dir, journal.FileName), strings.Join(lines, ", "))
}

// Incomplete is the error of a restore from a journal with that damage: what the other
// lines say was put back, but nobody can promise that it was all. It is nil when there
// is no damage.
func Incomplete(damage string, dropped bool) error {
	switch {
	case damage == "":
		return nil
	case dropped:
		return exit.Errorf(exit.FoundWrong, "see whether these settings are as they should be", "%s; it was dropped", damage)
	}
	return exit.Errorf(exit.FoundWrong, "see whether these settings are as they should be; `tare restore -forget` then drops the journal", "%s; it is kept", damage)
}

func lineText(d journal.Damage) string {
	switch {
	case d.Missing > 0:
		return fmt.Sprintf("%s missing before line %d", unit.Plural(d.Missing, "line"), d.Line)
	case d.Key != "":
		return fmt.Sprintf("line %d (%s)", d.Line, d.Key)
	}
	return fmt.Sprintf("line %d", d.Line)
}
