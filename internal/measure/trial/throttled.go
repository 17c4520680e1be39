package trial

import (
	"os"

	"tare/internal/measure/cell"
	"tare/internal/read/cgroupfs"
	"tare/internal/record"
)

// throttling is the state of the cpu.stat files around a process.
type throttling struct {
	own       record.Reading
	ancestors record.Reading
}

// throttled reads the cpu.stat files of a cell, for the accounting of whole
// processes. (Windows are read by the hook.)
func throttled(box *cell.Cell) throttling {
	own, ancestors := box.StatPaths()
	t := throttling{own: throttledTime(own)}
	if len(ancestors) == 0 {
		t.ancestors = record.Missing(record.Unsupported, "no cpu.stat above the cell")
		return t
	}
	t.ancestors = record.Of(0)
	for _, path := range ancestors {
		r := throttledTime(path)
		if !r.OK() {
			t.ancestors = r
			break
		}
		t.ancestors.Value += r.Value
	}
	return t
}

func throttledTime(path string) record.Reading {
	if path == "" {
		return record.Missing(record.Unsupported, "the cell has no cpu controller")
	}
	f, err := os.Open(path)
	if err != nil {
		return record.Missing(record.Undetermined, err.Error())
	}
	defer f.Close()
	stat, ok, err := cgroupfs.ParseCPUStat(f)
	switch {
	case err != nil:
		return record.Missing(record.Undetermined, err.Error())
	case !ok:
		return record.Missing(record.Unsupported, path+" has no throttling figures")
	}
	return record.Of(float64(stat.ThrottledTime))
}

// since returns the progress from before to t.
func (t throttling) since(before throttling) record.Readings {
	rs := record.Readings{}
	for m, r := range map[record.Metric][2]record.Reading{
		record.Throttled:          {before.own, t.own},
		record.ThrottledAncestors: {before.ancestors, t.ancestors},
	} {
		rs[m] = r[1]
		if r[0].OK() && r[1].OK() {
			rs[m] = record.Of(r[1].Value - r[0].Value)
		}
	}
	return rs
}
