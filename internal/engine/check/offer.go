package check

import (
	"io/fs"
	"os"
	"slices"
	"strings"

	"tare/internal/machine/tuning"
	"tare/internal/machine/tuning/knobs"
	"tare/internal/machine/tuning/setup"
	"tare/internal/read/sysfs"
	"tare/internal/record"
)

// offer removes the knobs from the findings that would change nothing on this
// machine: a frequency that is the hypervisor's, or one that is locked already.
func offer(found []record.Finding, root string) {
	for i := range found {
		if f := &found[i]; f.Knob != "" && !helps(f.Knob, root) {
			f.Knob = ""
		}
	}
}

// helps reports whether a knob would change something on the machine, or might if
// the user were root.
func helps(id, root string) bool {
	all := knobs.All()
	i := slices.IndexFunc(all, func(k tuning.Knob) bool { return k.ID == id })
	if i < 0 {
		return false
	}
	var w tuning.Wishes
	if id == "shield" { // which CPUs is for the user to say
		w.Shield = lastCPU(root)
	}
	return slices.ContainsFunc(setup.Plan(root, all[i:i+1], w), func(it tuning.Item) bool {
		return it.State == record.StatePlanned || it.State == record.StateDenied && os.Geteuid() != 0
	})
}

// lastCPU returns the online CPU with the highest number, as a list of its own.
func lastCPU(root string) []int {
	b, err := fs.ReadFile(os.DirFS(root), "sys/devices/system/cpu/online")
	if err != nil {
		return nil
	}
	online, err := sysfs.ParseList(strings.TrimSpace(string(b)))
	if err != nil || len(online) == 0 {
		return nil
	}
	return online[len(online)-1:]
}
