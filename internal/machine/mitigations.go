package machine

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"tare/internal/read"
	"tare/internal/read/procfs"
)

// mitigations counts what the kernel says about each flaw of the CPU. "KVM: "
// begins what is only about guests of this machine. See
// Documentation/ABI/testing/sysfs-devices-system-cpu.
func (s source) mitigations() (string, float64, error) {
	boot, err := read.Parse(s.root, "proc/cmdline", procfs.ParseCmdline)
	if err != nil {
		return "", 0, err
	}
	files, err := s.entries(cpuDir+"/vulnerabilities", "")
	if err != nil {
		return "", 0, err
	}
	mitigated := 0
	var vulnerable, unknown []string
	for _, file := range files {
		state, err := s.text(file)
		if err != nil {
			return "", 0, err
		}
		switch state = strings.TrimPrefix(state, "KVM: "); {
		case strings.HasPrefix(state, "Not affected"):
		case strings.HasPrefix(state, "Mitigation"):
			mitigated++
		case strings.HasPrefix(state, "Vulnerable"), strings.HasPrefix(state, "Processor vulnerable"):
			vulnerable = append(vulnerable, path.Base(file))
		default:
			unknown = append(unknown, path.Base(file))
		}
	}
	if slices.Contains(strings.Split(boot["mitigations"], ","), "off") {
		return "off (mitigations=off)", float64(len(vulnerable)), nil
	}
	var parts []string
	if mitigated > 0 {
		parts = append(parts, fmt.Sprintf("%d mitigated", mitigated))
	}
	if len(vulnerable) > 0 {
		parts = append(parts, fmt.Sprintf("%d vulnerable (%s)", len(vulnerable), strings.Join(vulnerable, ", ")))
	}
	if len(unknown) > 0 {
		parts = append(parts, fmt.Sprintf("%d unknown (%s)", len(unknown), strings.Join(unknown, ", ")))
	}
	return cmp.Or(strings.Join(parts, ", "), "none needed"), float64(len(vulnerable)), nil
}
