//go:build !cgo

package ccall

import (
	"os"
	"time"
)

// Work has the kernel compute for a while, for want of C.
func Work(d time.Duration) {
	f, err := os.Open("/dev/urandom")
	if err != nil {
		panic(err) // there is nothing to compute with
	}
	defer f.Close()
	buf := make([]byte, 64<<10)
	for until := time.Now().Add(d); time.Now().Before(until); {
		_, _ = f.Read(buf) // it takes its time, whatever it returns
	}
}
