package hook

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Record is what the hook saw of one benchmark: the sums over the segments of
// its window.
type Record struct {
	Name     string // without the -procs suffix
	Procs    int    // GOMAXPROCS
	N        int64
	Duration int64 // ns
	Segments int64
	Read     int64 // segments with a full reading; of the others, a sample had its CPU time read
	SetBytes int64
	Parallel bool // RunParallel was called
	Failed   bool
	Extra    map[string]float64 // b.ReportMetric, by unit

	// Counters holds every other number by its key: "cpu" (ns), "edge" (ns
	// that readings were held up after segments), "mallocs", "alloc-bytes",
	// "gc-cycles", "gc-pause" (ns), "assist" (ns), "minor-faults", …,
	// "steal-ticks", "steal-cpus" (that those are the sum of), "lost-threads". A key that is missing was not readable.
	Counters map[string]int64
	Steal    map[int]int64   // ticks by CPU, of those from which any was ever stolen
	Stats    map[int]CPUStat // by index of the cpu.stat files asked for
	Events   []Event
	Threads  []Thread
	Spans    []Span   // the segments in time; none when there were too many
	Ops      [][]Span // the segments of each iteration of b.Loop, where a plan has asked for them and there were not too many
	Canaries []Canary // before and after the window
}

// CPUStat is the progress of one cpu.stat.
type CPUStat struct {
	Throttled   int64 // ns, summed over per-CPU queues
	NrThrottled int64
}

// Event is the progress of one perf event. Enabled and Running are ns; Value
// counts only while Running.
type Event struct {
	Name                    string
	Value, Enabled, Running int64
}

// Thread is the progress of one thread's schedstat: ns run, ns waited, times
// put on a CPU.
type Thread struct{ TID, Run, Wait, Slices int64 }

// Span is a segment's start and end, in ns of CLOCK_MONOTONIC.
type Span struct{ From, To int64 }

// Canary is the machine's speed: ps per multiply-add step and per write+read
// of a byte on a pipe. -1 means that it could not be measured.
type Canary struct{ ALU, Pipe int64 }

// Parse reads the records of a hooked process. A last record that was cut off
// (the process was killed) is left out; anything else that the hook would not
// write is an error that names the line.
func Parse(r io.Reader) ([]Record, error) {
	var records []Record
	var current *Record
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 64<<10), 4<<20)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		switch {
		case line == "tare-hook 1":
			current = &Record{Counters: map[string]int64{}, Steal: map[int]int64{}, Stats: map[int]CPUStat{}, Extra: map[string]float64{}}
		case current == nil:
			return records, fmt.Errorf("hook record, line %d: %q outside a record", n, line)
		case line == "end":
			records = append(records, *current)
			current = nil
		default:
			key, rest, _ := strings.Cut(line, " ")
			if err := current.set(key, rest); err != nil {
				return records, fmt.Errorf("hook record, line %d: %w", n, err)
			}
		}
	}
	if err := lines.Err(); err != nil {
		return records, fmt.Errorf("reading the hook's record: %w", err)
	}
	return records, nil
}

func (r *Record) set(key, rest string) (err error) {
	switch key {
	case "name":
		r.Name, err = strconv.Unquote(rest)
		return err
	case "extra":
		value, unit, _ := strings.Cut(rest, " ")
		unit, err = strconv.Unquote(unit)
		if err != nil {
			return err
		}
		r.Extra[unit], err = strconv.ParseFloat(value, 64)
		return err
	case "event":
		name, numbers, _ := strings.Cut(rest, " ")
		v, err := numbersOf(numbers, 3)
		if err == nil {
			r.Events = append(r.Events, Event{name, v[0], v[1], v[2]})
		}
		return err
	case "stat":
		v, err := numbersOf(rest, 3)
		if err == nil {
			r.Stats[int(v[0])] = CPUStat{v[1], v[2]}
		}
		return err
	case "steal":
		v, err := numbersOf(rest, 2)
		if err == nil {
			r.Steal[int(v[0])] = v[1]
		}
		return err
	case "thread":
		v, err := numbersOf(rest, 4)
		if err == nil {
			r.Threads = append(r.Threads, Thread{v[0], v[1], v[2], v[3]})
		}
		return err
	case "span", "op":
		return r.setSpan(key, rest)
	}
	v, err := numbersOf(rest, 1)
	if err == nil {
		r.setNumber(key, v[0])
	}
	return err
}

// setSpan takes a segment of the window, or one of an iteration, which has its
// number before it.
func (r *Record) setSpan(key, rest string) error {
	if key == "span" {
		v, err := numbersOf(rest, 2)
		if err == nil {
			r.Spans = append(r.Spans, Span{v[0], v[1]})
		}
		return err
	}
	v, err := numbersOf(rest, 3)
	if err != nil {
		return err
	}
	n := int64(len(r.Ops))
	switch at := v[0]; {
	case at == n:
		r.Ops = append(r.Ops, []Span{{v[1], v[2]}})
	case at == n-1 && at >= 0:
		r.Ops[at] = append(r.Ops[at], Span{v[1], v[2]})
	default:
		return fmt.Errorf("iteration %d behind %d others", at, n)
	}
	return nil
}

func (r *Record) setNumber(key string, v int64) {
	switch key {
	case "procs":
		r.Procs = int(v)
	case "n":
		r.N = v
	case "duration":
		r.Duration = v
	case "segments":
		r.Segments = v
	case "read":
		r.Read = v
	case "set-bytes":
		r.SetBytes = v
	case "parallel":
		r.Parallel = v != 0
	case "failed":
		r.Failed = v != 0
	case "canary-alu":
		r.Canaries = append(r.Canaries, Canary{ALU: v, Pipe: -1})
	case "canary-pipe":
		if n := len(r.Canaries); n > 0 {
			r.Canaries[n-1].Pipe = v
		}
	default:
		r.Counters[key] = v
	}
}

func numbersOf(s string, want int) ([]int64, error) {
	fields := strings.Fields(s)
	if len(fields) != want {
		return nil, fmt.Errorf("%d numbers in %q, want %d", len(fields), s, want)
	}
	numbers := make([]int64, want)
	for i, f := range fields {
		v, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return nil, err
		}
		numbers[i] = v
	}
	return numbers, nil
}
