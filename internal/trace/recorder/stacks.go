package recorder

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"tare/internal/record"
	"tare/internal/trace/event"
	"tare/internal/trace/kernrec"
)

// maxStacks bounds the different stacks of a recording, some 256 bytes each.
// Further ones are not known.
const maxStacks = 1 << 17

// stacks numbers stacks from −1 downwards. They are named when there is time.
type stacks struct {
	numbers map[string]record.StackID // by addresses, little-endian
	last    record.StackID
	refused int // for want of room
	key     []byte
}

// number returns the number of a stack, 0 when there are too many.
func (s *stacks) number(pcs []uint64) record.StackID {
	s.key = s.key[:0]
	for _, pc := range pcs {
		s.key = binary.LittleEndian.AppendUint64(s.key, pc)
	}
	id, known := s.numbers[string(s.key)]
	if known {
		return id
	}
	if len(s.numbers) == maxStacks {
		s.refused++
		return 0
	}
	if s.numbers == nil {
		s.numbers = map[string]record.StackID{}
	}
	s.last--
	s.numbers[string(s.key)] = s.last
	return s.last
}

// forget forgets the stacks that are not used.
func (s *stacks) forget(used map[record.StackID]bool) {
	for key, id := range s.numbers {
		if !used[id] {
			delete(s.numbers, key)
		}
	}
}

// of returns the stacks that are used.
func (s *stacks) of(used map[record.StackID]bool) stacks {
	some := stacks{numbers: map[string]record.StackID{}}
	for key, id := range s.numbers {
		if used[id] {
			some.numbers[key] = id
		}
	}
	return some
}

// finish names all stacks, unless ctx ends, and ends a file. A file without all
// names is better than none.
func finish(ctx context.Context, w *kernrec.Writer, s *stacks, symbols Symbols, t event.KernelTrailer) error {
	var unnamed error
	for key, id := range s.numbers {
		if err := context.Cause(ctx); err != nil {
			unnamed = fmt.Errorf("naming the functions of stacks: %w", err)
			break
		}
		if err := w.Stack(id, named([]byte(key), symbols)); err != nil {
			return err
		}
	}
	if symbols != nil {
		t.Unnamed = symbols.Unnamed()
	}
	return errors.Join(unnamed, w.Close(t))
}

// named names the calls of a stack, by their addresses where there are no
// symbols.
func named(key []byte, symbols Symbols) []record.Call {
	pcs := make([]uint64, len(key)/8)
	for i := range pcs {
		pcs[i] = binary.LittleEndian.Uint64(key[8*i:])
	}
	if symbols != nil {
		return symbols.Stack(pcs)
	}
	calls := make([]record.Call, len(pcs))
	for i, pc := range pcs {
		calls[i].Func = fmt.Sprintf("%#x", pc)
	}
	return calls
}
