package checkup

import (
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
)

// nameOf names a machine as far as it is known: the CPU, and then the number
// of CPUs, what the machine runs in, and the system.
func nameOf(m record.Machine) (cpu string, rest []string) {
	cpu, rest = "unknown CPU", []string{cpusOf(m)}
	if m.CPUModel != "" {
		cpu = m.CPUModel
	}
	for _, in := range []struct{ fact, nothing, name string }{
		{record.FactHypervisor, "none", "hypervisor: "},
		{record.FactWSL, "no", ""},
		{record.FactContainer, "no sign", "container: "},
	} {
		if f := m.Fact(in.fact); f.OK() && f.Value != in.nothing {
			rest = append(rest, in.name+f.Value)
		}
	}
	platform := m.GOOS
	if m.GOARCH != "" {
		platform += "/" + m.GOARCH
	}
	if system := strings.TrimSpace(platform + " " + m.Kernel); system != "" {
		rest = append(rest, system)
	}
	return cpu, rest
}

func cpusOf(m record.Machine) string {
	switch {
	case m.CPUs <= 0:
		return "unknown number of CPUs"
	case m.Affinity > 0 && m.Affinity != m.CPUs:
		return fmt.Sprintf("%d of %s", m.Affinity, unit.Plural(m.CPUs, "CPU"))
	}
	return unit.Plural(m.CPUs, "CPU")
}
