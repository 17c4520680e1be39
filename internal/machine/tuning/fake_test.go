package tuning

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"tare/internal/record"
)

// files is a machine whose settings are files in a folder, so that they outlive
// a process that is killed. As in the kernel, choosing a governor switches turbo
// back on, frequencies are rounded, and some writes are refused.
type files string

func (dir files) path(key string) string { return filepath.Join(string(dir), url.PathEscape(key)) }

func (dir files) Get(key string) (string, error) {
	b, err := os.ReadFile(dir.path(key))
	return string(b), err
}

func (dir files) Set(key, value string) error {
	if _, err := dir.Get(key); err != nil {
		return err
	}
	switch key {
	case "percpu":
		return errors.New("input/output error")
	case "governor":
		if err := os.WriteFile(dir.path("turbo"), []byte("on"), 0o600); err != nil {
			return err
		}
	case "speed":
		value = strings.Replace(value, "7", "0", 1)
	}
	return os.WriteFile(dir.path(key), []byte(value), 0o600)
}

func (dir files) Settable(key string) error {
	if key == "locked" {
		return fs.ErrPermission
	}
	return nil
}

// all returns every setting of the machine.
func (dir files) all() map[string]string {
	entries, err := os.ReadDir(string(dir))
	if err != nil {
		panic(err)
	}
	values := make(map[string]string)
	for _, e := range entries {
		key, err := url.PathUnescape(e.Name())
		if err != nil {
			panic(err)
		}
		if values[key], err = dir.Get(key); err != nil {
			panic(err)
		}
	}
	return values
}

// write gives the machine settings, whatever Set thinks of them.
func (dir files) write(values map[string]string) {
	for key, value := range values {
		if err := os.WriteFile(dir.path(key), []byte(value), 0o600); err != nil {
			panic(err)
		}
	}
}

// originals are the settings of the machine before tare comes.
var originals = map[string]string{
	"governor": "powersave", "turbo": "off", "lo": "800", "hi": "3500",
	"speed": "3000", "irq/1": "0-3", "irq/2": "0-3", "percpu": "2", "swap": "on", "locked": "1",
}

// testKnobs change most of them. turbo is as wanted, until the governor is
// chosen.
var testKnobs = []Knob{
	knob("governor", Step{Key: "governor", Value: "performance"}),
	knob("boost", Step{Key: "turbo", Value: "off", Also: []string{"on"}}),
	knob("frequency", Step{Key: "hi", Value: "2000"}, Step{Key: "lo", Value: "2000"}),
	knob("speed", Step{Key: "speed", Value: "1007"}), // becomes 1000
	knob("irq-affinity", Step{Key: "irq/1", Value: "0"}, Step{Key: "irq/2", Value: "0"}, Step{Key: "percpu", Value: "0", MayRefuse: true}),
	knob("swap", Step{Key: "swap", Value: "off"}, Step{Key: "swap", Value: "on"}),
	knob("locked", Step{Key: "locked", Value: "0"}),
	knob("absent", Step{Key: "absent", Value: "0"}),
}

func knob(id string, steps ...Step) Knob {
	return Knob{Knob: record.Knob{ID: id}, Steps: func(fs.FS, Wishes) ([]Step, error) { return steps, nil }}
}
