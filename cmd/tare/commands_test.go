package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"tare/internal/machine/journal"
	"tare/internal/machine/machinetest"
)

// layOut lays a recorded machine out as a folder. What its user may not open is
// left out.
func layOut(t *testing.T, name, dir string) error {
	write := func(name string, data []byte) error {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		return os.WriteFile(path, data, 0o644)
	}
	if err := write("proc/sys/kernel/random/boot_id", []byte("a1\n")); err != nil {
		return err
	}
	root := machinetest.Root(t, name)
	return fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return fs.SkipDir // denied
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(dir, filepath.FromSlash(name)), 0o755)
		}
		data, err := fs.ReadFile(root, name)
		if err != nil {
			return nil // denied
		}
		return write(name, data)
	})
}

// machine is layOut as a command: machine name folder.
func machine(t *testing.T) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) != 2 || !slices.Contains(machinetest.Names(), args[0]) {
			ts.Fatalf("usage: machine name folder, with a name of %q", machinetest.Names())
		}
		ts.Check(layOut(t, args[0], ts.MkAbs(args[1])))
	}
}

// same compares two folders: [!] same folder folder.
func same(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: [!] same folder folder")
	}
	equal, err := sameTrees(ts.MkAbs(args[0]), ts.MkAbs(args[1]))
	ts.Check(err)
	if equal == neg {
		ts.Fatalf("%s and %s have the same files: %v", args[0], args[1], equal)
	}
}

// sameTrees reports whether two folders have the same files, byte for byte.
func sameTrees(a, b string) (bool, error) {
	of := func(dir string) (map[string]string, error) {
		found := make(map[string]string)
		root := os.DirFS(dir)
		return found, fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			content, err := fs.ReadFile(root, name)
			found[name] = string(content)
			return err
		})
	}
	first, err1 := of(a)
	second, err2 := of(b)
	return maps.Equal(first, second), errors.Join(err1, err2)
}

// patience is how long something may take that will happen.
const patience = time.Minute

// await waits until a file's content matches: await file regexp.
func await(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: await file regexp")
	}
	want := regexp.MustCompile("(?m)" + args[1])
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		content, err := os.ReadFile(ts.MkAbs(args[0]))
		if err == nil && want.Match(content) {
			return
		}
		if time.Now().After(deadline) {
			ts.Fatalf("%s is %q, %v", args[0], content, err)
		}
	}
}

// nobody is exits as a user without rights: nobody status command [args...]. It
// needs the condition of the same name.
func nobody(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: nobody status command [args...]")
	}
	// The folders of this test, and of tare, are for their owner only.
	for _, dir := range append(filepath.SplitList(ts.Getenv("PATH"))[:1], ts.MkAbs(".")) {
		for ; dir != filepath.Clean(os.TempDir()) && strings.HasPrefix(dir, os.TempDir()); dir = filepath.Dir(dir) {
			ts.Check(os.Chmod(dir, 0o755))
		}
	}
	exits(ts, neg, slices.Concat(args[:1], []string{"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"}, args[1:]))
}

// otherTare is a command that has the lock of the journal in a folder, as a tare
// that runs benchmarks has, until it is interrupted: other-tare folder.
func otherTare() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	self := journal.Holder{PID: os.Getpid(), Command: []string{"run", "-tune", "./..."}, Since: time.Now()}
	lock, err := journal.Acquire(ctx, os.Args[1], self, func(journal.Holder) bool { return false })
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	<-ctx.Done()
	lock.Release()
}

// revisions makes a git repository of the current folder, with a commit and a tag
// for each of the folders named, whose files come on top of what is there:
// revisions folder...
func revisions(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: revisions folder...")
	}
	git := func(args ...string) {
		ts.Check(ts.Exec("git", append([]string{"-c", "user.name=Author", "-c", "user.email=author@example.org"}, args...)...))
	}
	git("init", "--quiet")
	for _, dir := range args {
		git("--work-tree="+ts.MkAbs(dir), "add", "--ignore-removal", ".")
		git("commit", "--quiet", "--message="+dir)
		git("tag", filepath.Base(dir))
	}
	git("reset", "--quiet", "--hard")
}
