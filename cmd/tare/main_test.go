package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"tare/internal/measure/cell"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"tare": main, "other-tare": otherTare, "hostile-server": hostileServer})
}

// TestScripts runs the command lines in testdata/script, each in a module of
// its own.
func TestScripts(t *testing.T) {
	// Below nohup, tare would take SIGHUP for one to be ignored, and so would the scripts
	// that send it; what is caught here is not ignored in children.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
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
			env.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			env.Setenv("GIT_CEILING_DIRECTORIES", env.WorkDir)
			return nil
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "cgroup":
				return haveCgroups(t), nil
			case "nobody":
				_, err := exec.LookPath("setpriv")
				return err == nil && os.Geteuid() == 0, nil
			case "mounts":
				return haveMounts(t), nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":       exits,
			"explanation": explanation,
			"tail":        tail,
			"machine":     machine(t),
			"same":        same,
			"await":       await,
			"nobody":      nobody,
			"revisions":   revisions,
			"left-tuned":  leftTuned,
		},
	})
}

// haveCgroups reports whether cells with a quota can be made here. Where
// TARE_REQUIRE declares that they can, it is a failure when they cannot.
func haveCgroups(t *testing.T) bool {
	site, _, err := cell.Open(cell.Options{Limits: []cell.Limits{{Quota: 1}}})
	if err != nil {
		if strings.Contains(os.Getenv("TARE_REQUIRE"), "cgroup") {
			t.Errorf("cells are required here: %v", err)
		}
		return false
	}
	if err := site.Close(); err != nil {
		t.Error(err)
	}
	return true
}

// haveMounts reports whether a process can have mounts of its own here. Where
// TARE_REQUIRE declares that it can, it is a failure when it cannot.
func haveMounts(t *testing.T) bool {
	out, err := exec.Command("unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt").CombinedOutput()
	if err != nil && strings.Contains(os.Getenv("TARE_REQUIRE"), "mounts") {
		t.Errorf("mounts are required here: %v\n%s", err, out)
	}
	return err == nil
}

// exits runs a command and checks its exit status: exits 5 tare run ./... A run that
// succeeds does so with 0|4: how much of its windows this machine spoils is not what
// is tested.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits status[|status] command [args...]")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := 0
	if e := (*exec.ExitError)(nil); errors.As(err, &e) {
		got = e.ExitCode()
	} else {
		ts.Check(err)
	}
	if !slices.Contains(strings.Split(args[0], "|"), strconv.Itoa(got)) {
		ts.Fatalf("exit status %d, want %s", got, args[0])
	}
	if strings.Contains(ts.ReadFile("stderr"), "goroutine 1 [running]") { // that is status 2 as well
		ts.Fatalf("tare panicked")
	}
}
