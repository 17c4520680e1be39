package scene

import "math/bits"

// roster is what is known of every lane there has been, also of those that are
// forgotten: ids are given out one after the other, so pages of neighbouring ids
// need little more than the numbers of names.
type roster map[int64]*page

type page struct {
	seen  uint64 // ids that had a piece, as bits
	names [64]uint32
}

func (r roster) page(id int64) (p *page, i int64) {
	p = r[id>>6]
	if p == nil {
		p = &page{}
		r[id>>6] = p
	}
	return p, id & 63
}

func (r roster) name(id int64, name uint32) {
	p, i := r.page(id)
	p.names[i] = name
}

func (r roster) see(id int64) {
	p, i := r.page(id)
	p.seen |= 1 << i
}

// count returns how many lanes had a piece.
func (r roster) count() int {
	n := 0
	for _, p := range r {
		n += bits.OnesCount64(p.seen)
	}
	return n
}

// table is a list of strings, each there once.
type table struct {
	list []string
	at   map[string]uint32
}

// newTable returns a list that has the empty string as number 0.
func newTable() table { return table{[]string{""}, map[string]uint32{}} }

// index returns the number of a string.
func (s *table) index(text string) uint32 {
	if text == "" {
		return 0
	}
	i, ok := s.at[text]
	if !ok {
		i = uint32(len(s.list))
		s.list = append(s.list, text)
		s.at[text] = i
	}
	return i
}
