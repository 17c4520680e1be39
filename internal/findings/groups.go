package findings

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"tare/internal/record"
	"tare/internal/unit"
)

// look is what one control group shows: a finding where ok, and otherwise the
// reading that there was none in, or that is missing.
type look func(g record.ControlGroup) (f record.Finding, ok bool, reading record.Reading)

// overGroups looks at every control group in sight and returns the gravest
// finding. Without one, clean is what it says. A reading that is unsupported is
// no gap: its group has no such setting, and so no such limit.
func overGroups(s subject, unknown, clean string, look look) record.Finding {
	var worst record.Finding
	var gaps []string
	for _, g := range s.Cgroups {
		f, ok, r := look(g)
		switch {
		case ok && (worst.Severity == "" || f.Severity.Compare(worst.Severity) > 0):
			worst = f
		case !ok && !r.OK() && r.Status != record.Unsupported:
			gaps = append(gaps, cmp.Or(g.Dir, "the own group")+": "+r.Why)
		}
	}
	switch {
	case worst.Severity != "":
		return worst
	case len(s.Cgroups) == 0 && !s.is(record.FactCgroups, "none"):
		return unmeasured(unknown, "no control group can be seen")
	case len(gaps) > 0:
		return unmeasured(unknown, strings.Join(gaps, "; "))
	}
	return passed(clean, s.Fact(record.FactCgroups))
}

const (
	burstUnknown     = "Whether a quota may be saved up cannot be verified."
	throttledUnknown = "Whether a quota has held tare back cannot be verified."
	weightUnknown    = "Whether tare gets a small share of contended CPUs cannot be verified."
)

func cpuBurst(s subject) record.Finding {
	return overGroups(s, burstUnknown, "No quota that can be seen may be saved up.",
		func(g record.ControlGroup) (record.Finding, bool, record.Reading) {
			return record.Finding{
				Severity: record.Info,
				What:     "A quota may be saved up: the first busy periods are not throttled, later ones are.",
				Evidence: fmt.Sprintf("%s may save up %s.", g.Dir, unit.Nanoseconds(g.Burst.Value)),
			}, g.Burst.Set() && g.Burst.Value > 0, g.Burst.Reading
		})
}

// The share of periods with throttling that is a warning, and serious. The
// second is where the alert CPUThrottlingHigh of kubernetes-mixin goes off. A
// share of fewer periods than ten seconds usually have says little.
const (
	throttledWarning = 0.01
	throttledSerious = 0.25
	throttledFewest  = 100
)

func cpuThrottled(s subject) record.Finding {
	return overGroups(s, throttledUnknown, "No quota that can be seen has held tare back.",
		func(g record.ControlGroup) (record.Finding, bool, record.Reading) {
			switch {
			case !g.Periods.OK():
				return record.Finding{}, false, g.Periods
			case !g.Throttled.OK() || g.Periods.Value == 0 || g.Throttled.Value == 0:
				return record.Finding{}, false, g.Throttled
			}
			return throttled(s, g), true, g.Throttled
		})
}

func throttled(s subject, g record.ControlGroup) record.Finding {
	periods := g.Throttled.Value / g.Periods.Value
	f := record.Finding{
		Severity: atLeastInfo(grade(periods, throttledWarning, throttledSerious)),
		What:     "A CPU quota has held tare's control group back.",
		Evidence: fmt.Sprintf("%s used its quota up in %.0f of %.0f periods (%s).", g.Dir, g.Throttled.Value, g.Periods.Value, share(periods)),
		Effect:   fmt.Sprintf("a stop of up to %s in %s of the periods", stop(g), share(periods)),
	}
	if g.Periods.Value < throttledFewest && f.Severity == record.Serious {
		f.Severity = record.Warning
	}
	f.Fix, f.Knob = liftQuota(s)
	return f
}

// stop returns how long a group may stand still once its quota is used up: at
// most until the next period begins.
func stop(g record.ControlGroup) string {
	if g.Period <= 0 {
		return "one period"
	}
	return g.Period.Round(time.Microsecond).String()
}

// defaultWeight is that of a group nobody touched, by version of the hierarchy:
// cpu.shares and cpu.weight.
var defaultWeight = map[int]float64{1: 1024, 2: 100}

func cpuWeight(s subject) record.Finding {
	return overGroups(s, weightUnknown, "No control group that can be seen gets less than the default share of contended CPUs.",
		func(g record.ControlGroup) (record.Finding, bool, record.Reading) {
			usual := defaultWeight[g.Version]
			return record.Finding{
				Severity: record.Info,
				What:     "tare's control group gets less than others when CPUs are contended.",
				Evidence: fmt.Sprintf("Weight of %s: %.0f; default: %.0f.", g.Dir, g.Weight.Value, usual),
				Effect:   fmt.Sprintf("%s of what a neighbour with the default weight gets", share(g.Weight.Value/usual)),
			}, g.Weight.OK() && g.Weight.Value < usual, g.Weight
		})
}
