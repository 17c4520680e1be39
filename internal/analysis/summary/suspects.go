package summary

import (
	"fmt"
	"math"
	"time"

	"tare/internal/record"
	"tare/internal/record/unit"
)

// suspect is a reading that may account for an outlier. An excess is what a
// trial has over the usual amount, and negative when it has less.
type suspect struct {
	of quantity
	// effect is what the excess may do to a window that usually takes window
	// ns, as a fraction of it.
	effect   func(excess, usual, window float64) float64
	describe func(excess, usual float64) string
}

// suspects go by importance when they account for an outlier equally well.
// Blocked time and GC pauses are a part of net. Of the container's share, what
// it does beyond its own time is.
var suspects = []suspect{
	{billItem("throttled-ns/op"), lasting(1), duration("throttled")},
	{billItem("runq-ns/op"), lasting(1), duration("waiting for a CPU")},
	// From the reading, since the bill leaves out what a guest has taken for
	// time on its CPU.
	{reading(record.Steal), lasting(1), duration("stolen")},
	{billItem("blocked-ns/op"), lasting(1), duration("blocked")},
	{billItem("gcpause-ns/op"), lasting(1), duration("in GC pauses")},
	{reading(record.GCCycles), proportional, number("GC cycle")},
	{reading(record.MinorFaults), lasting(minorFault), number("page fault")},
	{reading(record.CanaryALU), proportional, pace("canary")},
	{reading(record.CanaryPipe), proportional, pace("system-call canary")},
}

// minorFault is about the most that one costs, in ns: entering the kernel,
// finding a page and clearing it takes a quarter of that without a hypervisor.
const minorFault = 1000

// quantity is a figure of one trial, and whether it was measured.
type quantity func(record.Trial) (float64, bool)

func reading(m record.Metric) quantity {
	return func(t record.Trial) (float64, bool) { return t.Readings.Value(m) }
}

// billItem is the item of that unit over the whole window, in ns.
func billItem(unit string) quantity {
	return func(t record.Trial) (float64, bool) {
		for _, item := range t.Bill.Items() {
			if item.Unit == unit {
				return item.Ns * float64(t.N), billed(t, unit)
			}
		}
		return 0, false
	}
}

// lasting is the effect of events that take ns each.
func lasting(ns float64) func(excess, usual, window float64) float64 {
	return func(excess, _, window float64) float64 { return excess * ns / window }
}

// proportional is the effect of a quantity that may be what all time goes by.
func proportional(excess, usual, _ float64) float64 {
	if usual == 0 {
		return excess
	}
	return excess / usual
}

func duration(what string) func(excess, usual float64) string {
	return func(excess, usual float64) string {
		return about(math.Abs(excess)) + comparative(excess, usual, " less ") + what
	}
}

func number(noun string) func(excess, usual float64) string {
	return func(excess, usual float64) string {
		n := math.Round(math.Abs(excess))
		plural := "s"
		if n == 1 {
			plural = ""
		}
		return fmt.Sprintf("%.0f%s%s%s", n, comparative(excess, usual, " fewer "), noun, plural)
	}
}

func pace(of string) func(excess, usual float64) string {
	return func(excess, usual float64) string {
		how := "slower"
		if excess < 0 {
			how = "faster"
		}
		return fmt.Sprintf("%s %s %s", of, unit.Percent(math.Abs(excess/usual), 0), how)
	}
}

// comparative joins an amount to what it is an amount of. "More" goes without
// saying when the usual amount would not show in two digits.
func comparative(excess, usual float64, less string) string {
	switch {
	case excess < 0:
		return less
	case usual < excess/20:
		return " "
	}
	return " more "
}

// about formats ns with two significant digits, which is all that the cause of
// an outlier is worth: "38ms", "8.1ms", "410µs".
func about(ns float64) string {
	digit := math.Pow(10, math.Floor(math.Log10(ns))-1)
	return time.Duration(math.Round(ns/digit) * digit).String()
}
