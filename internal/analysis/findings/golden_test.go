package findings_test

import (
	"fmt"
	"strings"
	"testing"

	"tare/internal/analysis/capacity"
	"tare/internal/analysis/findings"
	"tare/internal/machine/machinetest"
	"tare/internal/record"
	"tare/internal/test/golden"
)

// TestRecordedMachines checks recorded machines, for a program of Go 1.26 with an
// empty environment.
func TestRecordedMachines(t *testing.T) {
	for _, name := range machinetest.Names() {
		t.Run(name, func(t *testing.T) {
			m := machinetest.Read(t, name)
			c := capacity.Of(m, capacity.Go{Version: "go1.26.1", Language: "1.26"})
			got := render(c, findings.Check(m, c, nil), findings.Of(m))
			golden.Check(t, name+".golden", got)
		})
	}
}

func render(c record.Capacity, checked, run []record.Finding) string {
	var b strings.Builder
	number := func(name string, r record.Reading, by, why string) {
		value := fmt.Sprintf("%.6g", r.Value)
		if !r.OK() {
			value = "? (" + r.Why + ")"
		}
		fmt.Fprintf(&b, "%s: %s; %s; %s\n", name, value, by, why)
	}
	number("CPUs", c.CPUs, c.Limiter, c.Hidden)
	number("GOMAXPROCS", c.GOMAXPROCS, c.Source, "")
	number("recommended", c.Recommended, "", c.Reason)
	number("memory", c.Memory.Reading, c.MemoryLimiter, "")
	number("recommended", c.RecommendedMemory, "", c.MemoryReason)
	group := ""
	for _, f := range checked {
		if f.Group != group {
			group = f.Group
			fmt.Fprintf(&b, "\n# %s\n", group)
		}
		write(&b, f)
	}
	b.WriteString("\n# for a run\n")
	for _, f := range run {
		write(&b, f)
	}
	return b.String()
}

func write(b *strings.Builder, f record.Finding) {
	fmt.Fprintf(b, "%s %s: %s\n", f.Severity, f.ID, f.What)
	for _, line := range []struct{ name, text string }{{"evidence", f.Evidence}, {"effect", f.Effect}, {"fix", f.Fix}, {"knob", f.Knob}} {
		if line.text != "" && f.Severity != record.Passed {
			fmt.Fprintf(b, "    %s: %s\n", line.name, line.text)
		}
	}
}
