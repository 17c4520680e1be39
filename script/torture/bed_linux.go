package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// bed is a folder with all that tare works on: a module in a repository, a machine
// that is a folder, and places for its own files.
type bed struct {
	dir, tare, mark string
	failing         []verb // those that meet errors; none where there cannot be any
}

var files = map[string]string{
	"old.txt":  "goos: linux\nBenchmarkWork-2 100 7.0 ns/op\n",
	"m/go.mod": "module example.com/m\n\ngo 1.24\n",
	"m/m_test.go": `package m

import "testing"

var sink int

func BenchmarkWork(b *testing.B) {
	for i := range b.N {
		sink += i
	}
}

func BenchmarkGarbage(b *testing.B) {
	for range b.N {
		sink += len(make([]byte, 1<<16))
	}
}
`,
}

// settings are those of the machine.
var settings = map[string]string{
	"proc/sys/kernel/random/boot_id":             "torture\n",
	"proc/sys/vm/swappiness":                     "60\n",
	"proc/sys/kernel/timer_migration":            "1\n",
	"proc/sys/kernel/sched_autogroup_enabled":    "1\n",
	"proc/sys/kernel/numa_balancing":             "1\n",
	"sys/kernel/mm/ksm/run":                      "1\n",
	"sys/kernel/mm/transparent_hugepage/enabled": "[always] madvise never\n",
}

func newBed(dir, tare string) (*bed, error) {
	b := &bed{dir: dir, tare: tare, mark: fmt.Sprintf("TARE_TORTURE=%d", os.Getpid())}
	if err := b.write(files); err != nil {
		return nil, err
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-qm", "all"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = filepath.Join(dir, "m")
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("git %s: %w\n%s", args[0], err, out)
		}
	}
	return b, nil
}

func (b *bed) write(all map[string]string) error {
	for name, text := range all {
		path := filepath.Join(b.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// reset lays out what trials change.
func (b *bed) reset() error {
	for _, name := range []string{"out", "tmp", "state", "root"} {
		if err := os.RemoveAll(filepath.Join(b.dir, name)); err != nil {
			return err
		}
	}
	machine := map[string]string{"out/base.txt": "old", "out/page.html": "old", "out/rec/trace.out": "old", "out/rec/kernel.rec": "old", "out/sides/old.txt": "old", "tmp/.keep": ""}
	for name, value := range settings {
		machine["root/"+name] = value
	}
	return b.write(machine)
}

// command is tare with its places in the bed.
func (b *bed) command(args []string) *exec.Cmd {
	cmd := exec.Command(b.tare, args...)
	cmd.Dir = filepath.Join(b.dir, "m")
	at := func(name string) string { return filepath.Join(b.dir, name) }
	cmd.Env = append(os.Environ(), b.mark, "TMPDIR="+at("tmp"), "TARE_DB="+at("tare.db"), "TARE_STATE="+at("state"), "XDG_CACHE_HOME="+at("cache"), "GOCACHE="+goCache())
	return cmd
}

// goCache keeps the go command from building everything anew.
func goCache() string {
	out, _ := exec.Command("go", "env", "GOCACHE").Output()
	return strings.TrimSpace(string(out))
}

// learn runs each verb once, to know how long it takes.
func (b *bed) learn(only string) (all []verb, err error) {
	for _, v := range verbs {
		if err := b.reset(); err != nil {
			return nil, err
		}
		if only != "" && v.name != only && v.name != "run" { // history needs a run
			continue
		}
		if v.setUp != nil {
			if out, err := b.command(v.setUp).CombinedOutput(); err != nil {
				return nil, fmt.Errorf("%v: %w\n%s", v.setUp, err, out)
			}
		}
		begun := time.Now()
		out, err := b.command(v.args).CombinedOutput()
		if failed := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &failed) || failed.ExitCode() == 2) {
			return nil, fmt.Errorf("%v: %w\n%s", v.args, err, out)
		}
		v.takes = time.Since(begun)
		fmt.Printf("%-16s takes %v\n", v.name, v.takes.Round(time.Millisecond))
		if only == "" || v.name == only {
			all = append(all, v)
		}
	}
	return all, nil
}

// grace is how long processes may take to be gone that were killed.
const grace = 3 * time.Second

// inventory lists what is there that should not be. What a tare leaves that got no
// time to clean up, the next one removes, and puts back.
func (b *bed) inventory(pid int, t trial) (found []string) {
	found = append(b.alive(), b.files()...)
	if t.twice() {
		if out, err := b.command([]string{"run", "-count=1", "-benchtime=1x", "-bench=Work", "."}).CombinedOutput(); err != nil {
			found = append(found, fmt.Sprintf("the next run: %v\n%s", err, out))
		}
	}
	found = append(found, b.folders(pid)...)
	return append(found, b.machine(t)...)
}

// alive lists processes that are left, also after a while.
func (b *bed) alive() (found []string) {
	var alive []string
	for begun := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		if alive = b.processes(); len(alive) == 0 || time.Since(begun) > grace {
			break
		}
	}
	for _, p := range alive {
		found = append(found, "a process is left: "+p)
	}
	return found
}

// processes lists those that descend from a tortured tare.
func (b *bed) processes() (all []string) {
	environs, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range environs {
		text, err := os.ReadFile(path)
		if err == nil && strings.Contains(string(text), b.mark+"\x00") {
			line, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline"))
			all = append(all, strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	return all
}

// files lists outputs that are neither as before nor complete.
func (b *bed) files() (found []string) {
	for name, complete := range map[string]string{"base.txt": "net-ns/op", "page.html": "</html>"} {
		text, err := os.ReadFile(filepath.Join(b.dir, "out", name))
		if err != nil || string(text) != "old" && !strings.Contains(string(text), complete) {
			found = append(found, fmt.Sprintf("%s is neither the old one nor complete: %d bytes, %v", name, len(text), err))
		}
	}
	return found
}

// folders lists temporary folders, worktrees and cgroups.
func (b *bed) folders(pid int) (found []string) {
	entries, err := os.ReadDir(filepath.Join(b.dir, "tmp"))
	if err != nil {
		found = append(found, err.Error())
	}
	for _, e := range entries {
		if e.Name() != ".keep" {
			found = append(found, "a folder is left in TMPDIR: "+e.Name())
		}
	}
	if trees, err := os.ReadDir(filepath.Join(b.dir, "m/.git/worktrees")); err == nil && len(trees) > 0 {
		found = append(found, "a worktree is registered: "+trees[0].Name())
	}
	_ = filepath.WalkDir("/sys/fs/cgroup", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && strings.HasPrefix(d.Name(), "tare-") && strings.Contains(d.Name(), "-"+strconv.Itoa(pid)+"-") {
			found = append(found, "a cgroup is left: "+path)
		}
		return nil // what has gone meanwhile is not left
	})
	return found
}

// machine lists settings that are not as before. Only a tune that has come to its
// end, or got no time to restore, may leave any, and restore puts all of them back.
func (b *bed) machine(t trial) (found []string) {
	if t.verb.name == "tune" || t.verb.name == "restore" {
		if out, err := b.command([]string{"restore", "-root=../root"}).CombinedOutput(); err != nil {
			found = append(found, fmt.Sprintf("restore: %v\n%s", err, out))
		}
	}
	for _, name := range b.changed() {
		found = append(found, name+" is not as it was")
	}
	return found
}
