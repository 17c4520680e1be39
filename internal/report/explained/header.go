package explained

import (
	"fmt"
	"strings"
	"time"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/sheet"
)

// header says what was recorded, and how much that can tell.
func (r report) header() {
	if r.Title == "" && r.Duration == 0 {
		r.Prose(sheet.Yellow, "", "Nothing was recorded.")
		return
	}
	parts := r.origin()
	pieces := []sheet.Span{sheet.Bold.Of(r.Title), sheet.Plain.Of("·")}
	for _, part := range parts[:len(parts)-1] {
		pieces = append(pieces, sheet.Plain.Of(part+" ·"))
	}
	r.Pieces(nil, append(pieces, sheet.Plain.Of(parts[len(parts)-1]))...)
	r.kernel()
	for _, g := range r.Kernel.Groups {
		if g.Quota > 0 && g.Period > 0 {
			r.Prose(sheet.Plain, "quota: ", fmt.Sprintf("%.4g CPUs in %s (%s of CPU time every %s)",
				float64(g.Quota)/float64(g.Period), g.Path, time.Duration(g.Quota), time.Duration(g.Period)))
		}
	}
}

// origin is the trace and the machine that it is from.
func (r report) origin() []string {
	parts := []string{ns(r.Duration)}
	switch {
	case r.Go.Version == "":
		parts = append(parts, "no Go trace")
	case r.Go.Complete:
		parts = append(parts, "Go trace (format "+r.Go.Version+")")
	default:
		parts = append(parts, "Go trace (format "+r.Go.Version+") that breaks off")
	}
	if r.Go.GOMAXPROCS > 0 {
		parts = append(parts, fmt.Sprintf("GOMAXPROCS %d", r.Go.GOMAXPROCS))
	}
	if r.Kernel.CPUs > 0 {
		parts = append(parts, unit.Plural(r.Kernel.CPUs, "CPU"))
	}
	if r.Kernel.Kernel != "" {
		parts = append(parts, "Linux "+r.Kernel.Kernel)
	}
	return parts
}

// levels names where kernel recordings come from.
var levels = map[record.KernelLevel]string{
	record.KernelBPF:  "eBPF",
	record.KernelPerf: "perf context switches",
	record.KernelPoll: "counters, read again and again",
}

// facts names what kernel recordings tell, in the order of their weight.
var facts = []struct {
	fact record.KernelFact
	name string
}{
	{record.FactSwitches, "switches"},
	{record.FactThrottled, "throttling"},
	{record.FactRefill, "refills"},
	{record.FactPreempter, "preempters"},
	{record.FactWakeups, "wake-ups"},
	{record.FactSyscalls, "system calls"},
	{record.FactStolen, "stolen time"},
}

// ways words how facts are known.
var ways = []struct {
	sure  record.Sure
	words string
}{
	{record.Seen, " seen"}, {record.Inferred, " inferred"}, {record.Bounded, " bounded"}, {record.Unknown, " not known"},
}

// kernel says which level was reached, what it knows, and what it takes to know
// more. Nobody misses system calls who has not asked for them to be counted.
func (r report) kernel() {
	level := levels[r.Kernel.Level]
	if level == "" {
		r.Prose(sheet.Yellow, "", strings.TrimSuffix("no kernel recording: "+strings.Join(r.Kernel.Why, "; "), ": "))
		return
	}
	text := level
	for _, way := range ways {
		var names []string
		for _, f := range facts {
			if sure := r.Kernel.Sure[f.fact]; sure == way.sure && (sure != record.Unknown || f.fact != record.FactSyscalls) {
				names = append(names, f.name)
			}
		}
		if len(names) > 0 {
			text += "; " + enumerate(names) + way.words
		}
	}
	r.Prose(sheet.Plain, "kernel: ", text)
	for _, why := range r.Kernel.Why {
		r.Prose(sheet.Yellow, "  ", why)
	}
}
