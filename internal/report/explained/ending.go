package explained

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"tare/internal/record"
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
	r.more(more, more, "of them")
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
		missing(&gaps, r.Kernel.ProbeTime, "the CPU time of the recording in the kernel")
		missing(&gaps, r.Throttle.Stat, "what cpu.stat says of throttling")
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

// overhead says what recording did to the workload, the most first, and adds
// what of it is not known.
func (r report) overhead(gaps *wording.Gaps) string {
	text := ""
	byRatio := func(a, b record.Overhead) int { return cmp.Compare(b.Ratio.Value, a.Ratio.Value) }
	for _, o := range slices.SortedStableFunc(slices.Values(r.Overhead), byRatio) {
		size := fmt.Sprintf("by %s (%s … %s, %s)", wording.Share(o.Ratio.Value-1, 0),
			wording.Share(o.Low-1, 0), wording.Share(o.High-1, 0), wording.Count(o.Trials, "pair"))
		switch {
		case !o.Ratio.OK():
			missing(gaps, o.Ratio, "how much "+o.What+" slowed it down")
		case text == "":
			text = o.What + " slowed it down " + size
		default:
			text += ", " + o.What + " " + size
		}
	}
	if p := r.Kernel.ProbeTime; p.OK() && r.Duration > 0 {
		probes := fmt.Sprintf("in the kernel, recording took %s (%s of one CPU)", wording.Ns(p.Value), share(p.Value, float64(r.Duration)))
		text = strings.TrimPrefix(text+"; "+probes, "; ")
	}
	return text
}
