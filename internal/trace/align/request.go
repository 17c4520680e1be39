package align

import (
	"strings"

	"tare/internal/record"
	"tare/internal/trace/event"
)

// Goroutines of net/http that serve: one for each connection of HTTP/1, and one for
// each request of HTTP/2 (net/http/server.go and h2_bundle.go; golang.org/x/net/http2).
const (
	serveConn   = "net/http.(*conn).serve"
	serveStream = "erverConn).runHandler"
)

// RequestName is that of the marks of HTTP requests.
const RequestName = "HTTP request"

// server is what is known of a goroutine that serves HTTP.
type server struct {
	stream  bool  // it serves one request
	since   int64 // that it serves now, if any
	handled bool  // this is a request: it has been seen in its handler
	idle    bool  // it waits for the next one
}

// serves notes what a goroutine does that was made at t and starts with the function
// of that name.
func (j *joiner) serves(g *goroutine, name string, t int64, made bool) {
	stream := strings.HasSuffix(name, serveStream)
	if !stream && name != serveConn {
		return
	}
	g.server = &server{stream: stream, handled: stream}
	if made {
		j.beginRequest(g, t)
	}
}

func (j *joiner) beginRequest(g *goroutine, t int64) {
	g.server.since = t
	m := g.request(t)
	j.begin(m)
}

func (g *goroutine) request(end int64) event.Mark {
	return event.Mark{Kind: record.MarkRequest, Start: g.server.since, End: end, Name: RequestName, G: g.id, Proc: -1, CPU: -1, Sure: record.Seen}
}

// endRequest ends the request that a goroutine serves, if it does.
func (j *joiner) endRequest(g *goroutine, t int64) {
	s := g.server
	if s == nil || s.since == 0 {
		return
	}
	m := g.request(t)
	if !s.handled {
		m.Name = ""
	}
	s.since, s.handled = 0, s.stream
	j.emitMark(m)
}

// serve follows a goroutine of net/http: a request begins when a connection has
// something to read, and ends when the next one is waited for, or read.
func (j *joiner) serve(g *goroutine, e *event.GoEvent) {
	s := g.server
	if e.To == event.GoRunnable && s.idle {
		s.idle = false
		j.beginRequest(g, e.Time)
		return
	}
	if e.G != g.id || e.Stack == 0 || s.stream {
		return
	}
	switch handles := j.handles(e.Stack); {
	case handles:
		s.handled = true
	case e.To == event.GoInSyscall && s.handled && s.since != 0: // the next one has come already
		j.closeBound(g, e.Time)
		j.endRequest(g, e.Time)
		j.beginRequest(g, e.Time)
	case e.To == event.GoWaiting && j.text(e.Name) == "network":
		s.idle = true
		j.endRequest(g, e.Time)
	}
}

// handles reports whether a stack of a connection's goroutine is in the handler of a
// request, or writes its answer.
func (j *joiner) handles(id record.StackID) bool {
	is, known := j.handlers[id]
	if !known {
		for _, c := range j.source.Stack(id) {
			is = is || c.Func == "net/http.serverHandler.ServeHTTP" || c.Func == "net/http.(*response).finishRequest"
		}
		j.handlers[id] = is
	}
	return is
}
