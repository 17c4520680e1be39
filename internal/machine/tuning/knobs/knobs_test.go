package knobs

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tare/internal/machine/tuning"
	"tare/internal/test/golden"
)

// TestMachines plans every knob for whole machines: as it is selected by
// default, in the profile latency with CPUs shielded, and to reset memory.
func TestMachines(t *testing.T) {
	for name, m := range map[string]struct {
		root   files
		shield []int
	}{
		"intel-laptop": {intelLaptop(), []int{1}},
		"amd-server":   {amdServer(), []int{2, 3}},
		"kvm-guest":    {kvmGuest(), []int{2}},
		"wsl2":         {wsl2(), []int{1}},
		"pod":          {pod(), []int{1}},
	} {
		t.Run(name, func(t *testing.T) {
			var got strings.Builder
			show := func(title string, w tuning.Wishes, knobs []tuning.Knob, err error) {
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&got, "# %s\n", title)
				for _, k := range knobs {
					got.WriteString(describe(k, m.root.root(), w))
				}
			}
			quiet, err := Select(Quiet, nil, []string{"aslr", "quota"}, nil)
			show("quiet with aslr, quota", tuning.Wishes{}, quiet, err)
			latency, err := Select(Latency, nil, nil, []string{"smt"})
			show("latency without smt, shielding", tuning.Wishes{Shield: m.shield, Frequency: "80%"}, latency, err)
			after, err := Select("", []string{"smt", "irq-affinity", "workqueue", "shield"}, nil, nil)
			show("after smt, shielding", tuning.Wishes{Shield: m.shield}, after, err)
			memory, err := Select(ResetMemory, nil, nil, nil)
			show("reset-memory", tuning.Wishes{}, memory, err)
			off, err := Select("", []string{"swap"}, nil, nil)
			show("swap by name", tuning.Wishes{}, off, err)
			golden.File(t, filepath.Join("testdata", name+".golden"), got.String())
		})
	}
}

// describe writes what a knob plans, one step to a line.
func describe(k tuning.Knob, root fs.FS, w tuning.Wishes) string {
	plan, err := k.Steps(root, w)
	if err != nil {
		return fmt.Sprintf("%s: %s: %v\n", k.ID, class(err), err)
	}
	var b strings.Builder
	for _, s := range plan {
		fmt.Fprintf(&b, "%s: %s = %q", k.ID, s.Key, s.Value)
		for text, is := range map[string]bool{" action": s.Action, " may refuse": s.MayRefuse, fmt.Sprintf(" also %q", s.Also): s.Also != nil} {
			if is {
				b.WriteString(text)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func class(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "unsupported"
	case errors.Is(err, fs.ErrPermission):
		return "denied"
	}
	return "failed"
}

// TestNothingThere finds no knob where nothing can be seen, whatever is wished.
func TestNothingThere(t *testing.T) {
	for _, k := range All() {
		for _, w := range []tuning.Wishes{{}, {Shield: []int{1}, Frequency: "2GHz"}} {
			if plan, err := k.Steps(fstest.MapFS{}, w); !errors.Is(err, fs.ErrNotExist) || plan != nil {
				t.Errorf("%s on an empty root: %v, %v", k.ID, plan, err)
			}
			if plan, err := k.Steps(forbidden{}, w); !errors.Is(err, fs.ErrPermission) || plan != nil {
				t.Errorf("%s on a forbidden root: %v, %v", k.ID, plan, err)
			}
		}
	}
}

// TestStepsOrError holds what the engine relies on: a knob either has steps,
// each with a key, or says why not.
func TestStepsOrError(t *testing.T) {
	for _, m := range []files{intelLaptop(), amdServer(), kvmGuest(), wsl2(), pod()} {
		for _, k := range All() {
			plan, err := k.Steps(m.root(), tuning.Wishes{Shield: []int{1}})
			if (len(plan) == 0) != (err != nil) {
				t.Errorf("%s: %v, %v", k.ID, plan, err)
			}
			for _, s := range plan {
				if scheme, arg, _ := strings.Cut(s.Key, ":"); arg == "" && scheme != "sync" || !s.Action && s.Value == "" {
					t.Errorf("%s: %+v", k.ID, s)
				}
			}
		}
	}
}

func TestCatalogue(t *testing.T) {
	seen := make(map[string]bool)
	for _, k := range All() {
		if k.ID == "" || seen[k.ID] || k.What == "" || !strings.HasSuffix(k.Why, ".") || strings.Count(k.Why, ". ") > 0 {
			t.Errorf("%+v", k.Knob)
		}
		seen[k.ID] = true
		for _, p := range k.Profiles {
			if !slices.Contains(Profiles(), p) {
				t.Errorf("%s is in a profile %q", k.ID, p)
			}
		}
	}
	before := func(a, b string) {
		if at := func(id string) int {
			return slices.IndexFunc(All(), func(k tuning.Knob) bool { return k.ID == id })
		}; at(a) < 0 || at(a) >= at(b) {
			t.Errorf("%s has to come before %s", a, b)
		}
	}
	before("governor", "boost")          // choosing a governor can switch boost on
	before("boost", "frequency")         // switching boost moves the limits
	before("frequency", "smt")           // policies of offline CPUs cannot be written
	before("shield", "smt")              // the shield must be dissolved when all CPUs are there
	before("irq-affinity", "smt")        // interrupts and workqueues get back what is online
	before("workqueue", "shield")        // whose CPUs newer kernels keep it from
	before("smt", "scheduler")           // the kernel computes slices anew when CPUs come and go
	before("irqbalance", "irq-affinity") // or it would undo that
	before("drop-caches", "compact-memory")
}

func TestSelect(t *testing.T) {
	ids := func(s string) []string { return strings.Fields(s) }
	for _, c := range []struct{ profile, only, with, without, want, wrong string }{
		{profile: ResetMemory, want: "swap drop-caches compact-memory wsl-reclaim"},
		{profile: ResetMemory, with: "thp aslr", without: "swap wsl-reclaim", want: "thp aslr drop-caches compact-memory"},
		{only: "shield boost", with: "ksm", want: "boost ksm shield"},
		{profile: Latency, only: "boost", without: "boost", want: ""},
		{profile: "silent", wrong: "quiet, latency, reset-memory"},
		{with: "govenor", wrong: "did you mean governor?"},
		{without: "irq", wrong: "irqbalance or irq-affinity"},
		{only: "zzzzzz", wrong: "choose from governor, boost,"},
		{only: "swaps", wrong: "did you mean swap or swappiness?"},
	} {
		got, err := Select(c.profile, ids(c.only), ids(c.with), ids(c.without))
		if c.wrong != "" {
			if err == nil || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("%+v: %v", c, err)
			}
			continue
		}
		var selected []string
		for _, k := range got {
			selected = append(selected, k.ID)
		}
		if err != nil || strings.Join(selected, " ") != c.want {
			t.Errorf("%+v: %v, %v", c, selected, err)
		}
	}
	byDefault, err1 := Select("", nil, nil, nil)
	quiet, err2 := Select(Quiet, nil, nil, nil)
	if err1 != nil || err2 != nil || len(quiet) == 0 || len(byDefault) != len(quiet) {
		t.Errorf("quiet has %d knobs, the default %d (%v, %v)", len(quiet), len(byDefault), err1, err2)
	}
	if _, err := Select("", []string{""}, nil, nil); err == nil {
		t.Error("a knob without a name is known")
	}
}
