package check

import (
	"bytes"
	"encoding/json"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tare/internal/analysis/capacity"
	"tare/internal/machine"
	"tare/internal/measure/cell"
)

const insideVariable = "TARE_TEST_INSIDE_CELL"

// picks is what a program finds in a cell.
type picks struct {
	Runtime  float64 // GOMAXPROCS that the runtime started with
	Capacity float64 // that package capacity says it starts with
	Source   string
	CPUs     float64
}

// TestMain is also the program in the cell.
func TestMain(m *testing.M) {
	if os.Getenv(insideVariable) == "" {
		os.Exit(m.Run())
	}
	c := capacity.Of(machine.Read(os.DirFS("/"), machine.Options{}), capacity.Go{Version: runtime.Version(), Language: "1.26"})
	p := picks{float64(runtime.GOMAXPROCS(0)), c.GOMAXPROCS.Value, c.Source, c.CPUs.Value}
	if err := json.NewEncoder(os.Stdout).Encode(p); err != nil {
		panic(err)
	}
}

// TestRuntimeAgrees asks the runtime itself, in cells with quotas. It takes more
// than two CPUs to see a difference: the virtual machine has four.
func TestRuntimeAgrees(t *testing.T) {
	for _, quota := range []float64{0, 0.5, 1.5, 2.5, 3} {
		l := cell.Limits{Quota: quota}
		site, _, err := cell.Open(cell.Options{Limits: []cell.Limits{l}})
		if err != nil {
			t.Skip(err) // the tests of cells fail where cells are promised
		}
		got := inside(t, site, l)
		if err := site.Close(); err != nil {
			t.Error(err)
		}
		if got.Runtime != got.Capacity || quota > 0 && got.CPUs != min(quota, float64(runtime.NumCPU())) {
			t.Errorf("quota %g: %+v", quota, got)
		}
		if runtime.NumCPU() >= 4 && quota == 2.5 && got.Runtime != 3 {
			t.Errorf("quota %g of %d CPUs: the runtime picks %g", quota, runtime.NumCPU(), got.Runtime)
		}
	}
}

func inside(t *testing.T, site *cell.Site, l cell.Limits) (p picks) {
	t.Helper()
	c, err := site.New(l)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	env := slices.DeleteFunc(os.Environ(), func(kv string) bool { return strings.HasPrefix(kv, "GO") })
	var out bytes.Buffer
	process, err := c.Start(cell.Spec{Path: "/proc/self/exe", Env: append(env, insideVariable+"=1"), Stdout: &out, ASLR: true})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := process.Wait(t.Context()); err != nil || r.Status != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	if err := json.Unmarshal(out.Bytes(), &p); err != nil {
		t.Fatal(err)
	}
	return p
}
