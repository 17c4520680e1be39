package explain

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"tare/internal/engine/exit"
	engine "tare/internal/engine/explain"
)

// parsePart reads "1.2s,1.25s", or the same in plain seconds; nothing is everything.
func parsePart(s string) (*engine.Range, error) {
	if s == "" {
		return nil, nil
	}
	from, to, ok := strings.Cut(s, ",")
	a, err1 := parseMoment(from)
	b, err2 := parseMoment(to)
	if !ok || err1 != nil || err2 != nil || a < 0 || b <= a {
		return nil, exit.Errorf(exit.Usage, "count from the beginning of the recording: -range=1.2s,1.25s", "-range %q: want from,to", s)
	}
	return &engine.Range{From: a, To: b}, nil
}

// parseMoment reads a duration, of which one without a unit is in seconds.
func parseMoment(s string) (time.Duration, error) {
	s = strings.TrimSpace(s)
	seconds, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return time.ParseDuration(s)
	}
	const most = 1e9 // s, which is 30 years
	if !(seconds >= 0 && seconds < most) {
		return 0, errors.New("not a time within a recording")
	}
	return time.Duration(seconds * 1e9), nil
}
