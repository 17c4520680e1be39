package main

import (
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"tare/internal/machine/journal"
)

// leftTuned writes a journal as a tare has left it that was killed after it had set
// a file: left-tuned state file before.
func leftTuned(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: left-tuned state file before")
	}
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	ts.Check(err)
	state, file := ts.MkAbs(args[0]), ts.MkAbs(args[1])
	ts.Check(os.MkdirAll(state, 0o700))
	now, err := os.ReadFile(file)
	ts.Check(err)
	j, err := journal.Open(journal.FileLog{Dir: state})
	ts.Check(err)
	ts.Check(j.Begin(journal.Session{ID: "killed", Boot: strings.TrimSpace(string(boot))}))
	entries, err := j.Intend("killed", []journal.Entry{{Knob: "testing", Key: "file:" + file, Before: args[2], Wanted: strings.TrimSpace(string(now))}})
	ts.Check(err)
	entries[0].After, entries[0].Done = entries[0].Wanted, true
	ts.Check(j.Done(entries...))
}
