// Package machine reads what is measured on, facts and never guesses, and the
// findings that are plain from them. It reads /proc and /sys below an fs.FS, so
// that a recorded tree of another machine does as well as this one's root.
package machine

import (
	"cmp"
	"io/fs"
	"runtime"
	"slices"

	"tare/internal/record"
)

// Options say what no file below the root does.
type Options struct {
	GOOS, GOARCH string // of the machine; empty for this process's
	// Affinity is the number of CPUs the workload may run on, as
	// sched_getaffinity or, outside Linux, runtime.NumCPU says; 0 if unknown.
	Affinity int
	// Dir is the working directory of the workload, absolute and without
	// symbolic links; empty if unknown.
	Dir string
	// KubernetesHost is $KUBERNETES_SERVICE_HOST.
	KubernetesHost string
}

// facts lists what is read, in the order to print: first what decides whether
// two machines can be compared, last what changes from minute to minute.
var facts = []struct {
	name string
	read func(source) (string, error)
}{
	{FactHypervisor, source.hypervisor},
	{FactWSL, source.wsl},
	{FactContainer, source.container},
	{FactFrequencyDriver, source.frequencyDriver},
	{FactGovernor, source.governor},
	{FactBoost, source.boost},
	{FactSMT, source.smt},
	{FactNUMA, source.numaNodes},
	{FactClocksource, source.clocksource},
	{FactTHP, source.hugePages},
	{FactASLR, source.aslr},
	{FactMemory, source.memory},
	{FactDirectory, source.directory},
	{FactPerfParanoid, source.perfParanoid},
	{FactMemoryAvailable, source.memoryAvailable},
	{FactSwap, source.swap},
	{FactLoad, source.load},
	{FactSteal, source.steal},
}

// Read reads the machine whose root directory is root. It never fails: what
// could not be read becomes a fact with its status and the reason, the fields of
// the machine itself included. Outside Linux root is not read and may be nil;
// CPUs is what the Go runtime says.
func Read(root fs.FS, opts Options) record.Machine {
	opts.GOOS = cmp.Or(opts.GOOS, runtime.GOOS)
	opts.GOARCH = cmp.Or(opts.GOARCH, runtime.GOARCH)
	m := record.Machine{GOOS: opts.GOOS, GOARCH: opts.GOARCH, Affinity: opts.Affinity}
	add := func(name, value string, err error) {
		m.Facts = append(m.Facts, newFact(name, value, err))
	}
	if opts.Affinity == 0 {
		add(FactAffinity, "", undetermined("the number of usable CPUs is not known"))
	}
	if opts.GOOS != "linux" {
		m.CPUs = runtime.NumCPU()
		onlyLinux := lack{record.Unsupported, "only read on Linux"}
		add(FactCPUModel, "", onlyLinux)
		add(FactKernel, "", onlyLinux)
		for _, f := range facts {
			add(f.name, "", onlyLinux)
		}
		return m
	}

	s := newSource(root, opts)
	var err error
	if m.CPUModel, err = s.cpuModel(); err != nil {
		add(FactCPUModel, "", err)
	}
	if m.CPUs, err = s.cpusOnline(); err != nil {
		add(FactCPUs, "", err)
	}
	if m.Kernel, err = s.kernel(); err != nil {
		add(FactKernel, "", err)
	}
	for _, f := range facts {
		value, err := f.read(s)
		add(f.name, value, err)
	}
	return m
}

// factOf returns the named fact of m, undetermined when m has none.
func factOf(m record.Machine, name string) record.Fact {
	i := slices.IndexFunc(m.Facts, func(f record.Fact) bool { return f.Name == name })
	if i < 0 {
		return newFact(name, "", undetermined("not read"))
	}
	return m.Facts[i]
}
