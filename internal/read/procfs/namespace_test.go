package procfs

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

func TestOwnView(t *testing.T) {
	const day = "monotonic      86400  500\nboottime           0         0\n"
	for name, c := range map[string]struct {
		status, offsets string
		want            View
		problem         string
	}{
		"alone":       {"Name:\tx\nPid:\t4711\nNSpid:\t4711\n", "monotonic 0 0\n", View{PID: 4711, Same: true}, ""},
		"container":   {"Pid:\t4711\nNSpid:\t4711\t12\t7\n", day, View{PID: 7, Clock: 24*time.Hour + 500}, ""},
		"backwards":   {"Pid:\t4\n", "1 -2 5\n7 3 3\n", View{PID: 4, Same: true, Clock: -2*time.Second + 5}, ""},
		"old kernel":  {"Pid:\t4711\nPPid:\t1\n", "", View{PID: 4711, Same: true}, ""},
		"empty line":  {"NSpid:\n", "", View{}, "no PID"},
		"no number":   {"NSpid:\t1\tx\n", "", View{}, `"x" is not a PID`},
		"not offsets": {"Pid:\t1\n", "monotonic 5\n", View{}, "not a clock"},
		"no offset":   {"Pid:\t1\n", "monotonic x 5\n", View{}, "invalid syntax"},
		"ended":       {"", "", View{}, "/proc/9/status: file does not exist"},
	} {
		root := fstest.MapFS{"proc/stat": {}}
		if c.status != "" {
			root["proc/9/status"] = &fstest.MapFile{Data: []byte(c.status)}
			root["proc/9/task/9/status"] = root["proc/9/status"]
		}
		if c.offsets != "" {
			root["proc/9/timens_offsets"] = &fstest.MapFile{Data: []byte(c.offsets)}
		}
		got, err := OwnView(root, "9")
		if c.problem == "" && err != nil || c.problem != "" && (err == nil || !strings.Contains(err.Error(), c.problem)) || got != c.want {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		if tid, err := OwnThread(root, 9, 9); c.problem == "" && (tid != c.want.PID || err != nil) {
			t.Errorf("%s: thread %d, %v", name, tid, err)
		}
	}
}
