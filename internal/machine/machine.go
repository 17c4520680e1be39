// Package machine reads what is measured on: facts, never guesses, and none of
// the conclusions. It reads /proc, /sys and /dev below an fs.FS, so that a
// recorded tree of another machine does as well as this one's root. The names of
// the facts and the forms of their values are in package record.
package machine

import (
	"cmp"
	"io/fs"
	"os"
	"runtime"

	"tare/internal/read/sysfs"
	"tare/internal/record"
)

// Options say what no file below the root does.
type Options struct {
	GOOS, GOARCH string // of the machine; empty for this process's
	// Affinity is the number of CPUs the workload may run on, for where
	// /proc/self/status does not say; 0 if unknown.
	Affinity int
	// Dir is the working directory of the workload, absolute and without
	// symbolic links; empty if unknown.
	Dir string
	// KubernetesHost is $KUBERNETES_SERVICE_HOST.
	KubernetesHost string
}

// Here returns the options of the machine that this process runs on, for a workload in
// dir.
func Here(dir string) Options {
	return Options{Affinity: runtime.NumCPU(), Dir: dir, KubernetesHost: os.Getenv("KUBERNETES_SERVICE_HOST")}
}

// Read reads the machine whose root directory is root. It never fails: what
// could not be read becomes a fact with its status and the reason, the fields of
// the machine itself included. Outside Linux root is not read and may be nil;
// CPUs is what the Go runtime says.
func Read(root fs.FS, opts Options) record.Machine {
	opts.GOOS = cmp.Or(opts.GOOS, runtime.GOOS)
	opts.GOARCH = cmp.Or(opts.GOARCH, runtime.GOARCH)
	m := record.Machine{GOOS: opts.GOOS, GOARCH: opts.GOARCH, Affinity: opts.Affinity}
	add := func(group, name, value string, number float64, err error) {
		f := newFact(name, value, err)
		f.Group, f.Number = group, number
		m.Facts = append(m.Facts, f)
	}
	field := func(name string, err error) {
		if err != nil {
			add(record.GroupCPU, name, "", 0, err)
		}
	}
	if opts.GOOS != "linux" {
		m.CPUs = runtime.NumCPU()
		onlyLinux := lack{record.Unsupported, "only read on Linux"}
		field(record.FactCPUModel, onlyLinux)
		field(record.FactKernel, onlyLinux)
		for _, group := range record.Groups {
			for _, r := range readers[group] {
				add(group, r.name, "", 0, onlyLinux)
			}
		}
		return m
	}

	s := newSource(root, opts)
	var err error
	m.CPUModel, err = s.cpuModel()
	field(record.FactCPUModel, err)
	m.CPUs = len(s.online)
	field(record.FactCPUs, s.onlineErr)
	if cpus, err := s.affinity(); err == nil {
		m.Affinity, m.AffinityList = len(cpus), sysfs.FormatList(cpus)
	} else if m.Affinity == 0 {
		field(record.FactAffinity, err)
	}
	m.Kernel, err = s.kernel()
	field(record.FactKernel, err)
	for _, group := range record.Groups {
		for _, r := range readers[group] {
			value, number, err := r.read(s)
			add(group, r.name, value, number, err)
		}
	}
	m.Cgroups = s.groups
	return m
}
