package explained

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/sheet"
	"tare/internal/report/wording"
)

// fewSyscalls is how many of them are shown unless all are wanted.
const fewSyscalls = 8

// syscalls writes the system calls that were made most often.
func (r report) syscalls() {
	if len(r.Syscalls) == 0 {
		return
	}
	shown := r.Syscalls[:r.shown(len(r.Syscalls), fewSyscalls)]
	var pieces []sheet.Span
	for n, c := range shown {
		text := c.Name + " " + rate(c.PerSec)
		if n < len(shown)-1 {
			text += ","
		}
		pieces = append(pieces, sheet.Plain.Of(text))
	}
	r.Blank()
	r.Pieces([]sheet.Span{sheet.Bold.Of("system calls per second  ")}, pieces...)
	more := len(r.Syscalls) - len(shown)
	r.more(more, more)
}

func rate(perSecond float64) string {
	if perSecond >= 10 {
		perSecond = math.Round(perSecond)
	}
	return wording.Number(perSecond, "calls/s")
}

// ending says what recording cost, what was lost, and what is not known: the
// last lines are the ones that a terminal shows.
func (r report) ending() {
	var lines []sheet.Note
	add := func(st sheet.Style, text string) { lines = append(lines, sheet.Note{Style: st, Text: text}) }
	var gaps wording.Gaps
	if text := r.overhead(&gaps); text != "" {
		add(sheet.Plain, text)
	}
	if s := r.Kernel.Stolen; s.OK() && s.Value > 0 {
		add(sheet.Plain, "the hypervisor kept "+wording.Ns(s.Value)+" of CPU time from all CPUs meanwhile")
	}
	if levels[r.Kernel.Level] != "" {
		missing(&gaps, r.Kernel.Stolen, "stolen CPU time")
		missing(&gaps, r.Kernel.System, "page faults, and the kernel's work for the process")
		missing(&gaps, r.Kernel.ProbeTime, "the CPU time of the recording in the kernel")
		if !slices.Contains(r.Kernel.Why, record.NoStat+r.Throttle.Stat.Why) { // that is said above
			missing(&gaps, r.Throttle.Stat, "what cpu.stat says of throttling")
		}
		missing(&gaps, r.Check.StatRan, "what schedstat says of the threads")
	}
	for _, g := range gaps {
		add(sheet.Yellow, "not known: "+g.String())
	}
	if lost := r.Kernel.Lost; lost > 0 {
		add(sheet.Yellow, fmt.Sprintf("%d of %d kernel events were lost: what threads did around them is not known", lost, lost+r.Kernel.Events))
	}
	for _, t := range r.Trouble {
		add(sheet.Yellow, t)
	}
	if len(lines) > 0 {
		r.Blank()
	}
	for _, l := range lines {
		r.Prose(l.Style, "", l.Text)
	}
}

func missing(gaps *wording.Gaps, v record.Reading, what string) {
	if !v.OK() && v.Why != "" {
		gaps.Add(wording.Because(v.Status, v.Why), what)
	}
}

// overhead says what recording did to the workload, and adds what of it is not
// known.
func (r report) overhead(gaps *wording.Gaps) string {
	var texts []string
	for _, o := range r.Overhead {
		if !o.Ratio.OK() {
			missing(gaps, o.Ratio, "the cost of "+o.What)
			continue
		}
		text := fmt.Sprintf("%s %s (%s … %s, %s)", o.What, wording.Signed(o.Ratio.Value-1, 0),
			wording.Signed(o.Low-1, 0), wording.Signed(o.High-1, 0), unit.Plural(o.Trials, "pair"))
		if len(texts) == 0 {
			text = "time per op with " + text
		}
		texts = append(texts, text)
	}
	if p := r.Kernel.ProbeTime; p.OK() && r.Duration > 0 {
		texts = append(texts, fmt.Sprintf("recording took %s in the kernel (%s of one CPU)", wording.Ns(p.Value), share(p.Value, float64(r.Duration))))
	}
	return strings.Join(texts, "; ")
}
