package align

import (
	"tare/internal/record"
	"tare/internal/trace/event"
)

// apart is a sink that another works behind, in a goroutine of its own.
type apart struct {
	told *event.Pipe[told]
	done chan struct{}
}

// told is one thing that a sink is told of; the others have values of before.
type told struct {
	kind  toldKind
	piece event.Piece
	mark  event.Mark
	named event.Named
	event event.KernelEvent
}

type toldKind uint8

const (
	toldPiece toldKind = iota
	toldMark
	toldNamed
	toldBegin
	toldEnded
	toldSample
)

// Apart has a sink work in a goroutine of its own, a few thousand pieces behind: joining
// takes about as long as an account of what is joined. The sink, which may be a Follower, has
// everything once wait has returned, which is to be called at the end.
func Apart(s event.Sink) (ahead Follower, wait func()) {
	a := &apart{event.NewPipe[told](), make(chan struct{})}
	go a.tell(s)
	return a, func() { a.told.End(); <-a.done }
}

func (a *apart) tell(s event.Sink) {
	defer close(a.done)
	f, follows := s.(Follower)
	for t := a.told.Take(); t != nil; t = a.told.Take() {
		switch {
		case t.kind == toldPiece:
			s.Piece(&t.piece)
		case t.kind == toldMark:
			s.Mark(&t.mark)
		case t.kind == toldNamed:
			s.Named(&t.named)
		case !follows:
		case t.kind == toldBegin:
			f.Begin(&t.mark)
		case t.kind == toldEnded:
			f.Ended(t.piece.Lane)
		case t.kind == toldSample:
			f.Sample(&t.event)
		}
	}
}

func (a *apart) Piece(p *event.Piece) {
	t := a.told.Slot()
	t.kind, t.piece = toldPiece, *p
	a.told.Give()
}

func (a *apart) Mark(m *event.Mark)  { a.mark(toldMark, m) }
func (a *apart) Begin(m *event.Mark) { a.mark(toldBegin, m) }

func (a *apart) mark(kind toldKind, m *event.Mark) {
	t := a.told.Slot()
	t.kind, t.mark = kind, *m
	a.told.Give()
}

func (a *apart) Named(n *event.Named) {
	t := a.told.Slot()
	t.kind, t.named = toldNamed, *n
	a.told.Give()
}

func (a *apart) Ended(l record.Lane) {
	t := a.told.Slot()
	t.kind, t.piece.Lane = toldEnded, l
	a.told.Give()
}

func (a *apart) Sample(e *event.KernelEvent) {
	t := a.told.Slot()
	t.kind, t.event = toldSample, *e
	a.told.Give()
}
