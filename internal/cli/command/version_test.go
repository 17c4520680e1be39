package command

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestBuildOf(t *testing.T) {
	stamp := []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.time", Value: "2026-11-21T10:00:00Z"}, {Key: "vcs.modified", Value: "true"}}
	for _, c := range []struct {
		module   string
		settings []debug.BuildSetting
		want     Build
	}{
		{"v1.2.3", nil, Build{Version: "v1.2.3"}},
		{"(devel)", nil, Build{Version: "devel"}},
		{"", stamp[:1], Build{Version: "abc", Revision: "abc"}},
		{"v0.0.1-0.20261121100000-abc+dirty", stamp, Build{Version: "v0.0.1-0.20261121100000-abc+dirty", Revision: "abc", Time: "2026-11-21T10:00:00Z", Modified: true}},
	} {
		c.want.Go, c.want.OS, c.want.Arch = "go1.26.0", runtime.GOOS, runtime.GOARCH
		info := &debug.BuildInfo{GoVersion: "go1.26.0", Main: debug.Module{Version: c.module}, Settings: c.settings}
		if got := buildOf(info); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.module, got, c.want)
		}
	}
}
