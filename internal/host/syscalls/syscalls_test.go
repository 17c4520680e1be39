package syscalls

import (
	"runtime"
	"testing"
)

func TestName(t *testing.T) {
	known := map[string]map[int32]string{
		"amd64": {0: "read", 281: "epoll_pwait", 202: "futex"},
		"arm64": {63: "read", 22: "epoll_pwait", 98: "futex"},
	}[runtime.GOARCH]
	for number, want := range known {
		if got := Name(number); got != want {
			t.Errorf("%d is %s, want %s", number, got, want)
		}
	}
	for _, number := range []int32{-1, 1 << 20} {
		if got := Name(number); got[:5] != "call " {
			t.Errorf("%d is %s", number, got)
		}
	}
}
