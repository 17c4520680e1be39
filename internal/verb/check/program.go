package check

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"strings"

	"tare/internal/capacity"
)

// program is what a Go program that is built in the working directory would be:
// which Go builds it, and which language version its module declares. What the
// go command does not say stays unknown. On another machine it would have another
// environment.
func (o *options) program(ctx context.Context) capacity.Go {
	var g capacity.Go
	if o.here() {
		g.Env = os.LookupEnv
	}
	out, err := exec.CommandContext(ctx, "go", "env", "-json", "GOVERSION", "GOMOD").Output()
	if err != nil {
		return g
	}
	var env struct{ GOVERSION, GOMOD string }
	if json.Unmarshal(out, &env) != nil {
		return g
	}
	g.Version = env.GOVERSION
	if env.GOMOD == "" || env.GOMOD == os.DevNull {
		return g
	}
	if out, err = exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{if .Main}}{{.GoVersion}}{{end}}").Output(); err == nil {
		g.Language = strings.TrimSpace(string(out))
	}
	return g
}
