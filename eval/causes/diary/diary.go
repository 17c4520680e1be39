// Package diary is how a program with planted faults tells what it has lost to them,
// by its own clock.
package diary

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// Env names the environment variable with the file that a diary is added to.
// Without it nothing is kept.
const Env = "TARE_EVAL_DIARY"

// Plants is how many faults a program has at most.
const Plants = 2

// Entry is a stretch of time: a unit of the program's work, or one in which the
// whole process lost something.
type Entry struct {
	Unit bool  `json:"unit,omitempty"` // a request, task or operation
	From int64 `json:"from"`           // ns of CLOCK_MONOTONIC
	To   int64 `json:"to"`
	// Lost is ns that went to each plant, the greater one first.
	Lost [Plants]int64 `json:"lost"`
}

// Length of the stretch, ns.
func (e Entry) Length() int64 { return e.To - e.From }

// Diary keeps entries in memory: writing them down would take time from what they are
// about.
type Diary struct {
	mu      sync.Mutex
	entries []Entry
}

// Unit notes a unit of work.
func (d *Diary) Unit(from, to int64, lost [Plants]int64) {
	d.add(Entry{Unit: true, From: from, To: to, Lost: lost})
}

// Loss notes what the whole process lost to one plant in a stretch of time.
func (d *Diary) Loss(plant int, from, to, ns int64) {
	e := Entry{From: from, To: to}
	e.Lost[plant] = ns
	d.add(e)
}

func (d *Diary) add(e Entry) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.entries = append(d.entries, e)
}

// Save adds the diary to the file that the environment names.
func (d *Diary) Save() (err error) {
	name := os.Getenv(Env)
	if name == "" {
		return nil
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return fmt.Errorf("saving the diary: %w", err)
	}
	w := bufio.NewWriter(f)
	defer func() { err = errors.Join(err, w.Flush(), f.Close()) }()
	d.mu.Lock()
	defer d.mu.Unlock()
	for encoder, i := json.NewEncoder(w), 0; i < len(d.entries); i++ {
		if err := encoder.Encode(d.entries[i]); err != nil {
			return err
		}
	}
	d.entries = nil
	return nil
}

// Read reads diaries.
func Read(r io.Reader) (all []Entry, err error) {
	for d := json.NewDecoder(bufio.NewReader(r)); ; {
		var e Entry
		switch err := d.Decode(&e); {
		case err == nil:
			all = append(all, e)
		case errors.Is(err, io.EOF):
			return all, nil
		default:
			return nil, fmt.Errorf("reading a diary: %w", err)
		}
	}
}
