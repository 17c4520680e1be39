package setting

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// subject is a setting with what holds for its scheme.
type subject struct {
	backend *Backend
	key     string
	values  []string // to set in turn
	wrong   string   // a value that no kernel takes, if there is one
	missing string   // the key of a setting that does not exist
	settle  func()   // plays the hardware's part after Set, if any
}

func with(name string, s scheme) *Backend {
	return &Backend{map[string]scheme{name: s}}
}

var subjects = map[string]func(*testing.T) subject{
	"file": func(t *testing.T) subject {
		k := newKernel(t, map[string]string{"sys/enabled": "always [madvise] never\n"})
		return subject{
			backend: Open(k.root, Options{}), key: "file:/sys/enabled",
			values:  []string{"never", "always", "a b", ""},
			missing: "file:/sys/other",
		}
	},
	"swap": func(t *testing.T) subject {
		k := newKernel(t, map[string]string{"proc/swaps": swapsHeading, "dev/sda 2": "",
			"proc/self/status": "Uid:\t0\t0\t0\t0\nCapEff:\t000001ffffffffff\n"})
		return subject{
			backend: with("swap", fakeSwap(k)), key: "swap:/dev/sda 2",
			values: []string{"on", "on 5", "on 0", "off", "on"}, wrong: "on x",
			missing: "swap:/dev/sdb",
		}
	},
	"process": func(t *testing.T) subject {
		return subject{
			backend: Open("/", Options{}), key: sleeper(t),
			values: []string{stopped, running, stopped}, wrong: "asleep",
			missing: fmt.Sprintf("process:%d@1", os.Getppid()),
		}
	},
	"latency": func(t *testing.T) subject {
		d := newDevice(t)
		return subject{
			backend: Open(d.root, Options{Holder: holder(t, d.root)}), key: "latency:cpu_dma_latency",
			values: []string{"10", "0", d.none}, wrong: "-1",
			missing: "latency:network_latency", settle: d.settle,
		}
	},
	"cpuset": func(t *testing.T) subject {
		return subject{
			backend: with("cpuset", cpuset{machineV1(t).tree(), nil}), key: "cpuset:/cpuset",
			values: []string{"0-2", "0,3", off}, wrong: "0-3",
			missing: "cpuset:/cgroup",
		}
	},
	"controllers": func(t *testing.T) subject {
		return subject{
			backend: with("controllers", controllers{machineV2(t).tree()}), key: "controllers:/cgroup",
			values: []string{"cpu", "cpu cpuset memory", ""}, wrong: "hugetlb",
			missing: "controllers:/cpuset",
		}
	},
	"partition": func(t *testing.T) subject {
		return subject{
			backend: with("partition", partition{machineV2(t).tree()}), key: "partition:/cgroup/tare.shield",
			values: []string{"root 2-3", "isolated 2-3", "isolated 3", off}, wrong: "isolated",
			missing: "partition:/cpuset/tare.shield",
		}
	},
}

func TestConformance(t *testing.T) {
	for scheme := range schemes("/", Options{}) {
		if scheme != "sync" && subjects[scheme] == nil {
			t.Errorf("scheme %q has no test of conformance", scheme)
		}
	}
	for name, subject := range subjects {
		t.Run(name, func(t *testing.T) {
			s := subject(t)
			t.Run("values", s.checkValues)
			t.Run("wrong", s.checkWrong)
			t.Run("missing", s.checkMissing)
		})
	}
}

func (s subject) checkValues(t *testing.T) {
	before, err := s.backend.Get(s.key)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range append(s.values, before) {
		for _, time := range []string{"first", "second"} {
			if err := s.backend.Settable(s.key); err != nil {
				t.Errorf("before %q is set: %v", v, err)
			}
			if err := s.backend.Set(s.key, v); err != nil {
				t.Errorf("setting %q the %s time: %v", v, time, err)
			}
			if s.settle != nil {
				s.settle()
			}
			if got, err := s.backend.Get(s.key); err != nil || got != v {
				t.Errorf("after %q was set the %s time: %q, %v", v, time, got, err)
			}
		}
	}
}

func (s subject) checkWrong(t *testing.T) {
	if s.wrong == "" {
		t.Skip("takes every value")
	}
	before, err := s.backend.Get(s.key)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.backend.Set(s.key, s.wrong); err == nil {
		t.Errorf("it took %q", s.wrong)
	}
	if got, err := s.backend.Get(s.key); err != nil || got != before {
		t.Errorf("%q became %q, %v", before, got, err)
	}
}

func (s subject) checkMissing(t *testing.T) {
	_, err := s.backend.Get(s.missing)
	for verb, err := range map[string]error{
		"Get": err, "Set": s.backend.Set(s.missing, s.values[0]), "Settable": s.backend.Settable(s.missing),
	} {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s(%q): %v", verb, s.missing, err)
		}
	}
}

// TestEmptyMachine finds nothing, and makes nothing.
func TestEmptyMachine(t *testing.T) {
	root := t.TempDir()
	b := Open(root, Options{})
	for key, value := range map[string]string{
		"file:/sys/x": "1", "swap:/dev/x": "off", "process:1@1": stopped, "latency:cpu_dma_latency": "0",
		"cpuset:/cpuset": off, "controllers:/cgroup": "cpu", "partition:/cgroup/tare.shield": off,
	} {
		subject{backend: b, missing: key, values: []string{value}}.checkMissing(t)
	}
	if made, err := filepath.Glob(root + "/*"); err != nil || len(made) > 0 {
		t.Errorf("it made %v, %v", made, err)
	}
}

func TestSync(t *testing.T) {
	b := Open(t.TempDir(), Options{})
	if err := b.Settable("sync:"); err != nil {
		t.Error(err)
	}
	if v, err := b.Get("sync:"); v != "" || err != nil {
		t.Errorf("an action has the value %q, %v", v, err)
	}
	if err := b.Set("sync:", ""); err != nil {
		t.Error(err)
	}
}
