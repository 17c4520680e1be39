package tune

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"tare/internal/machine/journal"
	"tare/internal/machine/tuning/setup"
	"tare/internal/record"
)

// TestDoubts has no journal pass that was not read whole.
func TestDoubts(t *testing.T) {
	denied := fmt.Errorf("reading the journal: %w", fs.ErrPermission)
	for _, c := range []struct {
		glance   setup.Glance
		severity record.Severity
		evidence string
		fix      string
	}{
		{setup.Glance{Root: true, Err: denied}, record.Unverified, "Only root may read", "sudo tare restore -dry-run"},
		{setup.Glance{Err: denied}, record.Unverified, "permission denied", ""},
		{setup.Glance{Root: true, Err: errors.New("input/output error")}, record.Unverified, "input/output error", ""},
		{setup.Glance{Root: true, Dir: "/d", Damaged: []journal.Damage{{Line: 7, Key: "file:/k"}}}, record.Warning, "journal is damaged: line 7 (file:/k).", "sudo tare restore"},
		{setup.Glance{Dir: "/d", Damaged: []journal.Damage{{Line: 7, Missing: 2}}}, record.Warning, "2 lines missing before line 7.", "tare restore"},
	} {
		found := Doubts([]setup.Glance{{Dir: "/fine"}, c.glance})
		if len(found) != 1 || found[0].Severity != c.severity || !strings.Contains(found[0].Evidence, c.evidence) || found[0].Fix != c.fix {
			t.Errorf("%+v: %+v", c.glance, found)
		}
	}
}
