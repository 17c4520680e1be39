package lab

import (
	"os"
	"runtime"

	"tare/internal/lab"
	"tare/internal/record"
)

// describe fills in what designs may depend on.
func describe(h *lab.Host, m record.Machine) {
	h.CPUs, h.CacheLine = m.Affinity, 64
	h.Memory, h.LastCache = int64(m.Fact(record.FactMemory).Number), int64(m.Fact(record.FactCaches).Number)
	h.HugePages = int64(m.Fact(record.FactHugePages).Number)
}

// missing are the needs that the machine does not meet. Limits of cells are not among
// them: the place for cells knows.
func missing(needs []lab.Need, m record.Machine) (names []string) {
	known := func(name string, holds func(record.Fact) bool) bool {
		f := m.Fact(name)
		return f.Status == record.Measured && holds(f)
	}
	there := func(f record.Fact) bool { return f.Value != "none" }
	for _, n := range needs {
		met := true
		switch n {
		case lab.NeedLinux:
			met = m.GOOS == "linux"
		case lab.NeedAMD64:
			met = runtime.GOARCH == "amd64"
		case lab.NeedTwo:
			met = m.Affinity >= 2
		case lab.NeedFour:
			met = m.Affinity >= 4
		case lab.NeedPMU:
			met = known(record.FactPMU, there)
		case lab.NeedFreq:
			met = known(record.FactGovernor, there)
		case lab.NeedKnobs:
			met = known(record.FactSchedSlice, there)
		case lab.NeedHuge:
			met = known(record.FactTHP, func(f record.Fact) bool { return f.Value != "never" })
		case lab.NeedDrop:
			met = os.Geteuid() == 0
		}
		if !met {
			names = append(names, string(n))
		}
	}
	return names
}
