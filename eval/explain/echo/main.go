// Command echo sends messages over a TCP connection to itself and counts the
// answers, and serves package net/http/pprof. On stdout it prints the address of
// that, and then, twenty times a second, CLOCK_MONOTONIC in ns and the count so far.
// It ends with its stdin.
package main

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	_ "net/http/pprof"
	"os"
	"sync/atomic"
	"time"

	"tare/eval/explain/loopback"
	"tare/internal/host/clock"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("echo: ")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("http://" + l.Addr().String())
	go func() { log.Fatal(http.Serve(l, nil)) }()
	client, err := loopback.Dial(loopback.Echo)
	if err != nil {
		log.Fatal(err)
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	var count atomic.Int64
	go report(&count)
	for message := make([]byte, loopback.Size); ; count.Add(1) {
		if err := loopback.Ask(client, message); err != nil {
			log.Fatal(err)
		}
	}
}

func report(count *atomic.Int64) {
	var c clock.System
	for range time.Tick(50 * time.Millisecond) {
		fmt.Println(c.Now(), count.Load())
	}
}
