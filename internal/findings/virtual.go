package findings

import (
	"strings"

	"tare/internal/record"
)

var virtualChecks = []check{{
	id: "hypervisor-steal", group: record.GroupVirtual,
	judge: steal,
}, {
	id: "wsl-version", group: record.GroupVirtual,
	needs:   []string{record.FactWSL},
	unknown: "Whether this is the Windows Subsystem for Linux cannot be verified.",
	judge:   wslVersion,
}, {
	id: "wsl-windows-directory", group: record.GroupVirtual,
	judge: windowsDirectory,
}, {
	id: "container", group: record.GroupVirtual, tells: true,
	needs:   []string{record.FactContainer},
	unknown: "Whether this is a container cannot be verified.",
	judge:   container,
}, {
	id: "memory-balloon", group: record.GroupVirtual, tells: true,
	needs:   []string{record.FactBalloon},
	unknown: "Whether a hypervisor may take memory away cannot be verified.",
	judge:   balloon,
}}

// The share of stolen time that is a warning, and serious: the wall clock runs
// on while CPU time is stolen, so it goes straight into ns/op.
const (
	stealWarning = 0.01
	stealSerious = 0.05
)

const stealFix = "Use dedicated, non-burstable CPUs or bare metal where a few percent matter."

func steal(s subject) record.Finding {
	hypervisor, steal := s.Fact(record.FactHypervisor), s.Fact(record.FactSteal)
	switch {
	case s.bareMetal():
		return passed("There is no hypervisor that could take CPU time away.", hypervisor)
	case !steal.OK():
		return unverified("Whether a hypervisor takes CPU time away cannot be verified.", hypervisor, steal)
	case steal.Number == 0:
		return unverified("No stolen CPU time is reported, but a hypervisor that does not report any looks the same.", hypervisor, steal)
	}
	return record.Finding{
		Severity: atLeastInfo(grade(steal.Number, stealWarning, stealSerious)),
		What:     "The hypervisor gives CPU time of this machine to others.",
		Evidence: evidence(hypervisor, steal),
		Effect:   share(steal.Number) + " of ns/op on average since boot, and more in bursts",
		Fix:      stealFix,
	}
}

func wslVersion(s subject) record.Finding {
	f := s.Fact(record.FactWSL)
	switch {
	case f.Value == "no":
		return passed("This is not the Windows Subsystem for Linux.", f)
	case f.Value == "WSL1":
		return record.Finding{
			Severity: record.Serious,
			What:     "WSL1 has no Linux kernel: Windows imitates system calls, and there are no control groups.",
			Evidence: evidence(f),
			Effect:   "ns/op of system calls, file access and scheduling says nothing about Linux",
			Fix:      "In Windows: wsl --set-version DISTRIBUTION 2",
		}
	}
	return record.Finding{
		Severity: record.Info,
		What:     "WSL2 is a virtual machine: frequency, siblings and neighbours are up to Windows and cannot be seen from here.",
		Evidence: evidence(f),
		Fix:      "Give it fixed sizes: in %UserProfile%\\.wslconfig, section [wsl2], set processors= and memory=; then wsl --shutdown",
	}
}

// windowsDirectory looks for Windows drives, which WSL1 mounts as drvfs and WSL2
// as 9p or virtiofs.
func windowsDirectory(s subject) record.Finding {
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
	return record.Finding{
		Severity: record.Warning,
		What:     "The working directory is on a Windows drive: every file access leaves Linux.",
		Evidence: evidence(wsl, dir),
		// Builds of one project took 75 s over virtiofs and 50 s on ext4 in a
		// user's report; over 9p users report several times as long.
		Effect: "1.5× and more for builds and benchmarks that touch files",
		Fix:    "Move the module to a Linux file system, such as your home directory in WSL.",
	}
}

func container(s subject) record.Finding {
	f := s.Fact(record.FactContainer)
	if f.Value == "no sign" {
		return passed("There is no sign of a container.", f)
	}
	return record.Finding{
		Severity: record.Info,
		What:     "This is a container: it shares the kernel with others, and what the host allows decides what tare can see and set.",
		Evidence: evidence(f),
	}
}

func balloon(s subject) record.Finding {
	f := s.Fact(record.FactBalloon)
	if f.Value == "no" {
		return passed("No driver lets a hypervisor take memory away.", f)
	}
	return record.Finding{
		Severity: record.Info,
		What:     "The hypervisor may take memory away while a benchmark runs.",
		Evidence: evidence(f, s.Fact(record.FactMemoryAvailable)),
		Fix:      "Give the virtual machine a fixed amount of memory.",
	}
}
