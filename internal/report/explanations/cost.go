package explanations

import (
	"fmt"
	"slices"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// cost says what recording cost, what was lost, and what is not known.
func (r report) cost() model.Block {
	p := model.Prose{Detail: model.Brief}
	add := func(m model.Mood, text string) { p.Lines = append(p.Lines, line(m, text)) }
	var gaps wording.Gaps
	if text := r.overhead(&gaps); text != "" {
		l := line(model.Plain, text)
		if len(r.Overhead) == 0 { // nobody asked what recording does
			l.Detail = model.Verbose
		}
		p.Lines = append(p.Lines, l)
	}
	if s := r.Kernel.Stolen; s.OK() && s.Value > 0 {
		l := line(model.Plain, "the hypervisor kept "+wording.Ns(s.Value)+" of CPU time from all CPUs meanwhile")
		l.Detail = model.Verbose
		p.Lines = append(p.Lines, l)
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
		add(model.Warn, "not known: "+g.String())
	}
	if lost := r.Kernel.Lost; lost > 0 {
		add(model.Warn, fmt.Sprintf("%d of %d kernel events were lost: what threads did around them is not known", lost, lost+r.Kernel.Events))
	}
	return p
}

// warnings are what could not be read, and what that means: the last lines before the
// result are the ones that a terminal shows.
func (r report) warnings() model.Block { return lines(model.Brief, model.Warn, r.Trouble...) }

func missing(gaps *wording.Gaps, v record.Reading, what string) {
	if !v.OK() && v.Why != "" {
		gaps.Add(wording.Because(v.Status, v.Why), what)
	}
}

// overhead says what recording did to the workload, and adds what of it is not known.
func (r report) overhead(gaps *wording.Gaps) string {
	var texts []string
	for _, o := range r.Overhead {
		if !o.Ratio.OK() {
			missing(gaps, o.Ratio, "the cost of "+o.What)
			continue
		}
		text := o.What + " " + ratio(o)
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

// ratio is "+1.4% (+0.9% … +2.0%, 10 pairs)".
func ratio(o record.Overhead) string {
	return fmt.Sprintf("%s (%s … %s, %s)", wording.Signed(o.Ratio.Value-1, 0), wording.Signed(o.Low-1, 0), wording.Signed(o.High-1, 0), unit.Plural(o.Trials, "pair"))
}
