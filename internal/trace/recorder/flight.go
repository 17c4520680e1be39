package recorder

import (
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"tare/internal/record"
	"tare/internal/trace/event"
	"tare/internal/trace/kernrec"
)

const (
	eventBytes = 80 // of a event.KernelEvent, about
	blockLen   = 4096
)

// memory keeps the last events. Blocks are dropped whole; what they come to is
// in the state.
type memory struct {
	keep   int64
	most   int // blocks
	blocks [][]event.KernelEvent
	before state // the first block
}

func newMemory(keep time.Duration, bytes int) *memory {
	return &memory{keep: int64(keep), most: max(2, bytes/(blockLen*eventBytes)), before: newState()}
}

func (m *memory) put(e *event.KernelEvent) {
	last := len(m.blocks) - 1
	if last < 0 || len(m.blocks[last]) == blockLen {
		m.blocks = append(m.blocks, make([]event.KernelEvent, 0, blockLen))
		last++
	}
	m.blocks[last] = append(m.blocks[last], *e)
	for len(m.blocks) > m.most || len(m.blocks) > 1 && m.blocks[0][len(m.blocks[0])-1].Time < e.Time-m.keep {
		for i := range m.blocks[0] {
			m.before.apply(&m.blocks[0][i])
		}
		m.blocks = slices.Delete(m.blocks, 0, 1)
	}
}

// kept returns the events of the last time before newest, in blocks: first those
// that tell the state at its beginning, then those in memory, and those whose
// turn it is not yet. Blocks in memory are only ever appended to, so it copies
// none.
func (m *memory) kept(waiting []event.KernelEvent, newest int64) [][]event.KernelEvent {
	from := max(newest-m.keep, m.before.time)
	before := m.before.clone()
	blocks := append(slices.Clone(m.blocks), waiting)
	for i, block := range blocks {
		old := 0
		for ; old < len(block) && block[old].Time < from; old++ {
			before.apply(&block[old])
		}
		if blocks[i] = block[old:]; old < len(block) {
			break
		}
	}
	return slices.Insert(blocks, 0, before.told(from))
}

// kept returns what a snapshot is made of, and which stacks it has.
func (r *Recording) kept() (blocks [][]event.KernelEvent, used map[record.StackID]bool) {
	waiting := r.order.waiting()
	newest := r.order.last
	if n := len(waiting); n > 0 {
		newest = waiting[n-1].Time
	}
	blocks, used = r.memory.kept(waiting, newest), map[record.StackID]bool{}
	for _, block := range blocks {
		for i := range block {
			used[block[i].Stack] = true
		}
	}
	return blocks, used
}

// Snapshot writes a recording of what is kept in memory, up to a time of the
// target's CLOCK_MONOTONIC: first the threads and their states at its beginning,
// as if they had been found then, and the last readings before it. Recording
// goes on.
func (r *Recording) Snapshot(w io.Writer, until int64) error {
	r.life.Lock()
	defer r.life.Unlock()
	if r.memory == nil || r.poll == nil || r.stopped {
		return errors.New("there is no kernel recording in memory: it was not begun, goes to a file, or has been stopped")
	}
	r.mu.Lock()
	blocks, used := r.kept()
	stacks := r.stacks.of(used)
	r.mu.Unlock()

	t := r.trailer()
	t.Ended, t.Lost = min(t.Ended, until), 0
	file, err := kernrec.NewWriter(w, r.header)
	for _, block := range blocks {
		for i := range block {
			e := &block[i]
			if e.Time > until {
				break
			}
			if err == nil {
				err = file.Write(e)
			}
			if t.Events++; e.Kind == event.KernelLost {
				t.Lost += int64(e.Number)
			}
		}
	}
	if err != nil {
		return err
	}
	return finish(context.Background(), file, &stacks, r.symbols, t)
}
