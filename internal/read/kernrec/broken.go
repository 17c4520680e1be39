package kernrec

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"time"
)

// Broken says that a recording cannot be read to its end. What was read before
// is right.
type Broken struct {
	Events int64         // that were read
	Length time.Duration // from the beginning of the recording to the last of them
	Stacks int           // that were read
	Err    error         // what is wrong
}

// Error says what can be used, and what is missing.
func (b *Broken) Error() string {
	if b.Events == 0 {
		return fmt.Sprintf("the kernel recording has no events that can be read: %v", b.Err)
	}
	missing := "what came later and the summary are missing"
	if b.Stacks == 0 {
		missing = "what came later, the stacks and the summary are missing"
	}
	return fmt.Sprintf("the kernel recording breaks off after %d events (%v): %v; what came before is used, %s",
		b.Events, b.Length.Round(time.Microsecond), b.Err, missing)
}

// Unwrap returns what is wrong.
func (b *Broken) Unwrap() error { return b.Err }

func (r *Reader) broken(err error) error {
	b := &Broken{Events: r.read, Stacks: len(r.stacks), Err: err}
	if r.read > 0 {
		b.Length = time.Duration(r.last - r.header.Clock)
	}
	return b
}

var errDamaged = errors.New("a block of it is damaged")

// torn explains the end of a file inside of something.
func torn(err error) error {
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("its last block is cut off: %w", io.ErrUnexpectedEOF)
	case errors.Is(err, bufio.ErrBufferFull):
		return errDamaged
	}
	return err
}
