package tune

import (
	"errors"
	"io/fs"

	"tare/internal/machine/tuning/setup"
	"tare/internal/record"
)

// Doubts are the findings of journals that could not be read, and of damaged ones:
// whether this machine is as its owner has set it, they do not say.
func Doubts(journals []setup.Glance) []record.Finding {
	var found []record.Finding
	for _, g := range journals {
		if g.Err != nil {
			found = append(found, Unverified(g))
		}
		if text := Damage(g.Dir, g.Damaged); text != "" {
			found = append(found, record.Finding{ID: doubtID, Group: record.GroupKernel, Severity: record.Warning,
				What: "A journal of settings is damaged: not all that tare is to put back may be in it.", Evidence: text + ".", Fix: HowToRestore(g)})
		}
	}
	return found
}

const doubtID = "journal"

// Unverified is the finding of a journal that could not be read.
func Unverified(g setup.Glance) record.Finding {
	f := record.Finding{ID: doubtID, Group: record.GroupKernel, Severity: record.Unverified,
		What: "Whether tare has settings to put back cannot be verified.", Evidence: g.Err.Error()}
	if g.Root && errors.Is(g.Err, fs.ErrPermission) {
		f.Evidence, f.Fix = "Only root may read root's journal.", HowToRestore(g)+" -dry-run"
	}
	return f
}

// HowToRestore is the command that puts back what a journal says.
func HowToRestore(g setup.Glance) string {
	if g.Root {
		return "sudo tare restore"
	}
	return "tare restore"
}
