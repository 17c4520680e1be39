package machine

import (
	"fmt"

	"tare/internal/read"
	"tare/internal/read/procfs"
	"tare/internal/record"
)

var busyReaders = []reader{
	{record.FactLoad, source.load},
	{record.FactPressureCPU, pressure("cpu")},
	{record.FactPressureMemory, pressure("memory")},
	{record.FactPressureIO, pressure("io")},
}

func (s source) load() (string, float64, error) {
	l, err := read.Parse(s.root, "proc/loadavg", procfs.ParseLoadAvg)
	return fmt.Sprintf("%.2f %.2f %.2f", l.One, l.Five, l.Fifteen), l.One, err
}
