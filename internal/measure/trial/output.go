package trial

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"tare/internal/record"
)

// keep is how much of the start and of the end of a process's output is kept.
const keep = 256 << 10

// headTail keeps the head and the tail of what is written to it, so that a
// benchmark that prints without end cannot fill memory or disk.
type headTail struct {
	mu      sync.Mutex
	head    []byte
	tail    []byte // a ring once it is full
	next    int    // where the ring goes on
	skipped int64
}

// Write implements io.Writer.
func (h *headTail) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := len(p)
	room := min(keep-len(h.head), n)
	h.head = append(h.head, p[:room]...)
	p = p[room:]
	if over := len(p) - keep; over > 0 {
		h.skipped += int64(over)
		p = p[over:]
	}
	grow := min(keep-len(h.tail), len(p))
	h.tail = append(h.tail, p[:grow]...)
	p = p[grow:]
	h.skipped += int64(len(p))
	for len(p) > 0 {
		c := copy(h.tail[h.next:], p)
		h.next = (h.next + c) % keep
		p = p[c:]
	}
	return n, nil
}

// Bytes returns what was kept, with a line in between that says how much was
// not.
func (h *headTail) Bytes() []byte {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := append([]byte(nil), h.head...)
	if h.skipped > 0 {
		out = fmt.Appendf(out, "\n… %d bytes left out …\n", h.skipped)
	}
	return append(append(out, h.tail[h.next:]...), h.tail[:h.next]...)
}

// line is one result line of a plain benchmark.
type line struct {
	name   string
	procs  int
	n      int64
	values map[string]float64
}

// parseLines finds result lines among whatever else a benchmark has printed.
// (benchfmt.Reader would do, but drops the unit of measure tidying that we
// need left alone: ns/op as package testing printed it.)
func parseLines(output string) []line {
	var found []line
	for text := range strings.Lines(output) {
		f := strings.Fields(text)
		if len(f) < 4 || len(f)%2 != 0 || !strings.HasPrefix(f[0], "Benchmark") {
			continue
		}
		n, err := strconv.ParseInt(f[1], 10, 64)
		if err != nil || n <= 0 {
			continue
		}
		l := line{trimProcs(f[0]), procsOf(f[0]), n, map[string]float64{}}
		for i := 2; i < len(f) && err == nil; i += 2 {
			l.values[f[i+1]], err = strconv.ParseFloat(f[i], 64)
		}
		if _, ok := l.values["ns/op"]; ok && err == nil {
			found = append(found, l)
		}
	}
	return found
}

var procsSuffix = regexp.MustCompile(`-(\d+)$`)

func trimProcs(name string) string { return procsSuffix.ReplaceAllString(name, "") }

func procsOf(name string) int {
	if m := procsSuffix.FindStringSubmatch(name); m != nil {
		if n, err := strconv.Atoi(m[1]); err == nil {
			return n
		}
	}
	return 1
}

// unitLine matches unit metadata in the Go benchmark format
// (golang.org/x/perf/benchfmt). A benchmark's name and a tab stand before what it
// prints first.
var unitLine = regexp.MustCompile(`(?m)(?:^|\t)Unit[ \t]+(\S+)[ \t]+(.*)$`)

// directions returns which way is better of the units of which the output says so:
// 1 when larger, −1 when smaller. It is nil when there are none.
func directions(output string) map[string]int {
	var better map[string]int
	for _, m := range unitLine.FindAllStringSubmatch(output, -1) {
		for _, field := range strings.Fields(m[2]) {
			way := map[string]int{"better=higher": 1, "better=lower": -1}[field]
			if way == 0 {
				continue
			}
			if better == nil {
				better = map[string]int{}
			}
			better[m[1]] = way
		}
	}
	return better
}

// skips lists the benchmarks that skipped themselves, with what they gave as the reason,
// from the output of a process with -test.v: that has what they logged, indented, before
// "--- SKIP: BenchmarkX".
func skips(output []byte) []record.Failure {
	var found []record.Failure
	var said []string
	for line := range strings.Lines(string(output)) {
		text := strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(text, "--- SKIP: "); ok {
			name, _, _ = strings.Cut(name, " ") // Go may say how long it took
			found = append(found, record.Failure{Benchmark: trimProcs(name), Stage: "calibrate", Outcome: record.Skipped, Message: strings.Join(said, "; ")})
		}
		if text == line || !logged.MatchString(line) {
			said = nil
			continue
		}
		said = append(said, logged.ReplaceAllString(strings.TrimRight(line, "\n"), ""))
	}
	return found
}

// logged is how package testing begins a line that a benchmark logs.
var logged = regexp.MustCompile(`^\s+\S+\.go:\d+: `)
