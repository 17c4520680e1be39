package explained

import (
	"fmt"
	"math"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/sheet"
	"tare/internal/report/wording"
)

// Colours of items beside those of all reports (ECMA-48, 8.3.117).
const (
	blue    sheet.Style = "34"
	magenta sheet.Style = "35"
	cyan    sheet.Style = "36"
)

// Shades of bars: what kind of time it is.
const (
	onCPU   = "█"
	refused = "▓"
	held    = "▒"
	asleep  = "░"
	unknown = "·"
)

// look is how an item is drawn: its letter, then its shade.
type look struct {
	letter, shade string
	style         sheet.Style
}

var looks = [record.Items]look{
	record.ItemUnknown:    {"?", unknown, sheet.Dim},
	record.ItemRunning:    {"R", onCPU, sheet.Green},
	record.ItemAssist:     {"A", onCPU, magenta},
	record.ItemStopped:    {"S", held, magenta},
	record.ItemThrottled:  {"T", refused, sheet.Red},
	record.ItemPreempted:  {"P", refused, sheet.Yellow},
	record.ItemCrowded:    {"C", refused, sheet.Yellow},
	record.ItemOffCPU:     {"O", refused, sheet.Yellow},
	record.ItemRunnable:   {"Q", held, blue},
	record.ItemSyscallOn:  {"Y", onCPU, cyan},
	record.ItemSyscallOff: {"Z", asleep, cyan},
	record.ItemSyscall:    {"X", asleep, cyan},
	record.ItemLate:       {"E", refused, sheet.Red},
	record.ItemBlocked:    {"B", asleep, sheet.Plain},
	record.ItemScheduler:  {"L", onCPU, blue},
	record.ItemSpinning:   {"N", onCPU, blue},
	record.ItemIdle:       {"I", asleep, sheet.Dim},
	record.ItemWaking:     {"W", refused, sheet.Yellow},
	record.ItemGC:         {"G", onCPU, magenta},
	record.ItemFaults:     {"F", onCPU, cyan},
}

// residual is drawn behind the items of an account.
var residual = look{"~", unknown, sheet.Dim}

func lookOf(i record.Item) look {
	if i >= record.Items {
		i = record.ItemUnknown
	}
	return looks[i]
}

// draw fills n columns; the letter comes first, so that the bars' parts can be
// told apart without colours.
func (l look) draw(n int) sheet.Span {
	return l.style.Of(l.letter + strings.Repeat(l.shade, n-1))
}

// sureness is how a figure is known, as printed.
func sureness(s record.Sure) string {
	switch s {
	case record.Bounded:
		return "at most"
	case record.Unknown:
		return wording.None
	}
	return string(s)
}

// ns prints a time in ns.
func ns(v int64) string { return wording.Ns(float64(v)) }

// share prints part as a percentage of whole, with one decimal however large, to
// be aligned.
func share(part, whole float64) string {
	f := part / whole
	if !wording.Finite(f) || math.Abs(f) < 0.0005 {
		return wording.Share(f, 0)
	}
	return strings.Replace(unit.Percent(f, 1), "-", "−", 1)
}

// moment prints ns since the recording began, in the unit and with the decimals
// that tell moments of it apart.
func (r report) moment(at int64) string {
	switch {
	case r.Duration >= 1e9:
		return fmt.Sprintf("%.4fs", float64(at)/1e9)
	case r.Duration >= 1e6:
		return fmt.Sprintf("%.3fms", float64(at)/1e6)
	}
	return fmt.Sprintf("%.3fµs", float64(at)/1e3)
}

// function is the name of a function without the path of its package.
func function(name string) string {
	head, args, generic := strings.Cut(name, "[")
	head = head[strings.LastIndex(head, "/")+1:]
	if generic {
		return head + "[" + args
	}
	return head
}

// enumerate is "a, b and c".
func enumerate(words []string) string {
	if n := len(words) - 1; n > 0 {
		return strings.Join(words[:n], ", ") + " and " + words[n]
	}
	return strings.Join(words, "")
}
