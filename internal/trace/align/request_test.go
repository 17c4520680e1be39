package align

import (
	"slices"
	"testing"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// A connection's goroutine serves from when it has something to read until it waits
// for the next request. What never got to a handler was no request.
func TestRequests(t *testing.T) {
	tr := &trace{}
	conn := tr.stack(serveConn)
	handler := tr.stack("net/http.serverHandler.ServeHTTP")
	network := tr.intern("network")
	put := func(at int64, from, to event.GoState, own bool, stack record.StackID, name event.StringID) {
		e := event.GoEvent{Time: at, Kind: event.GoGoroutine, ID: 7, From: from, To: to, Proc: -1, Name: name}
		if e.Stack = stack; own {
			e.G, e.TID = 7, 70
		}
		if from == event.GoNone {
			e.Stack, e.Other = 0, conn
		}
		tr.events = append(tr.events, e)
	}
	run := func(at int64) {
		put(at, event.GoWaiting, event.GoRunnable, false, 0, 0)
		put(at+1, event.GoRunnable, event.GoRunning, false, 0, 0)
	}
	put(10, event.GoNone, event.GoRunnable, false, 0, 0)
	put(11, event.GoRunnable, event.GoRunning, false, 0, 0)
	put(20, event.GoRunning, event.GoWaiting, true, conn, network) // nothing has come yet
	run(100)
	put(120, event.GoRunning, event.GoWaiting, true, handler, network) // the handler asks somebody else
	run(180)
	put(190, event.GoRunning, event.GoWaiting, true, conn, network) // and the next
	run(200)
	put(210, event.GoRunning, event.GoInSyscall, true, handler, 0) // one that the next follows at once
	put(211, event.GoInSyscall, event.GoRunning, true, 0, 0)
	put(220, event.GoRunning, event.GoInSyscall, true, conn, 0)
	put(221, event.GoInSyscall, event.GoRunning, true, 0, 0)
	put(230, event.GoRunning, event.GoInSyscall, true, handler, 0)
	put(231, event.GoInSyscall, event.GoRunning, true, 0, 0)
	put(240, event.GoRunning, event.GoInSyscall, true, conn, 0)
	put(241, event.GoInSyscall, event.GoRunning, true, 0, 0)
	put(250, event.GoRunning, event.GoWaiting, true, conn, network)
	run(300)
	put(310, event.GoRunning, event.GoInSyscall, true, handler, 0)
	put(320, event.GoInSyscall, event.GoRunning, true, 0, 0)
	put(330, event.GoRunning, event.GoNone, true, 0, 0)

	b := newBook(t)
	Join(tr, nil, nil, b)
	var got []string
	for _, m := range b.marks {
		if len(m) > 7 && m[:7] == "request" {
			got = append(got, m)
		}
	}
	want := []string{"request 10-20  G7 T0", "request 100-190 HTTP request G7 T0",
		"request 200-220 HTTP request G7 T0", "request 220-240 HTTP request G7 T0", "request 240-250  G7 T0", "request 300-330 HTTP request G7 T0"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
