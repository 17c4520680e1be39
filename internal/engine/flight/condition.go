package flight

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"tare/internal/engine/exit"
	"tare/internal/record"
	"tare/internal/trace/align"
	"tare/internal/trace/event"
)

// Condition is what a flight recorder waits for.
type Condition struct {
	text  string
	about about
	name  *regexp.Regexp // that the mark's name has to match; nil for any
	least int64          // ns; it has to be longer
}

// about is what a condition is about.
type about struct {
	marks []record.MarkKind
	name  string            // that the mark's has to contain
	named bool              // the condition may say which by a regular expression
	fact  record.KernelFact // that the kernel's side tells of it; empty when it does not
	trace bool              // a Go execution trace tells of it
}

var abouts = map[string]about{
	"sched-latency": {marks: []record.MarkKind{record.MarkWake, record.MarkWait}, fact: record.FactSwitches, trace: true},
	"throttled":     {marks: []record.MarkKind{record.MarkThrottle}, fact: record.FactThrottled},
	"gc-pause":      {marks: []record.MarkKind{record.MarkStop}, name: "GC", trace: true},
	"region":        {marks: []record.MarkKind{record.MarkRegion}, named: true, trace: true},
	"task":          {marks: []record.MarkKind{record.MarkTask}, named: true, trace: true},
	"request":       {marks: []record.MarkKind{record.MarkRequest}, name: align.RequestName, trace: true},
}

// Samples is a condition of each kind, for help and completion.
var Samples = []string{"sched-latency>10ms", "throttled", "throttled>5ms", "gc-pause>1ms", "region:NAME>5ms", "task:NAME>5ms", "request>50ms"}

// Parse reads "sched-latency>10ms", "throttled" or "region:^encode$>5ms".
// The name is a regular expression, in which there may be more of ':' and '>'.
// Every error is a usage error.
func Parse(text string) (c Condition, err error) {
	what, limit := text, ""
	at := strings.LastIndexByte(text, '>')
	if at >= 0 {
		what, limit = text[:at], text[at+1:]
	}
	kind, name, named := strings.Cut(what, ":")
	about, ok := abouts[strings.TrimSpace(kind)]
	least, bad := time.ParseDuration(strings.TrimSpace(limit))
	if at < 0 && strings.TrimSpace(text) == "throttled" {
		bad = nil
	}
	if !ok || bad != nil || least < 0 || named && !about.named {
		return c, exit.Errorf(exit.Usage, "such as -on '"+strings.Join(Samples, "', -on '")+"'", "-on %q is not a condition", text)
	}
	c = Condition{text: strings.TrimSpace(text), about: about, least: int64(least)}
	if name = strings.TrimSpace(name); name != "" {
		if c.name, err = regexp.Compile(name); err != nil {
			return c, exit.Errorf(exit.Usage, "", "-on %q: %w", text, err)
		}
	}
	return c, nil
}

// fulfilled reports whether a mark makes the condition true.
func (c *Condition) fulfilled(m *event.Mark) bool {
	return slices.Contains(c.about.marks, m.Kind) && m.End-m.Start > c.least && strings.Contains(m.Name, c.about.name) &&
		(c.name == nil || c.name.MatchString(m.Name))
}

// waitable returns an error when nothing that is recorded can tell that a condition
// came true. Without a header, the kernel's side is taken to tell everything.
func (w *Wishes) waitable(hasTrace bool, h *event.KernelHeader) error {
	for _, c := range w.On {
		switch {
		case c.about.trace && hasTrace, c.about.fact != "" && (h == nil || h.Sure[c.about.fact] != record.Unknown):
		case c.about.fact == "":
			return exit.Errorf(exit.Usage, "say with -http where that comes from", "-on %q: only a Go execution trace shows it", c.text)
		default:
			why := append(slices.Clone(h.Why), "kernel recording is at level "+string(h.Level))
			if c.about.fact == record.FactThrottled && len(h.Groups) == 0 {
				why = append(why, "no quota is visible that could throttle it")
			}
			return exit.Errorf(exit.Broken, "", "-on %q: nothing here would notice it: %s", c.text, strings.Join(why, "; "))
		}
	}
	return nil
}
