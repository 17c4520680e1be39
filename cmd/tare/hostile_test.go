package main

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"
)

// hostileServer is a command that answers as nobody should, wherever somebody asks for
// a trace, and writes its address to a file: hostile-server file.
func hostileServer() {
	mux := http.NewServeMux()
	mux.HandleFunc("/endless", func(w http.ResponseWriter, r *http.Request) { send(w, r, make([]byte, 1<<16), time.Millisecond) })
	mux.HandleFunc("/drip", func(w http.ResponseWriter, r *http.Request) { send(w, r, []byte{0}, 50*time.Millisecond) })
	mux.HandleFunc("/silent", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mux.HandleFunc("/wrong", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "go 1.23 trace\x00\x00\x00", "\x1b]0;owned\a\x1b[2J")
	})
	mux.HandleFunc("/controls", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusInternalServerError)
		fmt.Fprint(w, "\x1b]0;owned\a\x1b[2J\u009b31mred\u202e")
	})
	mux.HandleFunc("/away", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://127.0.0.2:1/", http.StatusFound)
	})
	mux.HandleFunc("/around", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/around", http.StatusFound) })
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err == nil {
		err = os.WriteFile(os.Args[1], fmt.Appendf(nil, "%v\n", listener.Addr()), 0o600)
	}
	if err == nil {
		err = http.Serve(listener, mux)
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// send begins a trace and sends more and more of the same.
func send(w http.ResponseWriter, r *http.Request, more []byte, pause time.Duration) {
	_, err := bytes.NewBufferString("go 1.23 trace\x00\x00\x00").WriteTo(w)
	for err == nil && r.Context().Err() == nil {
		if _, err = w.Write(more); err == nil {
			w.(http.Flusher).Flush()
			time.Sleep(pause)
		}
	}
}
