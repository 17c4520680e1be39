package objcode

import (
	"maps"
	"slices"
)

// Strings, jump tables and the contents of literals have no symbols. They lie
// between what has, in the order of their sizes (cmd/link/internal/ld/data.go,
// dodataSect), and each has a reference to its beginning, or it would not be in
// the program. So a piece goes from one address that is taken to the next. A
// reference into the middle of something would cut it in two: parts that are
// smaller than what lies before are put together again. A piece that is too long
// can only make a difference where there is none.

// window is how many strings are asked how long the next one is at least.
const window = 5

// piece returns the start of the piece at an address that no symbol covers.
func (m *Image) piece(addr uint64) uint64 {
	m.cut()
	i, found := slices.BinarySearch(m.starts, addr)
	if !found {
		i--
	}
	if in := m.section(addr); i < 0 || m.starts[i] < in.addr {
		return in.addr
	}
	return m.starts[i]
}

// pieceEnd returns where the piece at a start ends.
func (m *Image) pieceEnd(start uint64) uint64 {
	m.cut()
	in := m.section(start)
	end := in.addr + in.size
	i, found := slices.BinarySearch(m.starts, start)
	if found {
		i++
	}
	if i < len(m.starts) {
		end = min(end, m.starts[i])
	}
	return end
}

// cut finds where pieces begin, once.
func (m *Image) cut() {
	if m.starts != nil {
		return
	}
	m.starts = append(m.starts, m.anchors...)
	for _, s := range m.symbols {
		m.starts = append(m.starts, s.addr+s.size)
	}
	slices.Sort(m.starts)
	m.starts = slices.Compact(m.starts)
	uses := m.uses()
	addrs := slices.Sorted(maps.Keys(uses))
	var cuts []uint64
	var recent []uint64 // lengths of strings
	last := uint64(0)
	for _, at := range addrs {
		i, _ := slices.BinarySearch(m.starts, at+1)
		if i > 0 && m.starts[i-1] > last {
			last, recent = m.starts[i-1], nil
		}
		least := m.least(at)
		if m.isString(at) {
			least = median(recent)
		}
		if length := at - last; uses[at] && length >= max(1, least) || m.padding(last, at) {
			recent = append(recent[max(0, len(recent)-window+1):], length)
			cuts, last = append(cuts, at), at
		}
	}
	m.starts = append(m.starts, cuts...)
	slices.Sort(m.starts)
}

// padding reports whether there is nothing between the end of a symbol and an
// address but what aligns the address.
func (m *Image) padding(end, at uint64) bool {
	const most = 32 // cmd/link/internal/ld, MaxAlign
	before := m.symbol(end - 1)
	return at > end && at-end < most && before != nil && before.addr+before.size == end
}

// least is the size that things without symbols have at least, between the symbols
// around an address.
func (m *Image) least(addr uint64) uint64 {
	i, _ := slices.BinarySearchFunc(m.symbols, addr, func(s symbol, addr uint64) int { return compare(s.addr, addr) })
	in := m.section(addr)
	if i == 0 || i == len(m.symbols) || m.section(m.symbols[i-1].addr) != in || m.section(m.symbols[i].addr) != in ||
		m.symbols[i-1].size > m.symbols[i].size {
		return 0
	}
	return m.symbols[i-1].size
}

func median(list []uint64) uint64 {
	if len(list) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(list))[(len(list)-1)/2]
}

// uses returns all addresses without symbols that are referred to, and whether the
// address is taken, not only what lies there read.
func (m *Image) uses() map[uint64]bool {
	all := map[uint64]bool{}
	add := func(o *object) {
		for _, r := range o.refs {
			if m.symbol(r.target) == nil {
				all[r.target] = all[r.target] || r.taken
			}
		}
	}
	for _, s := range m.symbols {
		if s.code {
			o, _ := m.object(s.addr)
			add(o)
		}
	}
	for _, in := range m.sections {
		if !in.code && in.data != nil && in.name != ".gopclntab" {
			o := &object{size: in.size}
			m.data(o, in.addr)
			add(o)
		}
	}
	return all
}
