package check

import (
	"os"
	"testing"
	"testing/fstest"

	"tare/internal/record"
)

// TestOffer keeps the knobs that would change something.
func TestOffer(t *testing.T) {
	root := t.TempDir()
	files := fstest.MapFS{}
	for name, content := range map[string]string{
		"proc/self/cgroup":                           "0::/\n",
		"proc/self/mountinfo":                        "26 24 0:27 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n",
		"proc/sys/vm/swappiness":                     "1\n",
		"proc/irq/default_smp_affinity":              "f\n",
		"sys/devices/system/cpu/online":              "0-3\n",
		"sys/fs/cgroup/cgroup.controllers":           "cpuset cpu\n",
		"sys/fs/cgroup/cgroup.procs":                 "",
		"sys/fs/cgroup/cgroup.subtree_control":       "cpu\n",
		"sys/kernel/mm/ksm/run":                      "1\n",
		"sys/kernel/mm/transparent_hugepage/enabled": "[always] madvise never\n",
		"sys/kernel/mm/transparent_hugepage/defrag":  "always defer defer+madvise [madvise] never\n",
	} {
		files[name] = &fstest.MapFile{Data: []byte(content)}
	}
	if err := os.CopyFS(root, files); err != nil {
		t.Fatal(err)
	}
	for knob, want := range map[string]bool{
		"ksm":          true,
		"thp":          true,  // half of it
		"shield":       true,  // which CPUs is for the user to say
		"swappiness":   false, // as wanted already
		"irq-affinity": false, // nothing is shielded
		"quota":        false, // there is none
		"smt":          false, // cannot be seen
		"unheard-of":   false,
	} {
		found := []record.Finding{{ID: "x", Knob: knob}}
		if offer(found, root); (found[0].Knob != "") != want {
			t.Errorf("%s: %+v", knob, found[0])
		}
	}
}
