package account

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"tare/internal/record"
)

// Who an interval is about.
const (
	whoRuns    = "the benchmark's goroutine"
	whoWorks   = "the workers of RunParallel"
	whoPs      = "all Ps"
	whoThreads = "all threads"
	whoRegion  = "the goroutine in the region"
	whoRequest = "the goroutine that serves it"
	whoTask    = "its goroutines, at each moment the most active one"
)

// subject is who an interval is about, to begin a sentence with.
type subject struct {
	name    string
	was     string // or "were"
	wanting string // a CPU, as a clause
}

func subjectOf(iv record.Interval) subject {
	name, was := iv.Who, "was"
	switch name {
	case "":
		name = "it"
	case whoRegion:
		name = "the goroutine"
	case whoRequest:
		name = "the request"
	case whoTask:
		name = "the task"
	case whoPs:
		return subject{"Ps", "were", "threads that held a P wanted one"}
	case whoThreads:
		return subject{"Threads", "were", "threads wanted one"}
	default:
		name, _, _ = strings.Cut(name, ",")
		if iv.Goroutines != 1 || strings.HasPrefix(name, "goroutines") {
			was = "were"
		}
	}
	return subject{capital(name), was, name + " held a P"}
}

func capital(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// lower makes a name, or a sentence, go on within another one, unless it begins with a
// name that is written so.
func lower(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	next, _ := utf8.DecodeRuneInString(text[size:])
	if unicode.IsUpper(next) || text == "Ps" || strings.HasPrefix(text, "Ps ") {
		return text
	}
	return string(unicode.ToLower(first)) + text[size:]
}
