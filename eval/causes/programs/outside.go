package main

import (
	"errors"
	"io"
	"log"
	"net/http"
	"os"
	"sync"
	"time"

	"tare/eval/causes/programs/ccall"
)

// blockingCall has requests wait in the kernel, with their thread.
func blockingCall(s *site) {
	s.conns = 2
	s.handle = func(v *visit) {
		_ = s.worker.work(300 * time.Microsecond)
		v.waits(0, func() { inKernel(6 * time.Millisecond) })
	}
}

func inKernel(d time.Duration) {
	if err := system.Sleep(d); err != nil {
		log.Fatal(err)
	}
}

// cCall has requests compute in C.
func cCall(s *site) {
	s.conns = 1
	s.handle = func(v *visit) {
		_ = s.worker.work(200 * time.Microsecond)
		v.waits(0, func() { ccall.Work(5 * time.Millisecond) })
	}
}

// pageFaults has each request touch memory that was given back to the system.
func pageFaults(s *site) {
	s.conns = 1
	region, forget, err := forgetful(8 << 20)
	if err != nil {
		log.Fatal(err)
	}
	var mu sync.Mutex
	s.handle = func(v *visit) {
		mu.Lock() // there is one region
		defer mu.Unlock()
		if err := forget(); err != nil {
			log.Fatal(err)
		}
		v.waits(0, func() { touch(region) })
	}
}

func touch(region []byte) {
	for i := 0; i < len(region); i += 4096 {
		region[i]++
	}
}

// diskSync has each request wait until something is on the disk.
func diskSync(s *site) {
	s.conns = 1
	f, err := os.CreateTemp("", "causes-fsync-")
	if err == nil {
		err = os.Remove(f.Name()) // it goes with the process
	}
	if err != nil {
		log.Fatal(err)
	}
	s.handle = func(v *visit) {
		v.waits(0, func() {
			for i := range int64(25) { // disks differ: together they take long enough
				_, err1 := f.WriteAt([]byte{byte(v.number)}, i<<16)
				if err := errors.Join(err1, f.Sync()); err != nil {
					log.Fatal(err)
				}
			}
		})
	}
}

// downstream has each request wait for another server.
func downstream(s *site) {
	s.conns = 2
	url := firstLine(speaker("backend", "8ms"))
	s.handle = func(v *visit) {
		_ = s.worker.work(300 * time.Microsecond)
		v.waits(0, func() { get(url) })
	}
}

func get(url string) {
	answer, err := http.Get(url)
	if err != nil {
		log.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	answer.Body.Close()
}
