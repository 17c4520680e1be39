package account

import (
	"fmt"
	"path"
	"strings"

	"tare/internal/record"
)

// place is where in the program a stack is: the innermost call that is not the
// standard library's, as "function file:line", or else the outermost that is not the
// runtime's. It is empty without a stack.
func (b *Book) place(id record.StackID) string {
	if id == 0 || b.o.Stack == nil {
		return ""
	}
	text, known := b.places[id]
	if !known {
		text = placeOf(b.o.Stack(id))
		b.places[id] = text
	}
	return text
}

func placeOf(calls []record.Call) string {
	var best *record.Call
	for i := range calls {
		c := &calls[i]
		if !standard(*c) {
			best = c
			break
		}
		if !isRuntime(c.Func) {
			best = c // for want of one
		}
	}
	switch {
	case best == nil && len(calls) == 0:
		return ""
	case best == nil:
		best = &calls[len(calls)-1]
	}
	if best.Line == 0 {
		return best.Func
	}
	return fmt.Sprintf("%s %s:%d", best.Func, path.Base(best.File), best.Line)
}

// standard reports whether a function is the standard library's: its file is in src of
// a GOROOT, in the folder of its package or the runtime's, or just there where paths were
// trimmed.
func standard(c record.Call) bool {
	pkg := packageOf(c.Func)
	first, _, _ := strings.Cut(pkg, "/")
	switch {
	case strings.HasPrefix(pkg, "golang.org/x/"): // nobody's own, either
		return true
	case pkg == "main" || strings.Contains(first, "."):
		return false
	}
	return isRuntime(c.Func) || strings.Contains(c.File, "/src/"+pkg+"/") || strings.HasPrefix(c.File, pkg+"/") ||
		strings.Contains(c.File, "/src/runtime/") || strings.HasPrefix(c.File, "runtime/") // time.Sleep is in there
}

func isRuntime(function string) bool {
	return strings.HasPrefix(function, "runtime.") || strings.HasPrefix(function, "internal/runtime/")
}

// packageOf is the import path in the name of a function.
func packageOf(function string) string {
	slash := strings.LastIndexByte(function, '/') + 1
	if dot := strings.IndexByte(function[slash:], '.'); dot >= 0 {
		return function[:slash+dot]
	}
	return function
}

// reason is what a goroutine waits for. The trace says "sync" of all that package sync
// has, and the stack says what it is.
func (b *Book) reason(k waitKind) string {
	if k.reason != "sync" || b.o.Stack == nil || k.site == 0 {
		return k.reason
	}
	reason := k.reason
	for _, c := range b.o.Stack(k.site) { // a Lock of an RWMutex is one of a Mutex within
		if strings.HasPrefix(c.Func, "sync.(") {
			reason = c.Func
		} else if !standard(c) {
			break
		}
	}
	return reason
}
