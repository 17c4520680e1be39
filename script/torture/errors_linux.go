package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// errorsName is the verb, for -only and the report, of those whose disk has errors.
const errorsName = "errors"

// failing are the command lines that meet errors. The process to explain is tare's parent:
// one of its own it would have to trace, as strace does.
var failing = []verb{
	{name: "run", args: []string{"run", "-count=2", "-benchtime=1ms", "-o=../out/base.txt", "-html=../out/page.html", "."}},
	{name: "compare", args: []string{"compare", "-max-rounds=2", "-benchtime=1ms", "-bench=Work", "-o=../out/sides", "-html=../out/page.html", "HEAD", "."}},
	{name: "explain", args: []string{"explain", "-for=100ms", "-o=../out/rec", "-html=../out/page.html", "-pid"}},
	{name: "tune", args: []string{"tune", "-root=../root"}},
	{name: "restore", args: []string{"restore", "-root=../root"}, setUp: []string{"tune", "-root=../root"}},
}

// fault is an error that strace(1) puts in the place of system calls.
type fault struct {
	calls string // as strace names them; those behind ? need not be there
	path  string // in the bed, of the only file that has it; empty for all files
	errno string
	when  string // which calls of a thread, the first is 1
}

func (f fault) String() string {
	return strings.TrimSpace(fmt.Sprintf("%s of calls %s of %s %s", f.errno, f.when, f.calls, f.path))
}

// sites are where faults happen. What tare writes its messages to must not have any, so
// write(2) has them in single files.
var sites = map[string][]fault{
	"tune":    machineSites,
	"restore": machineSites,
	"run":     fileSites, "compare": fileSites, "explain": recordingSites,
}

var machineSites = []fault{
	{calls: "write", path: "state/journal"}, {calls: "fsync,fdatasync"}, {calls: "fsync,fdatasync", path: "state/journal"},
	{calls: "ftruncate"}, {calls: renames}, {calls: "write", path: "root/proc/sys/vm/swappiness"},
	{calls: "write,fsync,ftruncate", path: "state/journal"},
}

var fileSites = []fault{
	{calls: "fsync,fdatasync"}, {calls: "pwrite64"}, {calls: "ftruncate"}, {calls: renames},
	{calls: renames + copies, path: "out/page.html"}, {calls: renames + copies, path: "out/base.txt"},
	{calls: "pwrite64,fsync,fdatasync,ftruncate", path: "tare.db"}, {calls: "pwrite64,fsync,fdatasync,ftruncate", path: "tare.db-wal"},
}

var recordingSites = []fault{{calls: renames}, {calls: renames + copies, path: "out/page.html"}, {calls: renames, path: "out/rec/kernel.rec"}}

const (
	renames = "?rename,renameat,?renameat2"
	copies  = ",write,copy_file_range"
)

// drawnFault chooses a fault for a verb: early calls more often than late ones, since
// most threads make few, and half of the time all calls from there on.
func drawnFault(random *rand.Rand, name string) fault {
	f := sites[name][random.IntN(len(sites[name]))]
	f.errno = []string{"EIO", "ENOSPC"}[random.IntN(2)]
	f.when = fmt.Sprint(1 + random.IntN(1<<random.IntN(5)))
	if random.IntN(2) == 0 {
		f.when += "+"
	}
	return f
}

// traceable returns why errors cannot be tried here; nil when they can.
func traceable() error {
	if _, err := exec.LookPath("strace"); err != nil {
		return errors.New("strace is missing")
	}
	if out, err := exec.Command("strace", "-D", "-f", "-qq", "-o", os.DevNull, "true").CombinedOutput(); err != nil {
		return fmt.Errorf("strace: %w: %s", err, bytes.TrimSpace(out))
	}
	return nil
}

// learnFailing finds out which verbs do their work here without a fault; of "errors tune"
// only tune.
func (b *bed) learnFailing(only string) error {
	if err := traceable(); err != nil {
		fmt.Printf("SKIPPED: %v\n", err)
		return nil
	}
	for _, v := range failing {
		if _, name, one := strings.Cut(only, " "); one && v.name != name {
			continue
		}
		v.args = slices.Clone(v.args)
		for i, arg := range v.args { // strace -P takes names as they are in calls
			v.args[i] = strings.ReplaceAll(arg, "../out", filepath.Join(b.dir, "out"))
		}
		if v.name == "explain" {
			v.args = append(v.args, fmt.Sprint(os.Getpid()))
		}
		m := meet{verb: v, fault: fault{calls: "fsync", path: "nothing", errno: "EIO", when: "1"}}
		if err := b.prepare(m); err != nil {
			return err
		}
		if err := b.run(&m); err != nil {
			return err
		}
		if m.code == broken {
			fmt.Printf("SKIPPED: errors of %s, which cannot work here:\n%s", v.name, m.said)
			continue
		}
		b.failing = append(b.failing, v)
	}
	return nil
}

// prepare lays out what the command line needs.
func (b *bed) prepare(m meet) error {
	if err := b.reset(); err != nil || m.verb.setUp == nil {
		return err
	}
	return b.command(m.verb.setUp).Run()
}

// meet is a command line that has met a fault.
type meet struct {
	verb  verb
	fault fault
	hit   bool // the fault has happened
	pid   int
	code  int    // exit status
	said  string // on both outputs
	kept  int    // lines of the history before
}

// errors has a verb meet a fault, and holds what there is then against what was.
func (b *bed) errors(random *rand.Rand) (kind, what string, troubles []string) {
	m := meet{verb: b.failing[random.IntN(len(b.failing))]}
	m.fault = drawnFault(random, m.verb.name)
	what = fmt.Sprintf("%s %s, %s", errorsName, m.verb.name, m.fault)
	err := b.prepare(m)
	if err == nil {
		m.kept, err = b.history()
	}
	if err == nil {
		err = b.run(&m)
	}
	kind = errorsName + " " + m.verb.name
	if !m.hit {
		kind += ", none met"
	}
	if err != nil {
		return kind, what, []string{err.Error()}
	}
	troubles = append(m.ending(), b.results(m)...)
	troubles = append(troubles, b.left(m)...)
	kept, err := b.history()
	if err != nil || kept < m.kept {
		troubles = append(troubles, fmt.Sprintf("the history has %d lines and had %d, %v", kept, m.kept, err))
	}
	troubles = append(troubles, b.originals(m)...)
	if len(troubles) > 0 {
		troubles = append(troubles, "exit status "+fmt.Sprint(m.code)+", it said:\n"+m.said)
	}
	return kind, what, troubles
}

// run runs the command line with its fault. The tracer is no parent of tare, whose
// exit status is the command's.
func (b *bed) run(m *meet) error {
	log := filepath.Join(b.dir, "calls")
	args := []string{"-D", "-f", "--seccomp-bpf", "-qq", "-o", log, "-e", "trace=" + m.fault.calls}
	if m.fault.path != "" {
		args = append(args, "-P", filepath.Join(b.dir, m.fault.path))
	}
	args = append(args, "-e", "inject="+m.fault.calls+":error="+m.fault.errno+":when="+m.fault.when)
	cmd := b.command(nil)
	tracer, err := exec.LookPath("strace")
	if err != nil {
		return err
	}
	cmd.Path, cmd.Args = tracer, append(append(append([]string{"strace"}, args...), b.tare), m.verb.args...)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		return err
	}
	late := time.AfterFunc(3*orderly, func() { _ = cmd.Process.Kill() }) // it is found by its status
	defer late.Stop()
	if err := cmd.Wait(); err != nil && cmd.ProcessState == nil {
		return err
	}
	m.pid = cmd.Process.Pid
	m.code, m.said = cmd.ProcessState.ExitCode(), said.String()
	calls, err := os.ReadFile(log)
	m.hit = bytes.Contains(calls, []byte("(INJECTED)"))
	return err
}

// history returns how many lines it has.
func (b *bed) history() (int, error) {
	out, err := b.command([]string{"history", "-n=1000000"}).CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("history: %w\n%s", err, out)
	}
	return bytes.Count(out, []byte("\n")), nil
}
