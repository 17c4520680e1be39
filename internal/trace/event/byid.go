package event

import (
	"iter"
	"maps"
	"slices"
)

// ByID keeps what is known of goroutines, threads or Ps by number: such numbers are given out
// one after the other, so finding one takes two steps and no hashing. The zero ByID is
// empty. Its memory grows with the numbers that have a value at one time, and an eighth of a
// byte for each number between them.
type ByID[V any] struct {
	base  int64      // page that the first of near is
	near  []*page[V] // pages that are close to each other
	far   map[int64]*page[V]
	count int
}

const (
	pageBits = 6
	pageSize = 1 << pageBits
	reach    = 1 << 20 // pages, 8 MB of pointers to them
)

type page[V any] struct {
	values [pageSize]*V
	used   int
}

// Get returns the value of a number, nil if it has none.
func (t *ByID[V]) Get(n int64) *V {
	if i := n>>pageBits - t.base; uint64(i) < uint64(len(t.near)) {
		if p := t.near[i]; p != nil {
			return p.values[n&(pageSize-1)]
		}
		return nil
	}
	if p := t.far[n>>pageBits]; p != nil {
		return p.values[n&(pageSize-1)]
	}
	return nil
}

// Put gives a number a value, which is not nil.
func (t *ByID[V]) Put(n int64, v *V) {
	p := t.page(n >> pageBits)
	at := &p.values[n&(pageSize-1)]
	if *at == nil {
		p.used++
		t.count++
	}
	*at = v
}

// Delete takes the value of a number away, if it has one.
func (t *ByID[V]) Delete(n int64) {
	if t.Get(n) == nil {
		return
	}
	p := t.page(n >> pageBits)
	p.values[n&(pageSize-1)] = nil
	t.count--
	if p.used--; p.used > 0 {
		return
	}
	if i := n>>pageBits - t.base; uint64(i) < uint64(len(t.near)) {
		t.near[i] = nil
	} else {
		delete(t.far, n>>pageBits)
	}
}

// Len is how many numbers have a value.
func (t *ByID[V]) Len() int { return t.count }

// All returns the numbers that have a value, in order, and the values. The table may be
// changed meanwhile; what comes anew may be left out.
func (t *ByID[V]) All() iter.Seq2[int64, *V] {
	return func(yield func(int64, *V) bool) {
		keys := slices.Collect(maps.Keys(t.far))
		for i, p := range t.near {
			if p != nil {
				keys = append(keys, t.base+int64(i))
			}
		}
		slices.Sort(keys)
		for _, key := range keys {
			for i := range int64(pageSize) {
				n := key<<pageBits + i
				if v := t.Get(n); v != nil && !yield(n, v) {
					return
				}
			}
		}
	}
}

// page returns the page with a number, a new one where there is none. The first page
// decides which are near: those behind it.
func (t *ByID[V]) page(key int64) *page[V] {
	if t.near == nil && t.far == nil {
		t.base = key
		t.far = map[int64]*page[V]{}
	}
	if i := key - t.base; i >= 0 && i < reach {
		for int64(len(t.near)) <= i {
			t.near = append(t.near, nil)
		}
		if t.near[i] == nil {
			t.near[i] = &page[V]{}
		}
		return t.near[i]
	}
	if t.far[key] == nil {
		t.far[key] = &page[V]{}
	}
	return t.far[key]
}
