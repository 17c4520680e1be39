// Package journal is the undo log of machine settings. What a setting was, and
// what it is going to be, is on the disk before it is changed, so that whatever
// happens to tare in between, the next one can put it back.
//
// The log is a text file of one numbered record per line, each with its checksum.
// A last line that was not written to its end, as when the machine lost power, is
// passed over: since nothing is changed before its record is safe, it describes
// nothing that happened. Any other line that is damaged or missing was safe once.
// Every original is on two lines, and on a third when its setting was changed, so
// it is still known; but the log is kept, and says so, until somebody has looked.
package journal

import (
	"fmt"
	"slices"
	"time"
)

// Session is one `tare tune`, or the tuning of one `tare run -tune`.
type Session struct {
	ID      string    `json:"id"`
	Boot    string    `json:"boot"` // boot id of the kernel whose settings were changed
	Started time.Time `json:"started"`
	PID     int       `json:"pid"`
	Command []string  `json:"command"` // command line after "tare"
	Profile string    `json:"profile,omitempty"`
	// Standing sessions last until `tare restore`; others only as long as
	// their process, and are put back when it ends.
	Standing bool `json:"standing"`

	Entries []Entry      `json:"-"` // that are open, in the order of intent
	last    int          // number of the newest entry, open or not
	seen    map[int]bool // numbers of the entries that were ever open
}

// Damage is a line that could not be read, or lines that are gone.
type Damage struct {
	Line    int    // in the file, from 1; of missing lines that of the next one
	Missing int    // how many lines are gone before it; 0 for a line that is there
	Key     string // of the setting that the line seems to be about, if any
}

// Entry is one setting that was, or was about to be, changed.
type Entry struct {
	Session string `json:"session"`
	Number  int    `json:"number"` // within the session, from 1
	Knob    string `json:"knob"`
	Key     string `json:"key"`
	Before  string `json:"before"`
	Wanted  string `json:"wanted"`
	// Also are further values that the change of other settings may give it.
	Also []string `json:"also,omitempty"`
	// After is what was read back after the change; it means something only
	// with Done. An entry that is not done was interrupted: whether the setting
	// was changed is not known.
	After string `json:"after,omitempty"`
	Done  bool   `json:"done,omitempty"`
}

// Left returns the value that tare left the setting with, as far as is known.
func (e Entry) Left() string {
	if e.Done {
		return e.After
	}
	return e.Wanted
}

// Log keeps the records.
type Log interface {
	// Load returns everything that was appended, nothing when there is no log.
	Load() ([]byte, error)
	// Append adds lines. It returns nil only when they are on the disk.
	Append(lines []byte) error
	// Clear sets the log aside, once nothing in it is open.
	Clear() error
}

// Journal is an undo log in use. Only who holds the lock may write to it.
type Journal struct {
	log      Log
	sessions []*Session // open, oldest first
	damaged  []Damage
	line     int // number of the last line
}

// Open loads a journal.
func Open(log Log) (*Journal, error) {
	data, err := log.Load()
	if err != nil {
		return nil, fmt.Errorf("reading the journal: %w", err)
	}
	j := replayed(data)
	j.log = log
	return j, nil
}

// replayed is a journal as its lines say.
func replayed(data []byte) *Journal {
	j := &Journal{}
	var records []event
	records, j.damaged = decode(data)
	for _, r := range records {
		j.replay(r)
	}
	return j
}

// Sessions lists the sessions that were begun and not ended, oldest first, with
// their open entries.
func (j *Journal) Sessions() []Session {
	var open []Session
	for _, s := range j.sessions {
		c := *s
		c.Entries = slices.Clone(s.Entries)
		open = append(open, c)
	}
	return open
}

// Damaged lists what is wrong with lines of the log.
func (j *Journal) Damaged() []Damage { return j.damaged }

// Begin opens a session.
func (j *Journal) Begin(s Session) error {
	return j.write(event{Kind: begin, Session: &s})
}

// Intend writes down what is going to be changed, numbers the entries and
// returns them. Nothing may be changed before it has returned nil.
func (j *Journal) Intend(session string, entries []Entry) ([]Entry, error) {
	s := j.session(session)
	if s == nil {
		return nil, fmt.Errorf("writing the journal: session %s was not begun", session)
	}
	events := make([]event, len(entries))
	numbered := slices.Clone(entries)
	for i := range numbered {
		numbered[i].Session, numbered[i].Number = session, s.last+1+i
		events[i] = event{Kind: intent, Entry: &numbered[i]}
	}
	if len(events) > 0 {
		events = append(events, event{Kind: intended, ID: session, Entries: numbered})
	}
	return numbered, j.write(events...)
}

// Done writes down what was read back after the changes.
func (j *Journal) Done(entries ...Entry) error {
	return j.writeAll(done, entries)
}

// Close writes down that the entries are no longer of interest: the originals
// are back, or were never changed.
func (j *Journal) Close(entries ...Entry) error {
	return j.writeAll(closed, entries)
}

// End closes a session; its open entries, if any, are forgotten. When none is
// left the log is set aside, unless it is damaged.
func (j *Journal) End(session string) error {
	if err := j.write(event{Kind: end, ID: session}); err != nil {
		return err
	}
	if len(j.sessions) > 0 || len(j.damaged) > 0 {
		return nil
	}
	return j.clear()
}

// Forget sets the log aside with all that is open and damaged in it.
func (j *Journal) Forget() error {
	if len(j.sessions) == 0 && len(j.damaged) == 0 {
		return nil
	}
	return j.clear()
}

func (j *Journal) clear() error {
	if err := j.log.Clear(); err != nil {
		return fmt.Errorf("setting the journal aside: %w", err)
	}
	j.sessions, j.damaged, j.line = nil, nil, 0
	return nil
}

func (j *Journal) writeAll(k kind, entries []Entry) error {
	events := make([]event, len(entries))
	for i := range entries {
		events[i] = event{Kind: k, Entry: &entries[i]}
	}
	return j.write(events...)
}

// write makes the events durable, then true in memory.
func (j *Journal) write(events ...event) error {
	if len(events) == 0 {
		return nil
	}
	for i := range events {
		events[i].Line = j.line + 1 + i
	}
	if err := j.log.Append(encode(events)); err != nil {
		return fmt.Errorf("writing the journal: %w", err)
	}
	for _, e := range events {
		j.replay(e)
	}
	return nil
}

func (j *Journal) session(id string) *Session {
	for _, s := range j.sessions {
		if s.ID == id {
			return s
		}
	}
	return nil
}
