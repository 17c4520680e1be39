package recorder

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"tare/internal/record"
	"tare/internal/trace/event"
	"tare/internal/trace/kernrec"
)

// The threads' schedstat is in the recording: at its beginning, now and then, and
// at its end, by the threads' own numbers and at the time of each reading.
func TestUsed(t *testing.T) {
	f := newFake()
	f.perf = newSource()
	f.write("proc/4711/task/4711/schedstat", "1000 200 3\n")
	f.write("proc/4711/task/4712/status", "Pid:\t4712\nNSpid:\t4712\t8\n")
	f.write("proc/4711/task/4712/schedstat", "0 0 0\n") // has not run yet, or nobody counts
	f.write("proc/4711/task/4713/status", "Pid:\t4713\nNSpid:\t4713\t9\n")
	var file bytes.Buffer
	r := begin(t, f, Options{Level: record.KernelPerf, File: &file})
	f.clock += 200e6
	f.write("proc/4711/task/4711/schedstat", "5000 900 4\n")
	f.write("proc/4711/task/4712/schedstat", "70 0 1\n")
	r.pollOnce(false)
	f.clock += 10e6
	r.pollOnce(false) // not due
	delete(f.root, "proc/4711/task/4712/schedstat")
	if _, err := r.Stop(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	var got []string
	k, err := kernrec.NewReader(&file)
	if err != nil {
		t.Fatal(err)
	}
	var e event.KernelEvent
	for k.Next(&e) == nil {
		if name := map[event.KernelKind]string{event.KernelRan: "ran", event.KernelWaited: "waited"}[e.Kind]; name != "" {
			got = append(got, fmt.Sprintf("%d ms: %d %s %d", e.Time/1e6, e.TID, name, e.Value))
		}
	}
	want := "2000 ms: 7 ran 1000, 2000 ms: 7 waited 200, " +
		"2200 ms: 7 ran 5000, 2200 ms: 7 waited 900, 2200 ms: 8 ran 70, 2200 ms: 8 waited 0, " +
		"2210 ms: 7 ran 5000, 2210 ms: 7 waited 900"
	if strings.Join(got, ", ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, ", "), want)
	}
}
