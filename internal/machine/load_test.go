package machine_test

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"tare/internal/machine"
	"tare/internal/record"
)

func TestPressure(t *testing.T) {
	files := map[string]string{}
	facts := map[string]string{"cpu": record.FactPressureCPU, "memory": record.FactPressureMemory, "io": record.FactPressureIO}
	for resource := range facts {
		files["proc/pressure/"+resource] = "some avg10=1.25 avg60=0.40 avg300=0.00 total=9\n"
	}
	for _, fact := range facts {
		if f := readOne(t, files, fact); f.Value != "1.2% and 0.4%" || f.Number != 0.0125 {
			t.Errorf("got %+v", f)
		}
	}
	// A kernel that does not account for it has the files, but reading them fails.
	for err, want := range map[error]record.Status{
		errors.ErrUnsupported: record.Unsupported,
		fs.ErrNotExist:        record.Unsupported,
		fs.ErrPermission:      record.Denied,
	} {
		root := failing{rootOf(files), func(name string) error {
			if strings.HasPrefix(name, "proc/pressure/") {
				return err
			}
			return nil
		}}
		f := machine.Read(root, machine.Options{GOOS: "linux"}).Fact(record.FactPressureIO)
		if f.Status != want || strings.Contains(f.Why, "psi=1") != (want == record.Unsupported) {
			t.Errorf("%v: got %+v", err, f)
		}
	}
}

func TestLoad(t *testing.T) {
	f := readOne(t, map[string]string{"proc/loadavg": "0.12 0.30 0.17 1/92 12372\n"}, record.FactLoad)
	if f.Value != "0.12 0.30 0.17" || f.Number != 0.12 {
		t.Errorf("got %+v", f)
	}
}
