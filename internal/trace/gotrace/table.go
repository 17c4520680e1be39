package gotrace

import (
	"encoding/binary"
	"strings"
	"sync"

	"golang.org/x/exp/trace"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// maxTable is how many bytes of names and stacks are kept. Programs have few of
// both, unless they put numbers or messages into the names of tasks or in logs.
const maxTable = 64 << 20

// entryCost is about what an entry costs beside its content: a string in a
// slice and in a map.
const entryCost = 64

// What stands for strings and stacks that were too many, at index 1.
const (
	tooManyStrings event.StringID = 1
	tooManyStacks  record.StackID = 1
	tooMany                       = "(not kept: too many different ones)"
)

// table numbers strings and stacks by content. One goroutine adds to it; any may
// look up. Stacks are held as the numbers of their frames, four bytes each, in a
// string, which is its own key.
type table struct {
	mu      sync.RWMutex // for the slices
	strings []string
	frames  []frame
	stacks  []string

	// The rest belongs to the goroutine that adds.
	stringIDs map[string]event.StringID
	frameIDs  map[frame]uint32
	stackIDs  map[string]record.StackID
	ofHandle  map[trace.Stack]record.StackID // of this generation
	guesses   [256]guess
	recent    [16]struct {
		content string
		id      event.StringID
	}
	key  []byte
	left int // bytes until maxTable
}

// frame is one call of a stack.
type frame struct {
	function, file event.StringID
	line           uint32
}

type guess struct {
	handle trace.Stack
	id     record.StackID
}

func newTable() *table {
	t := &table{
		strings:   []string{"", tooMany},
		frames:    []frame{{function: tooManyStrings}},
		stacks:    []string{"", "\x00\x00\x00\x00"},
		stringIDs: map[string]event.StringID{"": 0},
		frameIDs:  map[frame]uint32{},
		stackIDs:  map[string]record.StackID{"": 0},
		left:      maxTable,
	}
	t.newGeneration()
	return t
}

// newGeneration forgets the handles of the generation before, and with them its
// own tables.
func (t *table) newGeneration() {
	t.ofHandle = map[trace.Stack]record.StackID{}
	t.guesses = [len(t.guesses)]guess{}
}

// string returns the number of s.
func (t *table) string(s string) event.StringID {
	if s == "" {
		return 0
	}
	c := &t.recent[len(s)%len(t.recent)]
	if c.content != s {
		id := t.lookup(s)
		c.content, c.id = s, id
	}
	return c.id
}

func (t *table) lookup(s string) event.StringID {
	if id, ok := t.stringIDs[s]; ok {
		return id
	}
	if !t.take(len(s)) {
		return tooManyStrings
	}
	s = strings.Clone(s)
	id := event.StringID(len(t.strings))
	t.stringIDs[s] = id
	t.mu.Lock()
	t.strings = append(t.strings, s)
	t.mu.Unlock()
	return id
}

// stack returns the number of s, a stack of g. The same goroutine often does the
// same thing again: looking there first saves most of the time.
func (t *table) stack(s trace.Stack, g *event.GoEvent) record.StackID {
	if s == trace.NoStack {
		return 0
	}
	c := &t.guesses[(uint64(g.G)<<3+uint64(g.To))%uint64(len(t.guesses))]
	if c.handle != s {
		id, ok := t.ofHandle[s]
		if !ok {
			id = t.newStack(s)
			t.ofHandle[s] = id
		}
		*c = guess{s, id}
	}
	return c.id
}

func (t *table) newStack(s trace.Stack) record.StackID {
	t.key = t.key[:0]
	for f := range s.Frames() {
		n := t.frame(frame{t.string(f.Func), t.string(f.File), uint32(f.Line)})
		t.key = binary.NativeEndian.AppendUint32(t.key, n)
	}
	if id, ok := t.stackIDs[string(t.key)]; ok {
		return id
	}
	if !t.take(len(t.key)) {
		return tooManyStacks
	}
	key := string(t.key)
	id := record.StackID(len(t.stacks))
	t.stackIDs[key] = id
	t.mu.Lock()
	t.stacks = append(t.stacks, key)
	t.mu.Unlock()
	return id
}

func (t *table) frame(f frame) uint32 {
	if n, ok := t.frameIDs[f]; ok {
		return n
	}
	if !t.take(0) {
		return 0
	}
	n := uint32(len(t.frames))
	t.frameIDs[f] = n
	t.mu.Lock()
	t.frames = append(t.frames, f)
	t.mu.Unlock()
	return n
}

// take reports whether there is room for an entry of so many bytes.
func (t *table) take(size int) bool {
	if t.left < size+entryCost {
		return false
	}
	t.left -= size + entryCost
	return true
}

// lookString returns the string of a number, "" for one that was not given.
func (t *table) lookString(id event.StringID) string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if id < 0 || int(id) >= len(t.strings) {
		return ""
	}
	return t.strings[id]
}

// lookStack returns the calls of a number, nil for one that was not given.
func (t *table) lookStack(id record.StackID) []record.Call {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if id <= 0 || int(id) >= len(t.stacks) {
		return nil
	}
	key := t.stacks[id]
	calls := make([]record.Call, len(key)/4)
	for i := range calls {
		f := t.frames[binary.NativeEndian.Uint32([]byte(key[4*i:4*i+4]))]
		calls[i] = record.Call{Func: t.strings[f.function], File: t.strings[f.file], Line: int(f.line)}
	}
	return calls
}
