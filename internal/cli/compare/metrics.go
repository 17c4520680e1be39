package compare

import (
	"slices"
	"strings"

	"tare/internal/analysis/verdict"
	"tare/internal/cli/flags"
	"tare/internal/engine/exit"
)

// usualMargin is how much of a change does not matter where -margin does not say.
const usualMargin = 0.02

// units checks what -metric names and joins it as a plan has it.
func (o *options) units() (string, error) {
	var units []string
	for _, unit := range o.metrics {
		if unit == "" || strings.ContainsAny(unit, " \t=") {
			return "", exit.Errorf(exit.Usage, "write a unit as results have it, such as allocs/op, or auto", "-metric %q: not a unit", unit)
		}
		if !slices.Contains(units, unit) {
			units = append(units, unit)
		}
	}
	if len(units) == 0 {
		return verdict.Auto, nil
	}
	return strings.Join(units, ","), nil
}

// margins parses -margin: a share for all units, and UNIT=SHARE for one of those that
// -metric names. The shares are fractions of one.
func (o *options) margins() (general float64, own map[string]float64, err error) {
	general = usualMargin
	for _, text := range o.margin {
		unit, share := "", text
		if i := strings.LastIndex(text, "="); i >= 0 {
			unit, share = text[:i], text[i+1:]
		}
		v, err := margin(share)
		switch {
		case err != nil:
			return 0, nil, err
		case unit == "":
			general = v
			continue
		case !slices.Contains(o.metrics, unit) && len(o.metrics) > 0 && !slices.Contains(o.metrics, verdict.Auto):
			return 0, nil, exit.Errorf(exit.Usage, "name it: -metric="+unit, "-margin=%s: the verdicts are not about %s", text, unit)
		}
		if own == nil {
			own = map[string]float64{}
		}
		own[unit] = v
	}
	return general, own, nil
}

// margin parses a share. 0 is one: any change of a count may matter.
func margin(share string) (float64, error) {
	if share == "0" || share == "0%" {
		return 0, nil
	}
	return flags.Percent("-margin", share)
}
