package tune

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"tare/internal/machine/tuning/setup"
	"tare/internal/record"
	"tare/internal/record/unit"
)

// Standing returns the settings of this machine that an earlier tare has changed and
// not put back, and findings of these and of journals that do not say; neither when
// there are none. What a killed one has left is put back with -tune, and does not count
// then.
func Standing(k *Knobs) ([]record.Setting, []record.Finding) {
	journals, err := setup.Peek(root, os.Getenv)
	if err != nil { // as on systems without settings, where nothing was set
		return nil, nil
	}
	found := Doubts(journals)
	all := setup.Standing(root, journals, k.Profile != "")
	if len(all) > 0 {
		found = append(found, standing(all))
	}
	return all, found
}

// fewKnobs is how many knobs are named on one line.
const fewKnobs = 8

func standing(all []record.Setting) record.Finding {
	var knobs []string
	for _, s := range all {
		if !slices.Contains(knobs, s.Knob) {
			knobs = append(knobs, s.Knob)
		}
	}
	if len(knobs) > fewKnobs {
		knobs = append(knobs[:fewKnobs], "…")
	}
	return record.Finding{ID: "tuned-before", Severity: record.Warning,
		What: fmt.Sprintf("An earlier tare has changed %s of this machine, and nobody has run `tare restore` yet: %s.", unit.Plural(len(all), "setting"), strings.Join(knobs, ", "))}
}
