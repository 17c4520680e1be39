package procfs

import (
	"io"
	"slices"
	"strings"

	"tare/internal/read"
)

// CPUInfo is what /proc/cpuinfo says about the processors, taken together.
// Fields that the architecture does not print are empty.
type CPUInfo struct {
	Models []string // "model name", each one once, in order of appearance
	Board  string   // "Model" after the processors: Raspberry Pi and other device-tree boards
	Cores  []ARMID  // each one once, in order of appearance: more than one on big.LITTLE
	Flags  []string // "flags" of the first processor, x86 only
}

// ARMID names an ARM core by its main ID register: implementer 0x41 is Arm
// Ltd., whose part 0xd08 is the Cortex-A72.
type ARMID struct {
	Implementer string
	Part        string
}

// ParseCPUInfo parses /proc/cpuinfo, a block of "key : value" lines for each
// processor. The keys are those of show_cpuinfo in arch/x86/kernel/cpu/proc.c
// ("model name", "flags") and of c_show in arch/arm64/kernel/cpuinfo.c ("CPU
// implementer", "CPU part"; a "model name" only from 32-bit kernels and for
// 32-bit processes). "Model" is added by the Raspberry Pi kernel, once and last;
// the "model" of x86 is a number and another key.
//
// No line is malformed, since every architecture prints others: only reading fails.
func ParseCPUInfo(r io.Reader) (CPUInfo, error) {
	var c CPUInfo
	var core ARMID
	err := read.EachLine(r, func(line string) error {
		key, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		if value == "" {
			return nil
		}
		switch strings.TrimSpace(key) {
		case "model name":
			c.Models = appendNew(c.Models, value)
		case "Model":
			c.Board = value
		case "flags":
			if c.Flags == nil {
				c.Flags = strings.Fields(value)
			}
		case "CPU implementer":
			core = ARMID{Implementer: value}
		case "CPU part":
			core.Part = value
			c.Cores = appendNew(c.Cores, core)
		}
		return nil
	})
	return c, err
}

func appendNew[T comparable](list []T, v T) []T {
	if slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}

// Name returns what people call the processors: the x86 model name; otherwise
// the board, the model name and the ARM core numbers, as far as they are there.
// It is empty when the file names nothing.
func (c CPUInfo) Name() string {
	var parts []string
	if c.Board != "" {
		parts = append(parts, c.Board)
	}
	parts = append(parts, c.Models...)
	for _, core := range c.Cores {
		parts = append(parts, "ARM implementer "+core.Implementer+" part "+core.Part)
	}
	return strings.Join(parts, ", ")
}
