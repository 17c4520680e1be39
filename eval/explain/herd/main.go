// Command herd has thousands of goroutines work, wait for each other, sleep, read
// and allocate, and writes an execution trace of that until it is of the given
// size.
//
//	go run ./eval/explain/herd -size=256 trace.out
package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"runtime/trace"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("herd: ")
	size := flag.Int64("size", 256, "`MiB` of the trace")
	goroutines := flag.Int("goroutines", 3000, "`n` goroutines")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("usage: herd [-size=MiB] [-goroutines=n] FILE")
	}
	if err := record(flag.Arg(0), *size<<20, *goroutines); err != nil {
		log.Fatal(err)
	}
}

// record writes a trace of at least size bytes.
func record(name string, size int64, goroutines int) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := &limit{w: bufio.NewWriterSize(f, 1<<20), left: size}
	defer func() { err = errors.Join(err, w.w.Flush(), f.Close()) }()
	if err := trace.Start(w); err != nil {
		return fmt.Errorf("starting the trace: %w", err)
	}
	defer trace.Stop()
	work(goroutines, w.full.Load)
	return nil
}

// limit notes when so many bytes were written.
type limit struct {
	w    *bufio.Writer
	left int64
	full atomic.Bool
}

func (l *limit) Write(p []byte) (int, error) {
	if l.left -= int64(len(p)); l.left < 0 {
		l.full.Store(true)
	}
	return l.w.Write(p)
}

// work has rings of goroutines hand messages on until it is enough.
func work(goroutines int, enough func() bool) {
	const ring = 10
	var wg sync.WaitGroup
	for range goroutines / ring {
		links := make([]chan []byte, ring)
		for i := range links {
			links[i] = make(chan []byte, 1)
		}
		links[0] <- make([]byte, 64)
		for i := range links {
			wg.Go(func() { member(i, links[i], links[(i+1)%ring], enough) })
		}
	}
	wg.Wait()
}

var shared sync.Mutex

// member takes a message, does what its place in the ring demands, and hands it on.
func member(place int, in <-chan []byte, out chan<- []byte, enough func() bool) {
	defer close(out)
	ctx, task := trace.NewTask(context.Background(), "member")
	defer task.End()
	for message := range in {
		switch place {
		case 0:
			if enough() {
				return
			}
		case 1:
			time.Sleep(50 * time.Microsecond)
		case 2:
			shared.Lock()
			message[0]++
			shared.Unlock()
		case 3:
			look(message)
		case 4:
			trace.WithRegion(ctx, "hash", func() { digest := sha256.Sum256(message); copy(message, digest[:]) })
		case 5:
			message = append([]byte(nil), message...)
		}
		out <- message
	}
}

// look makes a system call or two.
func look(message []byte) {
	if f, err := os.Open(os.DevNull); err == nil {
		_, _ = io.ReadFull(f, message)
		f.Close()
	}
}
