package lab

import "tare/internal/record"

// HostOf is what designs may know of a machine. The caller sets Window.
func HostOf(m record.Machine, quick bool) Host {
	hypervisor := m.Fact(record.FactHypervisor)
	return Host{CPUs: max(1, m.Affinity), CacheLine: 64, Quick: quick,
		Guest:     hypervisor.OK() && hypervisor.Value != "none",
		HugePages: int64(m.Fact(record.FactHugePages).Number), Memory: int64(m.Fact(record.FactMemory).Number), LastCache: int64(m.Fact(record.FactCaches).Number)}
}
