package explain

import "tare/internal/record"

// kinship is a sink that finds out whether a trace and a kernel recording are of
// the same process.
type kinship struct {
	kernel map[int64]bool // threads that the kernel recording names
	shared bool           // one of them has run a goroutine
	ran    bool           // any thread has
}

// Named implements record.Sink.
func (k *kinship) Named(n *record.Named) {
	if n.Lane.Kind != record.LaneThread {
		return
	}
	if k.kernel == nil {
		k.kernel = map[int64]bool{}
	}
	k.kernel[n.Lane.ID] = true
}

// Piece implements record.Sink.
func (k *kinship) Piece(p *record.Piece) {
	if k.shared || p.Lane.Kind != record.LaneGoroutine || p.TID == 0 {
		return
	}
	k.ran = true
	k.shared = k.kernel[int64(p.TID)]
}

// Mark implements record.Sink.
func (k *kinship) Mark(*record.Mark) {}

// strangers reports whether both tell of threads, and of none in common.
func (k *kinship) strangers() bool { return k.ran && len(k.kernel) > 0 && !k.shared }
