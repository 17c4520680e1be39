package machine

import (
	"io/fs"
	"slices"
	"strings"

	"tare/internal/read"
	"tare/internal/record"
)

var virtualReaders = []reader{
	{record.FactHypervisor, text(source.hypervisor)},
	{record.FactSteal, source.steal},
	{record.FactWSL, text(source.wsl)},
	{record.FactContainer, text(source.container)},
	{record.FactBalloon, text(source.balloon)},
}

// The values that say there is nothing to look at.
const (
	noHypervisor = "none"
	noWSL        = "no"
)

// hypervisor returns the name under which a hypervisor shows itself. On x86 the
// CPUID bit behind the "hypervisor" flag settles whether there is one, and the
// DMI strings only name it: clouds put theirs on bare metal too. Other
// architectures have no such bit, so there only DMI strings that no hardware
// carries count.
func (s source) hypervisor() (string, error) {
	if kind, err := s.text("sys/hypervisor/type"); err == nil {
		return kind, nil
	}
	if s.cpuErr != nil {
		return "", s.cpuErr
	}
	dmi := s.dmi()
	switch {
	case slices.Contains(s.cpuinfo.Flags, "hypervisor") && dmi != "":
		return dmi, nil
	case slices.Contains(s.cpuinfo.Flags, "hypervisor"):
		return "present, without a name", nil
	case s.cpuinfo.Flags != nil:
		return noHypervisor, nil
	case slices.ContainsFunc(virtualHardware, func(v string) bool { return strings.HasPrefix(dmi, v) }):
		return dmi, nil
	case dmi != "":
		return "", undetermined("%s CPUs do not say, and the DMI strings do not decide: %q", s.opts.GOARCH, dmi)
	}
	return "", undetermined("%s CPUs do not say, and there are no DMI strings", s.opts.GOARCH)
}

// virtualHardware holds the beginnings of "vendor product" that are virtual
// machines whatever the CPU: the unambiguous ones of dmi_vendor_table in
// systemd's src/basic/virt.c.
var virtualHardware = []string{
	"QEMU ", "VMware", "innotek GmbH ", "Xen ", "Bochs ", "Parallels", "KubeVirt",
	"Microsoft Corporation Virtual Machine", "Apple Inc. Apple Virtualization",
}

// dmi returns "vendor product". It only embellishes, and is absent from small
// boards and microVMs, so errors are as good as empty strings.
func (s source) dmi() string {
	vendor, _ := s.text("sys/class/dmi/id/sys_vendor")
	product, _ := s.text("sys/class/dmi/id/product_name")
	return strings.TrimSpace(vendor + " " + product)
}

// WSL tells the Windows Subsystem for Linux, as FactWSL has it, by the kernel's
// name: 4.4.0-19041-Microsoft is WSL1, whose kernel nobody can replace; WSL2 is
// 4.19.104-microsoft-standard or, later, 5.15.90.1-microsoft-standard-WSL2. A
// kernel of the user's own may be called anything, but the interpreter for .exe
// files gives it away.
func WSL(root fs.FS) (string, error) {
	kernel, err := read.Text(root, releaseFile)
	if err != nil {
		return "", err
	}
	switch {
	case strings.HasSuffix(kernel, "-Microsoft"):
		return "WSL1", nil
	case strings.Contains(kernel, "microsoft-standard"), strings.Contains(kernel, "WSL2"):
		return "WSL2", nil
	}
	for _, name := range []string{"WSLInterop", "WSLInterop-late"} {
		if read.Stat(root, "proc/sys/fs/binfmt_misc/"+name) == nil {
			return "WSL2 (custom kernel)", nil
		}
	}
	return noWSL, nil
}

func (s source) wsl() (string, error) { return WSL(s.root) }
