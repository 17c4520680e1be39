package machine_test

import (
	"math"
	"os"
	"runtime"
	"slices"
	"testing"
	"testing/fstest"

	"tare/internal/machine"
	"tare/internal/machine/machinetest"
	"tare/internal/record"
)

// TestEmptyRootPassesNothing reads a root without /proc and /sys, where nothing
// can be known and so nothing may pass.
func TestEmptyRootPassesNothing(t *testing.T) {
	m := machine.Read(fstest.MapFS{}, machine.Options{GOOS: "linux"})
	if m.CPUModel != "" || m.CPUs != 0 || m.Kernel != "" || len(m.Cgroups) != 0 || len(m.Neighbours) != 0 {
		t.Errorf("made up: %+v", m)
	}
	checkComplete(t, m)
	for _, f := range m.Facts {
		if f.OK() || f.Value != "" || f.Number != 0 || f.Why == "" {
			t.Errorf("%+v, want no value and a reason", f)
		}
	}
}

func TestNotLinux(t *testing.T) {
	m := machine.Read(nil, machine.Options{GOOS: "darwin", GOARCH: "arm64", Affinity: 10})
	if m.GOOS != "darwin" || m.GOARCH != "arm64" || m.Affinity != 10 || m.CPUs != runtime.NumCPU() {
		t.Errorf("got %+v", m)
	}
	checkComplete(t, m)
	for _, f := range m.Facts {
		if f.Status != record.Unsupported || f.Why != "only read on Linux" {
			t.Errorf("got %+v", f)
		}
	}
}

// TestThisMachine reads the real files, whose size the kernel gives as 0.
func TestThisMachine(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux is read")
	}
	m := machine.Read(os.DirFS("/"), machine.Options{Affinity: runtime.NumCPU(), Dir: "/"})
	if m.CPUs == 0 || m.Kernel == "" {
		t.Errorf("got %d CPUs and kernel %q", m.CPUs, m.Kernel)
	}
	checkComplete(t, m)
	checkFacts(t, m)
}

func TestKubernetesHost(t *testing.T) {
	m := machine.Read(machinetest.Root(t, "kvm-guest"), machine.Options{GOOS: "linux", KubernetesHost: "10.0.0.1"})
	const want = "docker (/.dockerenv), kubernetes (KUBERNETES_SERVICE_HOST)"
	if got := m.Fact(record.FactContainer).Value; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// read reads the named machine with some of its files changed.
func read(t testing.TB, name string, changes fstest.MapFS) record.Machine {
	t.Helper()
	return machine.Read(machinetest.Root(t, name, changes), machinetest.Options(name))
}

// checkComplete checks that m has every fact that Read reads once; those that
// have a field of record.Machine only when the field is empty.
func checkComplete(t *testing.T, m record.Machine) {
	t.Helper()
	names, err := factNames()
	if err != nil {
		t.Fatal(err)
	}
	field := map[string]bool{
		record.FactCPUModel: m.CPUModel != "",
		record.FactCPUs:     m.CPUs != 0,
		record.FactAffinity: m.Affinity != 0,
		record.FactKernel:   m.Kernel != "",
	}
	got := make(map[string]int)
	for _, f := range m.Facts {
		got[f.Name]++
	}
	for _, name := range names {
		want := 1
		if field[name] {
			want = 0
		}
		if got[name] != want {
			t.Errorf("%s: %d facts, want %d", name, got[name], want)
		}
		delete(got, name)
	}
	for name := range got {
		t.Errorf("%s: not a name of package record", name)
	}
}

// checkFacts checks that every fact has either a value or a reason.
func checkFacts(t *testing.T, m record.Machine) {
	t.Helper()
	for _, f := range m.Facts {
		if f.OK() != (f.Value != "") || f.OK() == (f.Why != "") {
			t.Errorf("%+v has not either a value or a reason", f)
		}
		if math.IsNaN(f.Number) || !f.OK() && f.Number != 0 {
			t.Errorf("%+v has a number that is none", f)
		}
		if !slices.Contains(record.Groups, f.Group) {
			t.Errorf("%+v is in no group", f)
		}
	}
	for _, g := range m.Cgroups {
		if g.CPUSet.OK() == (g.CPUSet.Why != "") {
			t.Errorf("%s: %+v has not either a value or a reason", g.Dir, g.CPUSet)
		}
		for _, r := range []record.Reading{g.CPU.Reading, g.Burst.Reading, g.Weight, g.Memory.Reading, g.Swap.Reading,
			g.Periods, g.Throttled, g.ThrottledTime} {
			if r.OK() == (r.Why != "") || math.IsNaN(r.Value) || r.Value < 0 {
				t.Errorf("%s: %+v has not either a value or a reason", g.Dir, r)
			}
		}
	}
}
