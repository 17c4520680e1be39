package check

import (
	"cmp"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"time"

	"tare/internal/analysis/capacity"
	"tare/internal/host/invoker"
)

// patience is how long the go command may take. It looks at files, unless the
// module asks for a Go version that has to be downloaded first.
const patience = 10 * time.Second

// Program is what a Go program that is built in the working directory, and run here, would
// be. What the go command does not say stays unknown.
func Program(ctx context.Context) capacity.Go {
	return (&Request{Root: "/"}).program(ctx)
}

// program is what a Go program that is built in the working directory would be:
// which Go builds it, and which version's settings its module or workspace asks
// for. What the go command does not say stays unknown. On another machine it would
// have another environment.
func (q *Request) program(ctx context.Context) capacity.Go {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var g capacity.Go
	if q.here() {
		g.Env = os.LookupEnv
	}
	var env struct{ GOVERSION, GOMOD, GOWORK string }
	if goCommand(ctx, &env, "env", "-json", "GOVERSION", "GOMOD", "GOWORK") != nil {
		return g
	}
	g.Version = env.GOVERSION
	var m module
	switch {
	case env.GOWORK != "" && env.GOWORK != "off":
		if goCommand(ctx, &m, "work", "edit", "-json", env.GOWORK) != nil {
			return g
		}
	case env.GOMOD == "" || env.GOMOD == os.DevNull,
		goCommand(ctx, &m, "mod", "edit", "-json", env.GOMOD) != nil:
		return g
	}
	return m.apply(g)
}

// goCommand decodes what a go command prints that only reads files.
func goCommand(ctx context.Context, to any, args ...string) error {
	cmd := exec.CommandContext(ctx, "go", args...)
	invoker.Lower(cmd)
	out, err := cmd.Output()
	if err != nil {
		return err
	}
	return json.Unmarshal(out, to)
}

// module is what go.mod or, in a workspace, go.work in its place says about the
// settings of programs: see "Default GODEBUG Values" in go.dev/doc/godebug. The go
// command does not print the godebug lines of go.work.
type module struct {
	Go      string
	GoDebug []struct{ Key, Value string }
}

// oldest is the Go version of a module without a go directive: see "go
// directive" in go.dev/ref/mod. A workspace has a later one, but not by much.
const oldest = "1.16"

// apply adds the settings to g; those of the environment's GODEBUG come last, and
// win.
func (m module) apply(g capacity.Go) capacity.Go {
	g.Language = cmp.Or(m.Go, oldest)
	godebug := ""
	for _, d := range m.GoDebug {
		if d.Key == "default" {
			g.Language = strings.TrimPrefix(d.Value, "go")
			continue
		}
		godebug += d.Key + "=" + d.Value + ","
	}
	if lookup := g.Env; godebug != "" && lookup != nil {
		g.Env = func(key string) (string, bool) {
			value, ok := lookup(key)
			if key == "GODEBUG" {
				return godebug + value, true
			}
			return value, ok
		}
	}
	return g
}
