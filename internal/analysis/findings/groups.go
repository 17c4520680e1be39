package findings

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"tare/internal/record"
	"tare/internal/record/unit"
)

// look returns what one control group shows, if anything, and the reading that it
// goes by.
type look func(s subject, g record.ControlGroup) (record.Finding, record.Reading)

// overGroups looks at every control group in sight and finds the gravest. A
// reading that is unsupported is no gap: its group has no such setting, and so no
// such limit.
func overGroups(look look) judge {
	return func(s subject, _ record.Fact) record.Finding {
		var worst record.Finding
		var gaps []string
		for _, g := range s.Cgroups {
			f, r := look(s, g)
			switch {
			case f.Severity != "" && (worst.Severity == "" || f.Severity.Compare(worst.Severity) > 0):
				worst = f
			case f.Severity == "" && !r.OK() && r.Status != record.Unsupported:
				gaps = append(gaps, cmp.Or(g.Dir, "the own group")+": "+r.Why)
			}
		}
		switch {
		case worst.Severity != "":
			return worst
		case len(s.Cgroups) == 0 && !s.is(record.FactCgroups, "none"):
			return unmeasured("", "no control group can be seen")
		case len(gaps) > 0:
			return unmeasured("", strings.Join(gaps, "; "))
		}
		return record.Finding{}
	}
}

func cpuBurst(_ subject, g record.ControlGroup) (f record.Finding, r record.Reading) {
	if g.Burst.Set() && g.Burst.Value > 0 {
		f = record.Finding{Severity: record.Info,
			What:     "A quota may be saved up: the first busy periods are not throttled, later ones are.",
			Evidence: fmt.Sprintf("%s may save up %s.", g.Dir, unit.Nanoseconds(g.Burst.Value))}
	}
	return f, g.Burst.Reading
}

// cpuThrottled grades the share of periods with throttling. It is serious where
// the alert CPUThrottlingHigh of kubernetes-mixin goes off
// (alerts/resource_alerts.libsonnet), but a share of fewer periods than ten
// seconds usually have says little.
func cpuThrottled(s subject, g record.ControlGroup) (f record.Finding, r record.Reading) {
	switch {
	case !g.Periods.OK():
		return f, g.Periods
	case !g.Throttled.OK() || g.Periods.Value == 0 || g.Throttled.Value == 0:
		return f, g.Throttled
	}
	periods := g.Throttled.Value / g.Periods.Value
	stop := "one period" // until the next one begins
	if g.Period > 0 {
		stop = g.Period.Round(time.Microsecond).String()
	}
	fix, knob := liftQuota(s, g)
	f = record.Finding{Severity: cmp.Or(grade(periods, 0.01, 0.25), record.Info), Fix: fix, Knob: knob,
		What:     "A CPU quota has throttled tare's control group.",
		Evidence: fmt.Sprintf("%s used its quota up in %.0f of %.0f periods (%s).", g.Dir, g.Throttled.Value, g.Periods.Value, share(periods)),
		Effect:   fmt.Sprintf("a stop of up to %s in %s of the periods", stop, share(periods))}
	if g.Periods.Value < 100 && f.Severity == record.Serious {
		f.Severity = record.Warning
	}
	return f, g.Throttled
}

// defaultWeight is that of a group nobody touched, by version of the hierarchy:
// cpu.shares and cpu.weight.
var defaultWeight = map[int]float64{1: 1024, 2: 100}

func cpuWeight(_ subject, g record.ControlGroup) (f record.Finding, r record.Reading) {
	if usual := defaultWeight[g.Version]; g.Weight.OK() && g.Weight.Value < usual {
		f = record.Finding{Severity: record.Info,
			What:     "tare's control group gets less than others when CPUs are contended.",
			Evidence: fmt.Sprintf("Weight of %s: %.0f; default: %.0f.", g.Dir, g.Weight.Value, usual),
			Effect:   fmt.Sprintf("%s of what a neighbour with the default weight gets", share(g.Weight.Value/usual))}
	}
	return f, g.Weight
}
