package timeline

import (
	"encoding/binary"

	"tare/internal/record"
)

// encode writes a scene as script/scene.js reads it: signed varints as in
// package binary, and strings as their length with their bytes. A piece begins
// where the one before ended, mostly, so it has the gap instead of its start.
func encode(s record.Scene) []byte {
	pieces := 0
	for _, l := range s.Lanes {
		pieces += len(l.Pieces)
	}
	b := make([]byte, 0, 16*pieces+64)
	put := func(values ...int64) {
		for _, v := range values {
			b = binary.AppendVarint(b, v)
		}
	}
	put(s.Start, s.Length, int64(len(s.Strings)), int64(pieces), int64(len(s.Lanes)), int64(len(s.Marks)))
	for _, text := range s.Strings {
		put(int64(len(text)))
		b = append(b, text...)
	}
	for _, l := range s.Lanes {
		put(int64(l.Lane.Kind), l.Lane.ID, int64(l.Name), rank(l), int64(len(l.Pieces)))
		end := int64(0)
		for _, p := range l.Pieces {
			put(p[0]-end, p[1], p[2], p[3], p[4])
			end = p[0] + p[1]
		}
	}
	for _, m := range s.Marks {
		put(int64(m.Kind), m.Start, m.End-m.Start, int64(m.Name), m.Lane)
		if m.Kind == record.MarkUnblock {
			chain := int64(0)
			if m.Chain {
				chain = 1
			}
			put(m.By, chain)
		}
	}
	return b
}

// rank is 1 of a lane of interest, one more for each step up the chain of waits,
// and 0 of all others.
func rank(l record.SceneLane) int64 {
	switch {
	case l.Interest:
		return 1
	case l.Depth > 0:
		return 1 + int64(l.Depth)
	}
	return 0
}
