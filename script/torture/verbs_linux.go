package main

import (
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"syscall"
	"time"
)

// verb is a command line of tare.
type verb struct {
	name  string
	args  []string
	setUp []string // a command line that comes first, uninterrupted
	takes time.Duration
}

// verbs are those to torture. Files are relative to the module.
var verbs = []verb{
	{name: "run", args: []string{"run", "-count=5", "-benchtime=2ms", "-o=../out/base.txt", "-html=../out/page.html", "."}},
	{name: "run-quota", args: []string{"run", "-count=5", "-benchtime=2ms", "-quota=50%", "-json", "-bench=Work", "."}},
	{name: "compare", args: []string{"compare", "-max-rounds=8", "-benchtime=2ms", "-bench=Work", "-html=../out/page.html", "HEAD", "."}},
	{name: "compare-files", args: []string{"compare", "../old.txt", "../old.txt"}},
	{name: "explain", args: []string{"explain", "-benchtime=20ms", "-overhead=1", "-bench=Work", "-o=../out/rec", "-html=../out/page.html", "."}},
	{name: "explain-command", args: []string{"explain", "-o=../out/rec", "-for=300ms", "--", "sleep", "1"}},
	{name: "check", args: []string{"check"}},
	{name: "history", args: []string{"history", "-html=../out/page.html", "latest"}},
	{name: "tune", args: []string{"tune", "-root=../root"}},
	{name: "restore", args: []string{"restore", "-root=../root"}, setUp: []string{"tune", "-root=../root"}},
}

// signal is what a verb is sent.
type signal struct {
	name string
	send []syscall.Signal
}

var signals = []signal{
	{"INT", []syscall.Signal{syscall.SIGINT}},
	{"TERM", []syscall.Signal{syscall.SIGTERM}},
	{"HUP", []syscall.Signal{syscall.SIGHUP}},
	{"PIPE", []syscall.Signal{syscall.SIGPIPE}},
	{"QUIT", []syscall.Signal{syscall.SIGQUIT}},
	{"double INT", []syscall.Signal{syscall.SIGINT, syscall.SIGINT}},
}

// trial is one verb and what happens to it.
type trial struct {
	verb   verb
	signal signal
	after  time.Duration // since its start
	gap    time.Duration // between two signals
}

// twice reports whether the verb gets no time to clean up.
func (t trial) twice() bool { return len(t.signal.send) > 1 }

// How long tare may take to end, after one signal and after two.
const (
	orderly = 20 * time.Second
	atOnce  = 3 * time.Second
)

// try makes one trial and returns what is wrong afterwards.
func (b *bed) try(t trial) (troubles []string) {
	if err := b.reset(); err != nil {
		return []string{err.Error()}
	}
	if t.verb.setUp != nil {
		if out, err := b.command(t.verb.setUp).CombinedOutput(); err != nil {
			return []string{fmt.Sprintf("setting up: %v\n%s", err, out)}
		}
	}
	cmd := b.command(t.verb.args)
	if err := cmd.Start(); err != nil {
		return []string{err.Error()}
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	err, over := b.hit(cmd, t, ended)
	if !over {
		_ = cmd.Process.Kill()
		<-ended
		troubles = append(troubles, "it did not end")
	} else if why := wrongEnd(err); why != "" {
		troubles = append(troubles, why)
	}
	return append(troubles, b.inventory(cmd.Process.Pid, t)...)
}

// hit sends the signals and waits for the end.
func (b *bed) hit(cmd *exec.Cmd, t trial, ended <-chan error) (err error, over bool) {
	wait := t.after
	for _, s := range t.signal.send {
		select {
		case err := <-ended:
			return err, true
		case <-time.After(wait):
		}
		_ = cmd.Process.Signal(s) // it may have ended just now
		wait = t.gap
	}
	patience := orderly
	if t.twice() {
		patience = atOnce
	}
	select {
	case err := <-ended:
		return err, true
	case <-time.After(patience):
		return nil, false
	}
}

// wrongEnd says what is wrong with how a process has ended. Before tare listens, in
// the first milliseconds, signals end it as they end every program.
func wrongEnd(err error) string {
	failed := (*exec.ExitError)(nil)
	if !errors.As(err, &failed) {
		return ""
	}
	early := failed.UserTime()+failed.SystemTime() < 30*time.Millisecond
	if status, ok := failed.Sys().(syscall.WaitStatus); ok && status.Signaled() && !early {
		return "it was ended by " + status.Signal().String()
	}
	if code := failed.ExitCode(); code == 2 && !early || code > 5 { // 2 is how a Go program ends by SIGQUIT
		return fmt.Sprintf("exit status %d", code)
	}
	return ""
}

// count counts trials of one kind.
type count struct{ tried, failed int }

func report(counts map[string]*count) {
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		fmt.Printf("%-28s %4d tried %4d with findings\n", name, counts[name].tried, counts[name].failed)
	}
}
