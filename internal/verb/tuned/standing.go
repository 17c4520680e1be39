package tuned

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/report/wording"
	"tare/internal/tuning/setup"
	"tare/internal/verb/tune"
)

// Standing returns the settings of this machine that an earlier tare has changed and
// not put back, and the finding of that; neither when there are none. What a killed
// one has left is put back with -tune, and does not count then.
func Standing(k *tune.Knobs) ([]record.Setting, []record.Finding) {
	// Where nothing can be told, as on systems without settings, nothing was set.
	all, err := setup.Standing(root, os.Getenv, os.Geteuid(), k.Profile != "")
	if err != nil || len(all) == 0 {
		return nil, nil
	}
	return all, []record.Finding{standing(all)}
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
		What: fmt.Sprintf("An earlier tare has changed %s of this machine that `tare restore` is to put back: %s.", wording.Count(len(all), "setting"), strings.Join(knobs, ", "))}
}
