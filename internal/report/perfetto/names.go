package perfetto

import "tare/internal/record"

// mostNames is how many names a generation has.
const mostNames = 1 << 16

// names remembers the names of lanes that were used last. There can be millions
// of goroutines: names move to the young generation when used, and when that is
// full, it becomes the old one and what was old is forgotten.
type names struct {
	most       int
	young, old map[record.Lane]string
}

func newNames() names { return names{most: mostNames, young: map[record.Lane]string{}} }

func (n *names) put(l record.Lane, name string) {
	if len(n.young) >= n.most {
		n.old, n.young = n.young, map[record.Lane]string{}
	}
	n.young[l] = name
}

// get returns a lane's name, empty when it has none or was forgotten.
func (n *names) get(l record.Lane) string {
	if name, ok := n.young[l]; ok {
		return name
	}
	name, ok := n.old[l]
	if ok {
		n.put(l, name)
	}
	return name
}
