package machine

import (
	"tare/internal/record"
	"tare/internal/record/unit"
)

var memoryReaders = []reader{
	{record.FactMemory, size("MemTotal")},
	{record.FactMemoryAvailable, size("MemAvailable")},
	{record.FactSwap, source.swap},
	{record.FactSwappiness, integer("proc/sys/vm/swappiness")},
	{record.FactTHP, chosen(transparentDir + "/enabled")},
	{record.FactTHPDefrag, chosen(transparentDir + "/defrag")},
	{record.FactHugePages, source.reservedHugePages},
	{record.FactKSM, text(source.sharedPages)},
	{record.FactOvercommit, source.overcommit},
}

// size reads a line of /proc/meminfo.
func size(name string) readFunc {
	return func(s source) (string, float64, error) {
		v, err := s.bytes(name)
		return unit.Bytes(float64(v)), float64(v), err
	}
}

func (s source) bytes(name string) (uint64, error) {
	if s.memErr != nil {
		return 0, s.memErr
	}
	v, ok := s.meminfo[name]
	if !ok {
		return 0, lack{record.Unsupported, "/proc/meminfo has no " + name}
	}
	return v, nil
}

func (s source) swap() (string, float64, error) {
	total, err := s.bytes("SwapTotal")
	if err != nil {
		return "", 0, err
	}
	free, err := s.bytes("SwapFree")
	if err != nil {
		return "", 0, err
	}
	if free > total {
		return "", 0, undetermined("/proc/meminfo: SwapFree exceeds SwapTotal")
	}
	used := float64(total - free)
	return unit.Bytes(used) + " of " + unit.Bytes(float64(total)), used, nil
}

// overcommit names the modes of Documentation/mm/overcommit-accounting.rst.
func (s source) overcommit() (string, float64, error) {
	const name = "proc/sys/vm/overcommit_memory"
	modes := []string{"0 (heuristic)", "1 (always)", "2 (never)"}
	n, err := s.number(name)
	if err != nil {
		return "", 0, err
	}
	if n < 0 || n >= int64(len(modes)) {
		return "", 0, undetermined("/%s: unknown mode %d", name, n)
	}
	return modes[n], float64(n), nil
}

// sharedPages says what kernel same-page merging does. Stopping it leaves the
// pages merged, and the first write to each slow: Documentation/admin-guide/mm/ksm.rst.
func (s source) sharedPages() (string, error) {
	const name = "sys/kernel/mm/ksm/run"
	run, err := s.number(name)
	if err != nil {
		return "", err
	}
	switch run {
	case 1:
		return "running", nil
	case 2:
		return "off", nil
	case 0:
		shared, err := s.number("sys/kernel/mm/ksm/pages_shared")
		if err == nil && shared > 0 {
			return "stopped, pages merged before stay merged", nil
		}
		return "off", err
	}
	return "", undetermined("/%s: unknown value %d", name, run)
}
