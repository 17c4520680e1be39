package private

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"tare/internal/host/proc"
)

// Holder says who holds a lock.
type Holder struct {
	PID     int       `json:"pid"`
	Command []string  `json:"command"` // command line after "tare", without secrets
	Since   time.Time `json:"since"`
	// Namespace and Start tell the process from a later one with the same PID; see
	// proc.Identity. They are 0 where the system does not tell.
	Namespace uint64 `json:"namespace,omitempty"`
	Start     uint64 `json:"start,omitempty"`
}

// Lives reports whether the holder is known and still runs. A lock whose holder
// has ended is held by a process that the holder gave it to.
func (h Holder) Lives() bool {
	if h.PID == 0 || h.Start == 0 {
		return false
	}
	root := os.DirFS("/")
	self, err := proc.Identify(root, "self")
	id := proc.Identity{Namespace: h.Namespace, PID: h.PID, Start: h.Start}
	return err == nil && !id.Gone(root, self)
}

// String names the holder, in the middle of a sentence.
func (h Holder) String() string {
	if h.PID == 0 {
		return "a process that does not say who it is"
	}
	name := fmt.Sprintf("`tare %s` (process %d, since %s)", strings.Join(h.Command, " "), h.PID, h.Since.Local().Format(time.TimeOnly))
	if h.Lives() {
		return name
	}
	return "what is left of " + name
}

// Lock is one that tares of one user keep each other out with: a file in his private
// folder, because whoever may open a file may lock it, and so could stop everybody who
// waits for it. It is held until its file is closed by the last process that has it, however
// that process ends.
type Lock struct{ File *os.File }

// Release gives the lock back, unless another process was given it as well.
func (l *Lock) Release() { l.File.Close() }

var (
	// ErrHeld is returned by Acquire when another process has the lock and it was
	// not to wait.
	ErrHeld = errors.New("another tare holds the lock")
	// ErrStuck is returned by Acquire when nobody that lives says that he has the
	// lock, and still it does not become free.
	ErrStuck = errors.New("the lock does not become free")
)

// stuck is how long a lock may be held by nobody who can be named. What is left of
// a killed tare is its watchdog, which puts settings back.
const stuck = time.Minute

// pause lies between two tries.
const pause = 100 * time.Millisecond

// Acquire takes the lock that is the file of that name, in a private folder. While
// another process has it, waiting is called, once per holder; when that returns
// false Acquire fails with ErrHeld. It waits until the lock is free, ctx is done,
// or nobody can be named any more for whom to wait.
func Acquire(ctx context.Context, name string, self Holder, waiting func(Holder) bool) (*Lock, error) {
	return acquire(ctx, name, self, waiting, stuck)
}

func acquire(ctx context.Context, name string, self Holder, waiting func(Holder) bool, stuck time.Duration) (*Lock, error) {
	var told *Holder
	unnamed := time.Now()
	for {
		f, held, err := try(name)
		if err != nil {
			return nil, err
		}
		if !held {
			describe(f, self)
			return &Lock{f}, nil
		}
		h := ReadHolder(name)
		if told == nil || h.PID != told.PID && h.PID != 0 {
			if told = &h; !waiting(h) {
				return nil, fmt.Errorf("%w: %s", ErrHeld, h)
			}
		}
		if h.Lives() {
			unnamed = time.Now()
		}
		if time.Since(unnamed) > stuck {
			return nil, fmt.Errorf("%w: for %s %s has it", ErrStuck, stuck, h)
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("waiting for %s: %w", h, context.Cause(ctx))
		case <-time.After(pause):
		}
	}
}

// openLock opens the lock's file, which it makes when it is missing.
func openLock(name string) (*os.File, error) {
	f, err := Own().OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.Mode().Perm()&0o077 != 0 {
		_ = f.Chmod(0o600) // of an older tare; its folder is private already
	}
	return f, nil
}

// ReadHolder returns who took the lock last, the zero Holder when that cannot be
// told.
func ReadHolder(name string) Holder {
	var h Holder
	f, err := Own().OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return h
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, 1<<20))
	if err != nil || json.Unmarshal(b, &h) != nil {
		return Holder{}
	}
	return h
}

// describe writes who holds the lock into its file, for people who wait. A full
// disk must not keep anybody from restoring, so failing to is no failure.
func describe(f *os.File, self Holder) {
	if id, err := proc.Identify(os.DirFS("/"), strconv.Itoa(self.PID)); err == nil {
		self.Namespace, self.Start = id.Namespace, id.Start
	}
	b, err := json.Marshal(self)
	if err == nil && f.Truncate(0) == nil {
		_, _ = f.WriteAt(append(b, '\n'), 0)
	}
}
