package model

import "strings"

// Mood is how words are meant; a skin has a look for each.
type Mood string

// The moods.
const (
	Plain   Mood = ""
	Strong  Mood = "strong"
	Quiet   Mood = "quiet"   // what may be passed over
	Code    Mood = "code"    // to be typed, or typed by somebody
	Good    Mood = "good"    // faster, fine
	Bad     Mood = "bad"     // slower, serious, failed
	Warn    Mood = "warn"    // not steady, a warning
	Missing Mood = "missing" // why there is no value
)

// Span is words in one mood.
type Span struct {
	Mood Mood
	Text string
}

// Text is a sentence or a part of one.
type Text []Span

// Of returns text in this mood.
func (m Mood) Of(text string) Span { return Span{m, text} }

// Say returns a sentence; what stands between backticks is code.
func Say(text string) Text { return In(Plain, text) }

// In returns a sentence in one mood; what stands between backticks is code. A backtick
// without another is itself.
func In(m Mood, text string) Text {
	var t Text
	for text != "" {
		before, rest, found := strings.Cut(text, "`")
		code, after, closed := strings.Cut(rest, "`")
		if !found || !closed {
			return append(t, m.Of(text))
		}
		if before != "" {
			t = append(t, m.Of(before))
		}
		t, text = append(t, Code.Of(code)), after
	}
	return t
}

// Lit returns words that came from elsewhere, such as a name or a message: backticks in
// them are themselves.
func Lit(m Mood, text string) Text {
	if text == "" {
		return nil
	}
	return Text{m.Of(text)}
}

// Joined returns all of texts as one.
func Joined(texts ...Text) Text {
	var all Text
	for _, t := range texts {
		all = append(all, t...)
	}
	return all
}

// String is the words alone.
func (t Text) String() string {
	var b strings.Builder
	for _, s := range t {
		b.WriteString(s.Text)
	}
	return b.String()
}
