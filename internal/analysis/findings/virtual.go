package findings

import (
	"cmp"
	"strings"

	"tare/internal/record"
)

var virtualChecks = []check{
	{id: "hypervisor-steal", group: record.GroupVirtual, judge: steal},
	{id: "wsl-version", group: record.GroupVirtual, fact: record.FactWSL,
		unknown: "Whether this is the Windows Subsystem for Linux cannot be verified.",
		fine:    "This is not the Windows Subsystem for Linux.",
		judge:   wslVersion},
	{id: "wsl-windows-directory", group: record.GroupVirtual, judge: windowsDirectory},
	{id: "container", group: record.GroupVirtual, fact: record.FactContainer, tells: true,
		unknown: "Whether this is a container cannot be verified.",
		fine:    "There is no sign of a container.",
		judge: unless(is("no sign"), record.Finding{Severity: record.Info,
			What: "This is a container: it shares the kernel with others, and what the host allows decides what tare can see and set."})},
	{id: "memory-balloon", group: record.GroupVirtual, tells: true,
		fact: record.FactBalloon, also: []string{record.FactMemoryAvailable},
		unknown: "Whether a hypervisor may take memory away cannot be verified.",
		fine:    "No driver lets a hypervisor take memory away.",
		judge: unless(is("no"), record.Finding{Severity: record.Info,
			What: "The hypervisor may take memory away while a benchmark runs.",
			Fix:  "Give the virtual machine a fixed amount of memory."})},
}

const stealFix = "Use dedicated, non-burstable CPUs or bare metal where a few percent matter."

// stealGrade grades a share of stolen time: the wall clock runs on meanwhile, so
// it goes straight into ns/op.
func stealGrade(share float64) record.Severity { return grade(share, 0.01, 0.05) }

func steal(s subject, _ record.Fact) record.Finding {
	hypervisor, steal := s.Fact(record.FactHypervisor), s.Fact(record.FactSteal)
	switch {
	case s.bareMetal():
		return passed("There is no hypervisor that could take CPU time away.", hypervisor)
	case !steal.OK():
		return unverified("Whether a hypervisor takes CPU time away cannot be verified.", hypervisor, steal)
	case steal.Number == 0:
		return unverified("No stolen CPU time is reported, but a hypervisor that does not report any looks the same.", hypervisor, steal)
	}
	return record.Finding{Severity: cmp.Or(stealGrade(steal.Number), record.Info), Evidence: evidence(hypervisor, steal),
		What:   "The hypervisor gives CPU time of this machine to others.",
		Effect: share(steal.Number) + " of ns/op on average since boot, and more in bursts",
		Fix:    stealFix}
}

func wslVersion(_ subject, f record.Fact) record.Finding {
	switch f.Value {
	case "no":
		return record.Finding{}
	case "WSL1":
		return record.Finding{Severity: record.Serious,
			What:   "WSL1 has no Linux kernel: Windows imitates system calls, and there are no control groups.",
			Effect: "ns/op of system calls, file access and scheduling says nothing about Linux",
			Fix:    "In Windows: wsl --set-version DISTRIBUTION 2"}
	}
	return record.Finding{Severity: record.Info,
		What: "WSL2 is a virtual machine: frequency and neighbours are up to Windows and cannot be seen from here.",
		Fix:  "Give it fixed sizes: in %UserProfile%\\.wslconfig, section [wsl2], set processors= and memory=; then run: wsl --shutdown"}
}

// windowsDirectory looks for Windows drives, which WSL1 mounts as drvfs and WSL2
// as 9p or virtiofs.
func windowsDirectory(s subject, _ record.Fact) record.Finding {
	wsl, dir := s.Fact(record.FactWSL), s.Fact(record.FactDirectory)
	fsType, _, _ := strings.Cut(dir.Value, " ")
	switch {
	case s.is(record.FactWSL, "no"):
		return passed("There are no Windows drives.", wsl)
	case !wsl.OK() || !dir.OK():
		return unverified("Whether the working directory is on a Windows drive cannot be verified.", wsl, dir)
	case fsType != "9p" && fsType != "drvfs" && fsType != "virtiofs":
		return passed("The working directory is on a Linux file system.", dir)
	}
	// github.com/microsoft/WSL/issues/4197 collects reports.
	return record.Finding{Severity: record.Warning, Evidence: evidence(wsl, dir),
		What:   "The working directory is on a Windows drive: every file access leaves Linux.",
		Effect: "several times as long for builds and benchmarks that touch files",
		Fix:    "Move the module to a Linux file system, such as your home directory in WSL."}
}
