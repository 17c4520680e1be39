package kernrec

import (
	"encoding/binary"

	"tare/internal/record"
)

// stacks is a block of stacks. A stack is its number without the sign, how many
// calls it has, and of each the function, file and line.
type stacks struct {
	cursor
	names words
}

func (b *stacks) reset(payload []byte) {
	b.names.reset()
	b.cursor = cursor{data: payload}
}

// add appends a stack.
func (b *stacks) add(id record.StackID, calls []record.Call) {
	calls = calls[:min(len(calls), maxCalls)]
	b.data = binary.AppendUvarint(b.data, uint64(-int64(id)))
	b.data = binary.AppendUvarint(b.data, uint64(len(calls)))
	for _, c := range calls {
		for _, s := range [...]string{c.Func, c.File} {
			n, spell := b.names.number(s)
			b.data = spelled(binary.AppendUvarint(b.data, n), spell)
		}
		b.data = binary.AppendUvarint(b.data, uint64(max(0, c.Line)))
	}
}

// next takes the next stack out of the block.
func (b *stacks) next() (record.StackID, []record.Call, error) {
	id, n := b.uvarint(), b.uvarint()
	if b.broken || id == 0 || id > 1<<31 || n > maxCalls {
		return 0, nil, errNonsense
	}
	calls := make([]record.Call, n)
	for i := range calls {
		calls[i].Func = b.names.word(b.uvarint(), &b.cursor)
		calls[i].File = b.names.word(b.uvarint(), &b.cursor)
		line := b.uvarint()
		if calls[i].Line = int(line); b.broken || line > 1<<31-1 {
			return 0, nil, errNonsense
		}
	}
	return record.StackID(-int64(id)), calls, nil
}
