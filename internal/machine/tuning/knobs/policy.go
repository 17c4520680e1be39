package knobs

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"tare/internal/read"
)

const (
	policyDir = cpuDir + "/cpufreq"
	noDriver  = "no frequency driver is loaded: in a virtual machine, the hypervisor sets the frequency"
)

// policy is a folder of cpufreq: CPUs whose frequency is set together. See
// Documentation/admin-guide/pm/cpufreq.rst, "Policy Interface in sysfs"; all
// frequencies there are in kHz.
type policy struct {
	root fs.FS
	cpu  int // the first of its CPUs
	dir  string
}

// policies returns the policies with an online CPU, in the order of their CPUs.
// The files of others exist, but can neither be read nor written.
func policies(root fs.FS) ([]policy, error) {
	dirs, err := read.Entries(root, policyDir, "policy")
	if err != nil {
		return nil, explain(policyDir, noDriver, err)
	}
	online, err := onlineCPUs(root)
	if err != nil {
		return nil, err
	}
	var found []policy
	for _, dir := range dirs {
		cpu, err := strconv.Atoi(strings.TrimPrefix(path.Base(dir), "policy"))
		if err != nil {
			continue
		}
		p := policy{root, cpu, dir}
		if _, err := p.governor(); err != nil {
			if !slices.Contains(online, cpu) {
				continue
			}
			return nil, err
		}
		found = append(found, p)
	}
	if len(found) == 0 {
		return nil, unsupported("%s (no policy in /%s)", noDriver, policyDir)
	}
	slices.SortFunc(found, func(a, b policy) int { return a.cpu - b.cpu })
	return found, nil
}

// file names an attribute of the policy.
func (p policy) file(attribute string) string { return path.Join(p.dir, attribute) }

func (p policy) has(attribute string) bool {
	_, err := fs.Stat(p.root, p.file(attribute))
	return err == nil
}

func (p policy) governor() (string, error) {
	return text(p.root, p.file("scaling_governor"), "the frequency driver has no governors")
}

func (p policy) kHz(attribute string) (int, error) {
	return number(p.root, p.file(attribute), "the frequency driver does not say")
}

// available returns the frequencies that the driver offers, boost not included,
// ascending; none when it takes any.
func (p policy) available() ([]int, error) {
	if !p.has("scaling_available_frequencies") {
		return nil, nil
	}
	list, err := text(p.root, p.file("scaling_available_frequencies"), "")
	if err != nil {
		return nil, err
	}
	var all []int
	for word := range strings.FieldsSeq(list) {
		kHz, err := strconv.Atoi(word)
		if err != nil {
			return nil, fmt.Errorf("/%s: %q is not a frequency", p.file("scaling_available_frequencies"), word)
		}
		all = append(all, kHz)
	}
	slices.Sort(all)
	return all, nil
}
