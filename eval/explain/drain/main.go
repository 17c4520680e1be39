// Command drain reads all events of an execution trace with golang.org/x/exp/trace
// and does nothing with them: nobody who reads it in this way can be faster.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log"
	"os"

	"golang.org/x/exp/trace"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("drain: ")
	if len(os.Args) != 2 {
		log.Fatal("usage: drain FILE")
	}
	n, err := drain(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(n, "events")
}

func drain(name string) (n int64, err error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	r, err := trace.NewReader(bufio.NewReaderSize(f, 1<<20))
	if err != nil {
		return 0, err
	}
	for ; ; n++ {
		if _, err := r.ReadEvent(); errors.Is(err, io.EOF) {
			return n, nil
		} else if err != nil {
			return n, err
		}
	}
}
