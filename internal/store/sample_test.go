package store

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"tare/internal/record"
)

// noon is when the sample runs start.
var noon = time.Date(2026, 5, 4, 12, 0, 0, 123456789, time.UTC)

// sampleRun returns a run with n clean trials that starts a number of minutes
// after noon and takes one.
func sampleRun(id string, minutes, n int) record.Run {
	start := noon.Add(time.Duration(minutes) * time.Minute)
	run := record.Run{
		ID: id, Started: start, Finished: start.Add(time.Minute),
		Tare: "v0.1.0", Source: record.Source{Module: "example.com/m", GoVersion: "go1.26", Revision: "abc123", Dirty: true, VCSStatus: record.Measured},
		Machine: record.Machine{CPUModel: "Abacus 3000", CPUs: 2, GOOS: "linux", GOARCH: "amd64", Kernel: "6.18"},
		Cell:    record.Cell{Level: "cgroup v2", Quota: 1.5, Period: 100000},
	}
	for i := range n {
		run.Trials = append(run.Trials, sampleTrial("BenchmarkX", i))
	}
	return run
}

// sampleTrial returns the clean trial in place order of a run.
func sampleTrial(name string, order int) record.Trial {
	return record.Trial{
		Benchmark: record.Benchmark{Package: "example.com/m/p", Name: name, Procs: 2},
		Round:     order + 1, Order: order, Started: noon.Add(time.Duration(order) * time.Second), Elapsed: 1e9,
		Outcome: record.OK, Accounting: record.ByWindow, N: 1000,
		Readings: record.Readings{
			record.Wall:   record.Of(5e8 + float64(order)),
			record.Cycles: record.Missing(record.Unsupported, "no PMU"),
		},
		Bill: record.Bill{Wall: 5e5, Net: 4e5, Throttled: 1e5, NetStatus: record.Measured},
	}
}

// fill sets every field reachable from v to something random that is not its
// zero value. It fails on kinds it does not know, so that a new kind of field
// in package record cannot go untested.
func fill(t *testing.T, r *rand.Rand, v reflect.Value) {
	t.Helper()
	texts := []string{"plain", "ünï→\"quoted\"\n", "nul\x00tab\t", "'; DROP TABLE run; --", "</script>"}
	floats := []float64{1.5, -0.1, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1), math.Inf(-1)}
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("%s %d", texts[r.IntN(len(texts))], r.Uint64()))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1 + r.Int64N(math.MaxInt64))
	case reflect.Uint64:
		v.SetUint(1<<63 | r.Uint64())
	case reflect.Float64:
		v.SetFloat(floats[r.IntN(len(floats))])
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, r, v.Elem())
	case reflect.Slice, reflect.Array:
		if v.Type() == reflect.TypeFor[[]record.Frame]() && r.IntN(4) > 0 {
			return // or the tree would never end
		}
		if v.Kind() == reflect.Slice {
			v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		}
		for i := range v.Len() {
			fill(t, r, v.Index(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range 2 {
			key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(t, r, key)
			fill(t, r, elem)
			v.SetMapIndex(key, elem)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Unix(1+r.Int64N(4e9), r.Int64N(1e9)).UTC()))
			return
		}
		for i := range v.NumField() {
			fill(t, r, v.Field(i))
		}
	default:
		t.Fatalf("no way to fill a %v", v.Type())
	}
}

// tempPath returns the path of a store file that does not exist yet.
func tempPath(t testing.TB) string {
	return filepath.Join(t.TempDir(), "tare.db")
}

// open opens the store at path until the test ends.
func open(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
