package machine_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"tare/internal/machine/machinetest"
	"tare/internal/record"
	"tare/internal/test/golden"
)

func TestTrees(t *testing.T) {
	for _, name := range machinetest.Names() {
		t.Run(name, func(t *testing.T) {
			m := machinetest.Read(t, name)
			checkFacts(t, m)
			got := render(m)
			golden.Check(t, name+".golden", got)
		})
	}
}

// render writes everything there is in m, a fact or a limit on a line.
func render(m record.Machine) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s/%s, kernel %q\n", m.GOOS, m.GOARCH, m.Kernel)
	fmt.Fprintf(&b, "%q, %d CPUs, %d usable: %q\n", m.CPUModel, m.CPUs, m.Affinity, m.AffinityList)
	group := ""
	for _, f := range m.Facts {
		if f.Group != group {
			group = f.Group
			fmt.Fprintf(&b, "\n# %s\n", group)
		}
		fmt.Fprintf(&b, "%s: %s\n", f.Name, showFact(f))
	}
	for _, g := range m.Cgroups {
		fmt.Fprintf(&b, "\n# v%d %s, own %v, root %v\n", g.Version, g.Dir, g.Own, g.Root)
		b.WriteString(strings.ReplaceAll(renderGroup(g), g.Dir+"/", "…/"))
	}
	for _, p := range m.Neighbours {
		fmt.Fprintf(&b, "\nneighbour %+v\n", p)
	}
	return b.String()
}

func renderGroup(g record.ControlGroup) string {
	var b strings.Builder
	fmt.Fprintf(&b, "controllers: %s\n", strings.Join(g.Controllers, " "))
	for _, line := range []struct{ name, value string }{
		{"CPUs", showLimit(g.CPU)},
		{"period", g.Period.String()},
		{"burst, ns", showLimit(g.Burst)},
		{"weight", show(g.Weight)},
		{"CPU set", showFact(g.CPUSet)},
		{"memory", showLimit(g.Memory)},
		{"swap", showLimit(g.Swap)},
		{"periods", show(g.Periods)},
		{"throttled periods", show(g.Throttled)},
		{"throttled, ns", show(g.ThrottledTime)},
	} {
		fmt.Fprintf(&b, "%s: %s\n", line.name, line.value)
	}
	return b.String()
}

func showFact(f record.Fact) string {
	switch {
	case !f.OK():
		return missing(f.Status, f.Why)
	case f.Number != 0:
		return f.Value + "  = " + number(f.Number)
	}
	return f.Value
}

func showLimit(l record.Limit) string {
	if l.OK() && l.None {
		return "none"
	}
	return show(l.Reading)
}

func show(r record.Reading) string {
	if !r.OK() {
		return missing(r.Status, r.Why)
	}
	return number(r.Value)
}

// number keeps bytes and ns exact, and fractions free of rounding errors.
func number(v float64) string {
	if v == math.Trunc(v) {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

func missing(s record.Status, why string) string {
	if s == record.Undetermined {
		s = "undetermined"
	}
	return fmt.Sprintf("[%s] %s", s, why)
}
