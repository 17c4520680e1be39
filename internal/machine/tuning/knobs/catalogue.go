// Package knobs is the catalogue of the machine settings that tare can tune:
// which there are, what each does for measurements, and which keys and values
// it takes on the machine at hand. It only reads, through an fs.FS rooted where
// "/" is; setting is the work of package tuning and its Backend.
//
// A knob that a machine does not have says so with an error that matches
// fs.ErrNotExist and gives the reason; nothing is planned for it.
package knobs

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"tare/internal/machine/tuning"
	"tare/internal/record"
)

// The profiles: sets of knobs for a purpose.
const (
	Quiet       = "quiet"        // the same speed from run to run; the default
	Latency     = "latency"      // and wakeups that take the same time
	ResetMemory = "reset-memory" // memory as after a reboot; leaves no setting behind
)

// Profiles returns the names of the profiles, the default one first.
func Profiles() []string { return []string{Quiet, Latency, ResetMemory} }

// All returns every knob, in the order in which they are to be set.
func All() []tuning.Knob { return slices.Clone(catalogue) }

// Select returns the knobs of a profile (of Quiet when it is empty), or those
// named in only instead; and those named in with, but not those named in
// without. They are in the order of All. The error names what is not known and
// what it may have been meant to be.
func Select(profile string, only, with, without []string) ([]tuning.Knob, error) {
	if profile == "" {
		profile = Quiet
	}
	if !slices.Contains(Profiles(), profile) {
		return nil, fmt.Errorf("there is no profile %q: choose one of %s", profile, strings.Join(Profiles(), ", "))
	}
	for _, id := range slices.Concat(only, with, without) {
		if err := known(id); err != nil {
			return nil, err
		}
	}
	var selected []tuning.Knob
	for _, k := range All() {
		named := slices.Contains(only, k.ID) || slices.Contains(with, k.ID)
		ofProfile := len(only) == 0 && slices.Contains(k.Profiles, profile)
		if !named && !ofProfile || slices.Contains(without, k.ID) {
			continue
		}
		if k.ID == "swap" && !named {
			k.Steps = cycleSwap
		}
		selected = append(selected, k)
	}
	withoutThreads(selected)
	return selected, nil
}

// steps is what tuning.Knob.Steps is.
type steps = func(root fs.FS, w tuning.Wishes) ([]tuning.Step, error)

func knob(id, what, why string, s steps, profiles ...string) tuning.Knob {
	return tuning.Knob{Knob: record.Knob{ID: id, What: what, Why: why, Profiles: profiles}, Steps: s}
}

// catalogue is in the order of setting. The governor comes before boost, since
// choosing one may switch boost on again, and boost before the frequency, since
// it moves the limits that there are. The shield comes before smt: restoring goes
// backwards, and Linux 6.1 never gives the tasks of the root group the CPUs that are
// offline when a partition is dissolved. Until smt has been set, too, the threads that
// it takes offline are outside of the shield.
var catalogue = []tuning.Knob{
	knob("governor", "CPU frequency governor",
		"Keeps the CPUs at their highest allowed frequency, so that no benchmark pays for their speeding up.",
		governor, Quiet, Latency),
	knob("boost", "Turbo or boost frequencies",
		"Switches off the frequencies that a CPU holds only while it is cool and its neighbours are idle.",
		boost, Quiet, Latency),
	knob("frequency", "CPU frequency range",
		"Locks every CPU to one frequency that it can hold under any load, so that equal work takes equal time.",
		frequency, Quiet, Latency),
	knob("cpu-latency", "CPU idle latency limit",
		"Keeps idle CPUs out of deep sleep, which adds tens to hundreds of microseconds to a wakeup.",
		cpuLatency, Latency),
	knob("thp", "Transparent huge pages",
		"Gives huge pages to memory that asks for them only, instead of whenever the kernel finds one free.",
		hugePages, Quiet, Latency),
	knob("aslr", "Address space layout randomisation",
		"Gives every process the same addresses; tare averages over layouts instead, which hides no luck with one.",
		atMost(0, "proc/sys/kernel/randomize_va_space", "the kernel does not randomise addresses")),
	knob("numa-balancing", "Automatic NUMA balancing",
		"Stops the kernel from unmapping pages to learn who uses them, and from moving them between nodes.",
		atMost(0, "proc/sys/kernel/numa_balancing", "the kernel was built without NUMA balancing"), Quiet, Latency),
	knob("ksm", "Same-page merging",
		"Stops the scanning of memory for equal pages, which takes CPU time and turns later writes into page faults.",
		samePages, Quiet, Latency),
	knob("watchdogs", "Lockup watchdogs",
		"Stops a timer on every CPU, and frees the hardware counter that the NMI watchdog occupies.",
		watchdogs, Quiet, Latency),
	knob("timer-migration", "Timer migration",
		"Leaves timers on the CPU that set them, instead of moving those of idle CPUs to the one that is measured on.",
		atMost(0, "proc/sys/kernel/timer_migration", "the kernel cannot move timers"), Quiet, Latency),
	knob("irqbalance", "irqbalance service",
		"Pauses the service that would move interrupts back to shielded CPUs.",
		irqbalance, Quiet, Latency),
	knob("irq-affinity", "Interrupt affinity",
		"Moves interrupts away from shielded and isolated CPUs.",
		irqAffinity, Quiet, Latency),
	knob("workqueue", "Kernel workqueue CPUs",
		"Moves the kernel's deferred work, such as writing back files, away from shielded and isolated CPUs.",
		workqueue, Quiet, Latency),
	knob("shield", "CPU shield",
		"Moves all other programs away from the CPUs that are measured on.",
		shield, Latency),
	knob("smt", "Simultaneous multithreading (hyper-threading)",
		"Leaves one thread per core, so that nothing shares a core's units and caches with the benchmark.",
		smt, Latency),
	knob("swap", "Swap",
		"Brings swapped pages back into memory, so that nothing waits for a disk where it did not in the last run.",
		swapOff, ResetMemory),
	knob("swappiness", "Swappiness",
		"Makes the kernel drop cached files before it swaps out memory of programs.",
		atMost(1, "proc/sys/vm/swappiness", "the kernel was built without swap"), Quiet, Latency),
	knob("drop-caches", "Page cache",
		"Empties the caches of files, so that every run starts with none and finds memory free.",
		dropCaches, ResetMemory),
	knob("compact-memory", "Memory compaction",
		"Gathers free memory into large blocks, so that huge pages are as easy to get as after a reboot.",
		compactMemory, ResetMemory),
	knob("scheduler", "Scheduler time slices and migration cost",
		"Gives the same time slices whatever the number of CPUs, and keeps threads longer where their caches are warm.",
		scheduler, Latency),
	knob("autogroup", "Scheduler autogroups",
		"Shares the CPU between threads, not between terminals, so that it does not matter where tare was started.",
		atMost(0, "proc/sys/kernel/sched_autogroup_enabled", "the kernel was built without autogroups"), Quiet, Latency),
	knob("quota", "CPU quota",
		"Removes the CPU quotas of tare's control group and its ancestors, so that nothing is throttled.",
		quota),
	knob("wsl-reclaim", "WSL memory reclaim",
		"Frees and gathers memory, so that the WSL2 machine gives it back to Windows, which then need not swap.",
		wslReclaim, ResetMemory),
	knob("perf-rate", "Sampling rate limit of perf",
		"Keeps profilers to the 100 samples a second that Go's own takes, too few to slow a benchmark down.",
		perfRate, Quiet, Latency),
	knob("stat-interval", "Memory statistics interval",
		"Makes every CPU interrupt its work to update memory statistics every two minutes instead of every second.",
		statInterval, Quiet, Latency),
}

// known returns an error when no knob has the ID. It names those that
// begin alike or are part of it, or all of them when none is.
func known(id string) error {
	var all, close []string
	for _, k := range catalogue {
		if k.ID == id {
			return nil
		}
		all = append(all, k.ID)
		if start := id[:min(3, len(id))]; start != "" && strings.Contains(k.ID, start) || strings.Contains(id, k.ID) {
			close = append(close, k.ID)
		}
	}
	if len(close) > 0 {
		return fmt.Errorf("there is no knob %q: did you mean %s?", id, strings.Join(close, " or "))
	}
	return fmt.Errorf("there is no knob %q: choose from %s", id, strings.Join(all, ", "))
}
