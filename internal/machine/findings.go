package machine

import (
	"fmt"
	"strings"

	"tare/internal/record"
	"tare/internal/unit"
)

// The severities of record.Finding.
const (
	info    = "info"
	warning = "warning"
	serious = "serious"
)

// Findings returns what distorts a run on m right now, as far as the facts say
// so by themselves, and with severity "info" what they leave open: a machine
// that cannot be verified has not passed.
func Findings(m record.Machine) []record.Finding {
	if m.GOOS != "linux" {
		return []record.Finding{{
			ID:       "machine-unverified",
			Severity: info,
			What:     "Nothing is known about what distorts measurements on this machine.",
			Evidence: "tare reads the machine only on Linux; this is " + m.GOOS + ".",
			Fix:      "Believe differences only between variants that ran in the same rounds.",
		}}
	}
	var found []record.Finding
	for _, check := range []func(record.Machine) (record.Finding, bool){
		checkSteal, checkFrequency, checkLoad, checkSwap, checkDirectory,
	} {
		if f, ok := check(m); ok {
			found = append(found, f)
		}
	}
	return found
}

// unverified returns the finding for a check that lacks facts.
func unverified(id, what, fix string, missing ...record.Fact) (record.Finding, bool) {
	var why []string
	for _, f := range missing {
		if f.Status != record.Measured {
			why = append(why, f.Name+": "+f.Why)
		}
	}
	return record.Finding{ID: id, Severity: info, What: what, Evidence: strings.Join(why, "; ") + ".", Fix: fix}, true
}

// checkSteal warns from 1 % of the busy time on and calls 5 % serious: the wall
// clock runs while CPU time is stolen, so the share goes straight into ns/op.
func checkSteal(m record.Machine) (record.Finding, bool) {
	hypervisor, steal := factOf(m, FactHypervisor), factOf(m, FactSteal)
	if hypervisor.Value == noHypervisor {
		return record.Finding{}, false
	}
	const fix = "Use dedicated, non-burstable CPUs or bare metal where a few percent matter."
	var stolen, busy uint64
	if _, err := fmt.Sscanf(steal.Value, formatSteal, &stolen, &busy); err != nil {
		return unverified("steal-unverified", "Whether a hypervisor takes CPU time away cannot be verified.", fix, hypervisor, steal)
	}
	f := record.Finding{
		ID:       "hypervisor-steal",
		Severity: info,
		What:     "The hypervisor gives CPU time of this machine to others.",
		Evidence: fmt.Sprintf("Hypervisor: %s; steal: %s.", orWhy(hypervisor), steal.Value),
		Fix:      fix,
	}
	switch s := share(stolen, busy); {
	case stolen == 0:
		f.ID = "steal-unverified"
		f.What = "No steal is reported, but a hypervisor that does not report any looks the same."
	case s >= 0.05:
		f.Severity = serious
	case s >= 0.01:
		f.Severity = warning
	}
	return f, true
}

func checkFrequency(m record.Machine) (record.Finding, bool) {
	governor, driver, boost := factOf(m, FactGovernor), factOf(m, FactFrequencyDriver), factOf(m, FactBoost)
	switch {
	case governor.Status != record.Measured:
		return unverified("frequency-unverified", "The CPU frequency cannot be verified: it may change during the run.",
			"Compare variants in the same run; tare interleaves their rounds.", governor)
	case governor.Value == "performance":
		return record.Finding{}, false
	}
	return record.Finding{
		ID:       "governor-not-performance",
		Severity: warning,
		What:     "The frequency governor lets the CPU slow down and speed up during the run.",
		Evidence: fmt.Sprintf("Governor: %s; driver: %s; boost: %s.", governor.Value, orWhy(driver), orWhy(boost)),
		Fix:      "sudo cpupower frequency-set -g performance",
	}, true
}

// checkLoad looks at the last minute, the one before the run.
func checkLoad(m record.Machine) (record.Finding, bool) {
	load := factOf(m, FactLoad)
	var one float64
	_, err := fmt.Sscanf(load.Value, "%g", &one)
	if err != nil || m.CPUs == 0 {
		return unverified("load-unverified", "Whether other programs keep the CPUs busy cannot be verified.",
			"Stop other programs before the run.", load, factOf(m, FactCPUs))
	}
	perCPU := one / float64(m.CPUs)
	if perCPU <= 0.5 {
		return record.Finding{}, false
	}
	f := record.Finding{ID: "load-high", Severity: warning}
	if perCPU > 1 {
		f.Severity = serious
	}
	f.What = "Other programs kept the CPUs busy in the minute before the run."
	f.Evidence = fmt.Sprintf("Load average %.2f on %d CPUs: %.2f per CPU.", one, m.CPUs, perCPU)
	f.Fix = "Find them with `top` and stop them, or wait until they are done."
	return f, true
}

func checkSwap(m record.Machine) (record.Finding, bool) {
	swap, available := factOf(m, FactSwap), factOf(m, FactMemoryAvailable)
	switch {
	case swap.Status != record.Measured:
		return unverified("swap-unverified", "Whether memory has been swapped out cannot be verified.",
			"Make sure that the workload fits into memory.", swap)
	case strings.HasPrefix(swap.Value, unit.Bytes(0)+" "):
		return record.Finding{}, false
	}
	return record.Finding{
		ID:       "swap-in-use",
		Severity: warning,
		What:     "Memory has been swapped out: a page that comes back costs as much as a disk access.",
		Evidence: fmt.Sprintf("Swap in use: %s; memory available: %s.", swap.Value, orWhy(available)),
		Fix:      "Once enough memory is available: sudo swapoff -a && sudo swapon -a",
	}, true
}

// checkDirectory looks for Windows drives, which WSL1 mounts as drvfs and WSL2
// as 9p or virtiofs.
func checkDirectory(m record.Machine) (record.Finding, bool) {
	wsl, dir := factOf(m, FactWSL), factOf(m, FactDirectory)
	fsType, _, _ := strings.Cut(dir.Value, " ")
	switch {
	case wsl.Value == noWSL:
		return record.Finding{}, false
	case wsl.Status != record.Measured, dir.Status != record.Measured:
		return unverified("directory-unverified", "Whether the working directory is on a Windows drive cannot be verified.",
			"Keep the module and GOCACHE on a Linux file system.", wsl, dir)
	case fsType != "9p" && fsType != "drvfs" && fsType != "virtiofs":
		return record.Finding{}, false
	}
	return record.Finding{
		ID:       "wsl-windows-directory",
		Severity: warning,
		What:     "The working directory is on a Windows drive: every file access leaves Linux.",
		Evidence: fmt.Sprintf("%s; working directory: %s.", wsl.Value, dir.Value),
		Fix:      "Move the module to a Linux file system, such as your home directory in WSL.",
	}, true
}

// orWhy returns what is to be printed for a fact that may be missing.
func orWhy(f record.Fact) string {
	if f.Status == record.Measured {
		return f.Value
	}
	return fmt.Sprintf("not known (%s)", f.Why)
}
