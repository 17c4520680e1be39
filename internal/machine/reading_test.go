package machine_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"tare/internal/machine"
	"tare/internal/record"
)

// reading is one fact read from a root with a few files. Without a value it must
// have the status and a reason that contains why.
type reading struct {
	name   string
	fact   string
	files  map[string]string
	value  string
	number float64
	status record.Status
	why    string
}

// checkReadings reads each fact on its own machine, of the given architecture.
func checkReadings(t *testing.T, goarch string, readings []reading) {
	t.Helper()
	for _, r := range readings {
		t.Run(r.name, func(t *testing.T) {
			t.Helper()
			got := machine.Read(tree(r.files), machine.Options{GOOS: "linux", GOARCH: goarch, Dir: "/src"}).Fact(r.fact)
			status := r.status
			if r.value != "" {
				status = record.Measured
			}
			if got.Value != r.value || got.Number != r.number || got.Status != status || !strings.Contains(got.Why, r.why) {
				t.Errorf("got  %+v\nwant %q, %v, %q, %q", got, r.value, r.number, status, r.why)
			}
		})
	}
}

func tree(files map[string]string) fstest.MapFS {
	root := make(fstest.MapFS)
	for name, text := range files {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return root
}

// with returns the files of all maps; of two with one name the later counts.
func with(maps ...map[string]string) map[string]string {
	all := make(map[string]string)
	for _, files := range maps {
		for name, text := range files {
			all[name] = text
		}
	}
	return all
}
