// Package interrupt turns the signals that ask a program to end into a context. The
// first one ends the context, so that everything is cleaned up on the way out; the
// second ends the process at once, whatever it is waiting for.
package interrupt

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"tare/internal/host/invoker"
)

// Context returns a context that ends with parent or at the first signal. At the
// second, now is called, which does not return.
func Context(parent context.Context, now func()) context.Context {
	ctx, cancel := context.WithCancel(parent)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, asked()...)
	go obey(signals, ctx, cancel, now)
	return ctx
}

// obey ends ctx at the first signal, and has everything end at the second. A reader who
// has gone away says so at each write to him, which is not asking twice.
func obey(signals <-chan os.Signal, ctx context.Context, cancel, now func()) {
	defer cancel()
	for s := range signals {
		switch {
		case ctx.Err() == nil:
			cancel()
		case s != syscall.SIGPIPE && !deaf.Load():
			removeFolders()
			now()
		}
	}
}

// deaf is set in a process that no signal but SIGKILL may end.
var deaf atomic.Bool

// Endure has signals do no more than end the context.
func Endure() { deaf.Store(true) }

// atOnce is how long removing folders may take at the second signal.
const atOnce = time.Second

var folders struct {
	sync.Mutex
	names map[string]bool
}

// Remove has a folder of the person for whom tare works removed at the second signal:
// nobody is left to do it then. Who has removed it himself calls forget, since the name
// may be another's from then on.
func Remove(folder string) (forget func()) {
	folders.Lock()
	defer folders.Unlock()
	if folders.names == nil {
		folders.names = make(map[string]bool)
	}
	folders.names[folder] = true
	return func() {
		folders.Lock()
		defer folders.Unlock()
		delete(folders.names, folder)
	}
}

func removeFolders() {
	done := make(chan struct{})
	go func() {
		defer close(done)
		folders.Lock()
		defer folders.Unlock()
		for name := range folders.names {
			_ = invoker.RemoveAll(name) // the next tare tries again
		}
	}()
	select {
	case <-done:
	case <-time.After(atOnce):
	}
}

// asked are the signals that ask tare to end. What the caller has chosen to ignore
// stays ignored, as below nohup; ctrl-C and an order to end are never ignored.
func asked() []os.Signal {
	all := []os.Signal{os.Interrupt}
	for _, s := range others {
		if s.must || !signal.Ignored(s.signal) {
			all = append(all, s.signal)
		}
	}
	return all
}

type other struct {
	signal os.Signal
	must   bool
}
