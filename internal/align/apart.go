package align

import (
	"tare/internal/pipe"
	"tare/internal/record"
)

// apart is a sink that another works behind, in a goroutine of its own.
type apart struct {
	told *pipe.Pipe[told]
	done chan struct{}
}

// told is one thing that a sink is told of; the others have values of before.
type told struct {
	kind  toldKind
	piece record.Piece
	mark  record.Mark
	named record.Named
}

type toldKind uint8

const (
	toldPiece toldKind = iota
	toldMark
	toldNamed
)

// Apart has a sink work in a goroutine of its own, a few thousand pieces behind: joining
// takes about as long as an account of what is joined. The sink has everything once wait
// has returned, which is to be called at the end.
func Apart(s record.Sink) (ahead record.Sink, wait func()) {
	a := &apart{pipe.New[told](), make(chan struct{})}
	go a.tell(s)
	return a, func() { a.told.End(); <-a.done }
}

func (a *apart) tell(s record.Sink) {
	defer close(a.done)
	for t := a.told.Take(); t != nil; t = a.told.Take() {
		switch t.kind {
		case toldPiece:
			s.Piece(&t.piece)
		case toldMark:
			s.Mark(&t.mark)
		case toldNamed:
			s.Named(&t.named)
		}
	}
}

func (a *apart) Piece(p *record.Piece) {
	t := a.told.Slot()
	t.kind, t.piece = toldPiece, *p
	a.told.Give()
}

func (a *apart) Mark(m *record.Mark) {
	t := a.told.Slot()
	t.kind, t.mark = toldMark, *m
	a.told.Give()
}

func (a *apart) Named(n *record.Named) {
	t := a.told.Slot()
	t.kind, t.named = toldNamed, *n
	a.told.Give()
}
