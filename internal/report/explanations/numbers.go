package explanations

import (
	"fmt"
	"math"
	"strings"

	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/wording"
)

// ns prints a time in ns.
func ns(v int64) string { return wording.Ns(float64(v)) }

// share prints part as a percentage of whole, with one decimal however large, to be
// aligned.
func share(part, whole float64) string {
	f := part / whole
	if !wording.Finite(f) || math.Abs(f) < 0.0005 {
		return wording.Share(f, 0)
	}
	return strings.Replace(unit.Percent(f, 1), "-", "−", 1)
}

// moment prints ns since the recording began, in the unit and with the decimals that tell
// moments of it apart.
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

// confidence says how a figure is known.
func confidence(s record.Sure) string {
	if s == record.Unknown {
		return "not known"
	}
	return string(s)
}

// words are plain ones, which may come from elsewhere.
func words(text string) model.Text { return model.Lit(model.Plain, text) }

// said is a cell with plain words.
func said(text string) model.Cell { return model.Cell{Text: words(text)} }

// line is a sentence of its own.
func line(m model.Mood, text string) model.Line { return model.Line{Text: model.Lit(m, text)} }

// lines are sentences below each other.
func lines(d model.Detail, m model.Mood, texts ...string) model.Prose {
	p := model.Prose{Detail: d}
	for _, t := range texts {
		p.Lines = append(p.Lines, line(m, t))
	}
	return p
}

// capital begins a sentence.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
