package explanations

import (
	"strings"

	"tare/internal/record"
	"tare/internal/report/model"
)

// Colours of items beside those of all reports, on a terminal (ECMA-48, 8.3.117).
const (
	blue    model.Mood = "34"
	magenta model.Mood = "35"
	cyan    model.Mood = "36"
)

// Shades of bars on a terminal: what kind of time it is.
const (
	onCPU   = "█"
	refused = "▓"
	held    = "▒"
	asleep  = "░"
	unknown = "·"
)

// look is how an item is drawn and what it means: on a terminal by its letter, then its
// shade; on a page by the colour that its class picks in items.css.
type look struct {
	letter, shade string
	mood          model.Mood
	class, means  string
}

var looks = [record.Items]look{
	record.ItemUnknown:    {"?", unknown, model.Quiet, "of-unknown", "nothing was recorded about it"},
	record.ItemRunning:    {"R", onCPU, model.Good, "of-running", "on a CPU, in the program's code"},
	record.ItemAssist:     {"A", onCPU, magenta, "of-assist", "on a CPU, marking for the garbage collector in return for allocating"},
	record.ItemStopped:    {"S", held, magenta, "of-stopped", "wanted to go on while the world was stopped"},
	record.ItemThrottled:  {"T", refused, model.Bad, "of-throttled", "the CPU quota was used up"},
	record.ItemPreempted:  {"P", refused, model.Warn, "of-preempted", "another process had the CPU"},
	record.ItemCrowded:    {"C", refused, model.Warn, "of-crowded", "another thread of this process had the CPU"},
	record.ItemOffCPU:     {"O", refused, model.Warn, "of-offcpu", "not on a CPU, and nothing says why"},
	record.ItemRunnable:   {"Q", held, blue, "of-runnable", "wanted a P"},
	record.ItemSyscallOn:  {"Y", onCPU, cyan, "of-syscallon", "in a system call, on a CPU"},
	record.ItemSyscallOff: {"Z", asleep, cyan, "of-syscalloff", "in a system call that waits"},
	record.ItemSyscall:    {"X", asleep, cyan, "of-syscall", "in a system call; nothing says whether on a CPU"},
	record.ItemLate:       {"E", refused, model.Bad, "of-late", "was due, and nobody had the time to notice"},
	record.ItemBlocked:    {"B", asleep, model.Plain, "of-blocked", "waits for something"},
	record.ItemScheduler:  {"L", onCPU, blue, "of-scheduler", "on a CPU with a P, looking for a goroutine to run"},
	record.ItemSpinning:   {"N", onCPU, blue, "of-spinning", "on a CPU without a P: looks for work, parks, monitors"},
	record.ItemIdle:       {"I", asleep, model.Quiet, "of-idle", "thread asleep; P without work"},
	record.ItemWaking:     {"W", refused, model.Warn, "of-waking", "woken or refilled, waits for its turn on a CPU"},
	record.ItemGC:         {"G", onCPU, magenta, "of-gc", "on a CPU, in a goroutine of the garbage collector"},
	record.ItemFaults:     {"F", onCPU, cyan, "of-faults", "on a CPU, in the kernel, and in no system call"},
}

// residual is drawn behind the items of an account.
var residual = look{"~", unknown, model.Quiet, "of-residual", "what the items leave of the whole"}

// residualItem stands for what no item accounts for, behind all items.
const residualItem = record.Items

// lookOf is the look of an item or of the residual.
func lookOf(i record.Item) look {
	switch {
	case i == residualItem:
		return residual
	case i > record.Items:
		i = record.ItemUnknown
	}
	return looks[i]
}

// nameOf is the name of an item or of the residual.
func nameOf(i record.Item) string {
	if i == residualItem {
		return "residual"
	}
	return i.String()
}

// draw fills n columns of a terminal; the letter comes first, so that the bars' parts can
// be told apart without colours.
func (l look) draw(n int) model.Span {
	return l.mood.Of(l.letter + strings.Repeat(l.shade, n-1))
}

// foot says what words and bars mean.
func foot() []model.Text {
	return []model.Text{
		words("Every nanosecond of an interval is in exactly one item; what nothing accounts for is the residual."),
		words("seen: an event said so; inferred: follows from events by a rule that can be wrong; bounded: an upper bound, some of it may belong to other items; not known: nothing but the Go trace says so, and time off the CPU may hide in it"),
	}
}
