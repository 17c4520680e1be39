package main

import (
	"errors"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"tare": main})
}

// TestScripts runs the command lines in testdata/script, each in a module of
// its own.
func TestScripts(t *testing.T) {
	goEnv := map[string]string{}
	for _, key := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOROOT"} {
		out, err := exec.Command("go", "env", key).Output()
		if err != nil {
			t.Fatalf("go env %s: %v", key, err)
		}
		goEnv[key] = string(out[:len(out)-1])
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			for key, value := range goEnv {
				if key != "GOROOT" { // the go command knows its own
					env.Setenv(key, value)
				}
			}
			env.Setenv("XDG_CACHE_HOME", env.WorkDir+"/cache")
			env.Setenv("TARE_DB", env.WorkDir+"/tare.db")
			env.Setenv("GOFLAGS", "")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

// exits runs a command and checks its exit status: exits 5 tare run ./...
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits status command [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if e := (*exec.ExitError)(nil); errors.As(err, &e) {
		got = e.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}
