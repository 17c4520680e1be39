// Command gostack prints one of its stacks, the addresses and what the runtime
// says of them, and waits for its input to end.
package main

import (
	"encoding/json"
	"io"
	"os"
	"runtime"
	"unsafe"
)

type stack struct {
	PCs    []uint64
	Frames []frame
}

type frame struct {
	Func, File string
	Line       int
}

type caller interface{ call(f func()) }

type value struct{ n int }

// A wrapper makes this a method of *value.
//
//go:noinline
func (v value) call(f func()) { inlined(f) }

func inlined(f func()) { generic(1.5, f) }

func generic[T any](_ T, f func()) { f() }

//go:noinline
func outermost(c caller, f func()) {
	c.call(func() { f() })
}

func main() {
	var s stack
	outermost(&value{}, func() { s = here() })
	_ = json.NewEncoder(os.Stdout).Encode(s)
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// here returns the stack from here on, its addresses by frame pointers, as the
// kernel reads it.
//
//go:noinline
func here() stack {
	var s stack
	pcs := make([]uintptr, 100)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		s.Frames = append(s.Frames, frame{f.Function, f.File, f.Line})
	}
	for p := bp(); p != 0; p = *(*uintptr)(unsafe.Pointer(p)) {
		s.PCs = append(s.PCs, uint64(*(*uintptr)(unsafe.Pointer(p + 8))))
	}
	return s
}

// bp returns the frame pointer of its caller.
func bp() uintptr
