package proc

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// A process that is held is itself already, and has done nothing yet.
func TestHeld(t *testing.T) {
	if !canTrace() {
		t.Skip("processes may not be traced here")
	}
	var comm, read string
	p := start(t, Command{Held: func(pid int) {
		comm = file(t, pid, "comm")
		read = file(t, pid, "io")
	}})
	if want := file(t, p.PID, "comm"); comm != want {
		t.Errorf("held as %q, and ran as %q", comm, want)
	}
	if !strings.Contains(read, "wchar: 0\n") {
		t.Errorf("it had written before it was let go:\n%s", read)
	}
}

func file(t *testing.T, pid int, name string) string {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, name))
	if err != nil {
		t.Error(err)
	}
	return string(text)
}
