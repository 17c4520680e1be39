package setting

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
)

// TestProcessOfAnotherTime leaves a process alone that has the PID of one that
// has ended.
func TestProcessOfAnotherTime(t *testing.T) {
	b := Open("/", Options{})
	key := sleeper(t)
	earlier := strings.TrimSuffix(key, key[len(key)-1:]) // another start time
	for verb, err := range map[string]error{"Set": b.Set(earlier, stopped), "Settable": b.Settable(earlier)} {
		if !errors.Is(err, fs.ErrNotExist) || !errors.Is(err, ErrEnded) {
			t.Errorf("%s: %v", verb, err)
		}
	}
	if v, err := b.Get(key); v != running || err != nil {
		t.Errorf("the process of now is %q, %v", v, err)
	}
}

func TestProcessKept(t *testing.T) {
	key := sleeper(t)
	var pid, start int
	if _, err := fmt.Sscanf(key, "process:%d@%d", &pid, &start); err != nil {
		t.Fatal(err)
	}
	b := Open("/", Options{Keep: []int{pid}})
	for _, key := range []string{key, fmt.Sprintf("process:%d@1", os.Getpid())} {
		if err := b.Set(key, stopped); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("stopping a process that is to be kept: %v", err)
		}
	}
	if v, err := b.Get(key); v != running || err != nil {
		t.Errorf("it is %q, %v", v, err)
	}
}

// TestProcessEnded takes a zombie, and one that is not even that, for gone.
func TestProcessEnded(t *testing.T) {
	for state, wantGone := range map[string]bool{"Z": true, "X": true, "t": false} {
		stat := "9 (x) " + state + " 1 9 9" + strings.Repeat(" 0", 15) + " 4711\n"
		v, err := Open(newKernel(t, map[string]string{"proc/9/stat": stat}).root, Options{}).Get("process:9@4711")
		if gone := errors.Is(err, fs.ErrNotExist); gone != wantGone || !gone && v != running {
			t.Errorf("%s: %q, %v", state, v, err)
		}
	}
}

func FuzzParseProcess(f *testing.F) {
	f.Add("812@40211")
	f.Add("0@1")
	f.Fuzz(func(t *testing.T, arg string) {
		pid, start, err := parseProcess(arg)
		if err != nil {
			return
		}
		p, s, err := parseProcess(fmt.Sprintf("%d@%d", pid, start))
		if pid <= 0 || p != pid || s != start || err != nil {
			t.Errorf("%q: %d@%d, then %d@%d, %v", arg, pid, start, p, s, err)
		}
	})
}
