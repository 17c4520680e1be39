package machine

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"syscall"

	"tare/internal/read/cgroupfs"
	"tare/internal/record"
)

const cpuDir = "sys/devices/system/cpu"

func (s source) cpuModel() (string, error) {
	if s.cpuErr != nil {
		return "", s.cpuErr
	}
	if name := s.cpuinfo.Name(); name != "" {
		return name, nil
	}
	return "", undetermined("/proc/cpuinfo names no model")
}

func (s source) cpusOnline() (int, error) { return s.listed(cpuDir + "/online") }

func (s source) numaNodes() (string, error) {
	n, err := s.listed("sys/devices/system/node/online")
	return strconv.Itoa(n), err
}

// listed returns how many CPUs or nodes a file like "0-3,8" lists.
func (s source) listed(name string) (int, error) {
	text, err := s.text(name)
	if err != nil {
		return 0, err
	}
	list, err := cgroupfs.ParseList(text)
	if err != nil {
		return 0, fmt.Errorf("/%s: %w", name, err)
	}
	return len(list), nil
}

func (s source) frequencyDriver() (string, error) { return s.policies("scaling_driver") }

func (s source) governor() (string, error) { return s.policies("scaling_governor") }

// policies returns what an attribute of the cpufreq policies is set to: its
// value, or "performance ×4, powersave ×4" when they differ. See
// Documentation/admin-guide/pm/cpufreq.rst, "Policy Interface in sysfs".
func (s source) policies(attribute string) (string, error) {
	const dir = cpuDir + "/cpufreq"
	entries, err := fs.ReadDir(s.root, dir)
	if err != nil {
		return "", s.explain(dir, err)
	}
	var values []string
	count := make(map[string]int)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "policy") {
			continue
		}
		value, err := s.text(path.Join(dir, e.Name(), attribute))
		if errors.Is(err, syscall.EBUSY) {
			continue // every CPU of the policy is offline
		}
		if err != nil {
			return "", err
		}
		if count[value]++; count[value] == 1 {
			values = append(values, value)
		}
	}
	switch len(values) {
	case 0:
		return "", lack{record.Unsupported, "no driver has registered a policy in /" + dir + ", as in most virtual machines"}
	case 1:
		return values[0], nil
	}
	for i, v := range values {
		values[i] = fmt.Sprintf("%s ×%d", v, count[v])
	}
	return strings.Join(values, ", "), nil
}

// boost reads intel_pstate's switch where there is one, the general one of
// cpufreq otherwise. no_turbo exists but cannot be read while intel_pstate is
// loaded and another driver is active, so any error leads on.
func (s source) boost() (string, error) {
	if v, err := s.text(cpuDir + "/intel_pstate/no_turbo"); err == nil {
		return onOff(v, "1", "0")
	}
	v, err := s.text(cpuDir + "/cpufreq/boost")
	if err != nil {
		return "", err
	}
	return onOff(v, "0", "1")
}

func onOff(value, off, on string) (string, error) {
	switch value {
	case off:
		return "off", nil
	case on:
		return "on", nil
	}
	return "", undetermined("%q is neither 0 nor 1", value)
}

// smt tells what is (siblings are online) from what is wanted: both can differ
// when siblings were taken offline one by one.
func (s source) smt() (string, error) {
	active, err := s.text(cpuDir + "/smt/active")
	if err != nil {
		return "", err
	}
	control, err := s.text(cpuDir + "/smt/control")
	if err != nil {
		return "", err
	}
	state := "inactive"
	if active == "1" {
		state = "active"
	}
	return fmt.Sprintf("%s (control %s)", state, control), nil
}
