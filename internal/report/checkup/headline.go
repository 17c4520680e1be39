package checkup

import (
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/report/sheet"
)

func (r report) headline(c record.Checkup) {
	r.Item(nil, sheet.Bold.Of(nameOf(c.Machine).String()))
	var parts []sheet.Span
	counts := tally(c.Findings)
	for i, t := range counts {
		text := t.text()
		if i < len(counts)-1 {
			text += ","
		}
		parts = append(parts, t.look.style.Of(text))
	}
	if len(counts) == 0 {
		parts = append(parts, sheet.Yellow.Of("Nothing was checked."))
	}
	r.Item(nil, parts...)
}

// machineName names a machine as far as it is known.
type machineName struct {
	CPU  string
	Rest []string // the number of CPUs, what the machine runs in, the system
}

func (n machineName) String() string {
	return strings.Join(append([]string{n.CPU}, n.Rest...), " · ")
}

func nameOf(m record.Machine) machineName {
	n := machineName{CPU: "unknown CPU", Rest: []string{cpusOf(m)}}
	if m.CPUModel != "" {
		n.CPU = m.CPUModel
	}
	// The second is what the fact says when there is nothing to say.
	for _, f := range [][2]string{{record.FactHypervisor, "none"}, {record.FactWSL, "no"}, {record.FactContainer, "no sign"}} {
		if fact := m.Fact(f[0]); fact.OK() && fact.Value != f[1] {
			n.Rest = append(n.Rest, fact.Value)
		}
	}
	platform := m.GOOS
	if m.GOARCH != "" {
		platform += "/" + m.GOARCH
	}
	if system := strings.TrimSpace(platform + " " + m.Kernel); system != "" {
		n.Rest = append(n.Rest, system)
	}
	return n
}

func cpusOf(m record.Machine) string {
	switch {
	case m.CPUs <= 0:
		return "unknown number of CPUs"
	case m.Affinity > 0 && m.Affinity != m.CPUs:
		return fmt.Sprintf("%d of %s", m.Affinity, plural(m.CPUs, "CPU"))
	}
	return plural(m.CPUs, "CPU")
}

// total is how many findings there are of one severity.
type total struct {
	look look
	n    int
}

// tally counts fs by severity, gravest first, leaving out what does not occur.
func tally(fs []record.Finding) []total {
	var totals []total
	for _, l := range looks {
		n := 0
		for _, f := range fs {
			if severity(f) == l.severity {
				n++
			}
		}
		if n > 0 {
			totals = append(totals, total{l, n})
		}
	}
	return totals
}

func (t total) text() string {
	if t.n == 1 {
		return "1 " + t.look.one
	}
	return fmt.Sprintf("%d %s", t.n, t.look.many)
}
