package account

// waitSums sums parts of waits. Those that are many are found by their hashes: looking
// through all of them for each wait would take longer than everything else.
type waitSums struct {
	all   []waitPart
	index *[indexSlots]uint8 // of all: number plus one, from the slot on that the hash says; nil while they are few
}

const (
	// maxWaitParts is how many kinds of waits, and of links in them, are told apart.
	maxWaitParts = 96
	// fewWaitParts are looked through faster than an index.
	fewWaitParts = 8
	indexSlots   = 256
)

// add adds ns to a part.
func (s *waitSums) add(p *waitPart, ns int64) {
	at, known := s.find(p)
	switch {
	case known:
		s.all[at].ns += ns
	case len(s.all) < maxWaitParts:
		s.push(p, ns, at)
	}
}

// find returns the number of a part, or else the slot of the index for it.
func (s *waitSums) find(p *waitPart) (at int, known bool) {
	if s.index == nil {
		for i := range s.all {
			if s.all[i].same(p) {
				return i, true
			}
		}
		return 0, false
	}
	for at = int(p.hash % indexSlots); s.index[at] != 0; at = (at + 1) % indexSlots {
		if i := int(s.index[at]) - 1; s.all[i].same(p) {
			return i, true
		}
	}
	return at, false
}

// push adds a part that is not there, for which the index has this slot.
func (s *waitSums) push(p *waitPart, ns int64, slot int) {
	one := *p
	one.ns = ns
	s.all = append(s.all, one)
	switch {
	case s.index != nil:
		s.index[slot] = uint8(len(s.all))
	case len(s.all) > fewWaitParts:
		s.reindex()
	}
}

// reindex makes the index, if there has to be one.
func (s *waitSums) reindex() {
	if s.index = nil; len(s.all) <= fewWaitParts {
		return
	}
	s.index = new([indexSlots]uint8)
	for i := range s.all {
		slot := int(s.all[i].hash % indexSlots)
		for s.index[slot] != 0 {
			slot = (slot + 1) % indexSlots
		}
		s.index[slot] = uint8(i + 1)
	}
}

// addParts adds ns of waits that are whole ns long.
func (s *waitSums) addParts(parts []waitPart, ns, whole int64) {
	for i := range parts {
		share := parts[i].ns
		if ns != whole {
			share = int64(float64(share) * float64(ns) / float64(whole))
		}
		s.add(&parts[i], share)
	}
}

// merge adds what others have.
func (s *waitSums) merge(o *waitSums) {
	for i := range o.all {
		if p := &o.all[i]; p.ns != 0 {
			s.add(p, p.ns)
		}
	}
}

// set makes the sums a copy of others.
func (s *waitSums) set(o *waitSums) {
	s.all = append(s.all[:0], o.all...)
	s.reindex()
}

// since makes sums, which were set to others earlier on, what has come to those since.
func (s *waitSums) since(now *waitSums) {
	for i := range now.all {
		p := &now.all[i]
		if i == len(s.all) {
			slot, _ := s.find(p)
			s.push(p, 0, slot)
		}
		s.all[i].ns = p.ns - s.all[i].ns
	}
}

// reset forgets everything, and keeps the memory.
func (s *waitSums) reset() {
	s.all = s.all[:0]
	s.index = nil
}
