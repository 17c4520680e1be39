package gotrace

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"strings"
	"time"

	"tare/internal/record/unit"
)

// A trace has no checksums: a damaged byte often makes it one that can be read, with
// other times. Some of them contradict others.

// usualRate is how many ticks a second has in traces whose clock is CLOCK_MONOTONIC
// (runtime/tracetime.go). Where it is another one, on Windows, it is estimated.
const usualRate uint64 = 1_000_000_000 / 64

const (
	clockSlack = int64(time.Millisecond)
	// overlapSlack is for threads that were about to write an event when the next
	// generation began, and lost their CPU: for some periods of a quota.
	overlapSlack = int64(250 * time.Millisecond)
	// manyThreads bounds memory.
	manyThreads = 1 << 16
)

// doubts is what contradicts itself in the times of a trace, as it is read.
type doubts struct {
	back    doubt // of a thread's events
	overlap doubt // of generations
	clock   doubt // of the trace's clock and the system's, since the beginning
	rate    bool  // of the clock

	ends    map[uint64]uint64 // ticks of the last event, by thread
	begins  []uint64          // ticks of generations that were not asked for yet
	second  uint64            // ticks in it, in the first generation
	skew    int64             // ns from the system's clock to the trace's at first
	skewed  bool              // that is known
	foreign bool              // the clock has another rate than usual
}

// doubt is the worst contradiction of a kind.
type doubt struct {
	at int64 // ns of the trace's clock
	by int64 // ns
}

func (d *doubt) add(at, by int64) {
	if by > d.by {
		d.at, d.by = at, by
	}
}

// batch looks at a batch. A thread writes its batches one after the other, and its
// events in the order of time.
func (d *doubts) batch(b *batch) {
	if f, ok := b.frequency(); ok {
		d.frequency(f)
	}
	if b.kind != evEventBatch || b.thread == noThread {
		return
	}
	_, end, ok := b.split(math.MaxInt)
	if !ok {
		return
	}
	if d.ends == nil || len(d.ends) > manyThreads {
		d.ends = map[uint64]uint64{}
	}
	if before := d.ends[b.thread]; b.ticks < before {
		d.back.add(ticksIn(b.ticks), ticksIn(before-b.ticks))
	}
	d.ends[b.thread] = end
}

// frequency looks at the rate of a generation's clock. It is always the same, but
// where it is estimated.
func (d *doubts) frequency(f uint64) {
	if d.second == 0 {
		d.second = f
	}
	d.foreign = d.foreign || f != usualRate
	d.rate = d.rate || (f == usualRate) != (d.second == usualRate) || bits.OnesCount64(f^usualRate) == 1
}

// ticksIn is ns at the usual rate: contradictions need not be told exactly.
func ticksIn(ticks uint64) int64 { return int64(min(ticks, math.MaxInt64/64)) * 64 }

// begun notes that the generation that is being read began no later than this.
func (d *doubts) begun(ticks uint64, fresh bool) {
	if fresh {
		d.begins = append(d.begins, ticks)
	} else if n := len(d.begins); n > 0 {
		d.begins[n-1] = min(d.begins[n-1], ticks)
	}
}

// generation is told of the next generation, and when the last event was before it.
func (d *doubts) generation(last int64) {
	if len(d.begins) == 0 {
		return
	}
	begin := ticksIn(d.begins[0])
	if d.begins = d.begins[1:]; last != 0 && !d.foreign && last > begin+overlapSlack {
		d.overlap.add(begin, last-begin)
	}
}

// clocks compares the trace's clock with the system's.
func (d *doubts) clocks(c *Clocks) {
	skew := c.Trace - c.Monotonic
	if !d.skewed {
		d.skewed, d.skew = true, skew
	}
	if by := max(skew-d.skew, d.skew-skew); by > clockSlack && !d.foreign {
		d.clock.add(c.Trace, by)
	}
}

// texts says what was found, for users, of a trace that began at a time.
func (d *doubts) texts(begin int64) (all []string) {
	say := func(what doubt, format string) {
		if what.by > 0 {
			at := time.Duration(max(0, what.at-begin)).Round(time.Microsecond)
			all = append(all, fmt.Sprintf(format, at, time.Duration(what.by).Round(time.Microsecond)))
		}
	}
	say(d.back, "at %s the events of a thread go back by %s")
	say(d.overlap, "at %s a part begins %s before the end of the one before it")
	say(d.clock, "at %s its clock and the system's are %s further apart than at first")
	if d.rate {
		all = append(all, "its clock does not tick at one rate, or at one that no program has")
	}
	return all
}

// Broken is the error of a trace whose rest cannot be read. What came before it
// is good.
type Broken struct {
	Offset int64         // bytes that were read: the damage is not behind them
	Time   int64         // of the last good event, ns of CLOCK_MONOTONIC; 0 without any
	Good   time.Duration // from the first to the last good event
	Why    string        // what is wrong, for users
	Err    error         // of the io.Reader that the trace was read from, or nil
}

// Error says how far the trace is good, and what is wrong then.
func (b *Broken) Error() string {
	good := "nothing of the Go trace can be used"
	if b.Time != 0 {
		good = "only the first " + unit.Duration(b.Good) + " of the Go trace can be used"
	}
	return fmt.Sprintf("%s: %s", good, b.Why)
}

// Unwrap returns the error of the io.Reader that the trace was read from.
func (b *Broken) Unwrap() error { return b.Err }

// maxReason is how much is shown of the reasons of the trace package, which go on
// with dumps of its state.
const maxReason = 200

// why says what err, of the trace package, means, given how far s came.
func (s *stream) why(err error) (why string, source error) {
	reason, _, _ := strings.Cut(err.Error(), "\n")
	if len(reason) > maxReason {
		reason = strings.ToValidUTF8(reason[:maxReason], "") + "…"
	}
	reason = strings.TrimSuffix(reason, ":")
	switch {
	case errors.Is(s.err, io.ErrUnexpectedEOF), s.err == io.EOF && strings.HasSuffix(reason, "trace likely truncated"):
		return "it ends in the middle, because the program that wrote it was killed or its file is not complete; " +
			"what it wrote last, about a second, is lost", nil
	case s.err == io.EOF && !s.finished:
		return "its end is missing or damaged (" + reason + ")", nil
	case s.err == nil, s.err == io.EOF:
		return "it contradicts itself (" + reason + ")", nil
	}
	if d, ok := errors.AsType[damage](s.err); ok {
		return string(d), nil
	}
	return "reading it failed: " + s.err.Error(), s.err
}
