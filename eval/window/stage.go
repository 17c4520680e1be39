package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// stage has what is measured, built when it is first needed.
type stage struct {
	options
	dir    string             // for binaries, modules, and copies of them
	build  string             // the beginning of tare's SHA-256
	places map[string]place   // by what they were made of
	builds map[string]float64 // CPU seconds that a command takes to find out that there is nothing to measure
}

// place is a package with its plain test binary.
type place struct{ dir, binary string }

func openStage(ctx context.Context, o options) (*stage, error) {
	dir, err := os.MkdirTemp("", "eval-window-")
	if err != nil {
		return nil, err
	}
	s := &stage{options: o, dir: dir, places: map[string]place{}, builds: map[string]float64{}}
	if o.tare == "" {
		s.tare = filepath.Join(dir, "tare")
		_, err = s.run(ctx, command{argv: []string{"go", "build", "-o", s.tare, "tare/cmd/tare"}})
	}
	if err == nil {
		s.build, err = fingerprint(s.tare)
	}
	if err != nil {
		s.close()
	}
	return s, err
}

// fingerprint returns the beginning of the file's SHA-256.
func fingerprint(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:4]), nil
}

func (s *stage) close() { _ = os.RemoveAll(s.dir) }

// command is a program to run, and where.
type command struct {
	argv []string // the first is looked up in PATH
	dir  string
	env  []string // added to the environment
	good []int    // exit statuses beside 0 that are none of an error
}

// ran is what a command printed, and the CPU seconds that it and all its children
// took.
type ran struct {
	out []byte
	cpu float64
}

func (s *stage) run(ctx context.Context, c command) (ran, error) {
	cmd := exec.CommandContext(ctx, c.argv[0], c.argv[1:]...)
	cmd.Dir, cmd.Env = c.dir, append(os.Environ(), c.env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if e := (*exec.ExitError)(nil); errors.As(err, &e) && slices.Contains(c.good, e.ExitCode()) {
		err = nil
	}
	if err != nil {
		return ran{}, fmt.Errorf("%s: %w: %s", strings.Join(c.argv, " "), err, tail(stderr.String()+stdout.String()))
	}
	return ran{stdout.Bytes(), (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()}, nil
}

// tail keeps the end of what a failed command printed.
func tail(s string) string {
	const most = 500
	s = strings.TrimSpace(s)
	return s[max(0, len(s)-most):]
}

// place returns the folder that prepare returns for this name, and the package's
// test binary, as go test would build it. Both are made once.
func (s *stage) place(ctx context.Context, name string, prepare func(home string) (string, error)) (place, error) {
	if p, ok := s.places[name]; ok {
		return p, nil
	}
	home := filepath.Join(s.dir, fmt.Sprintf("%03d", len(s.places)))
	if err := os.Mkdir(home, 0o777); err != nil {
		return place{}, err
	}
	dir, err := prepare(home)
	if err != nil {
		return place{}, fmt.Errorf("preparing %s: %w", name, err)
	}
	p := place{dir, filepath.Join(home, "plain.test")}
	if _, err := s.run(ctx, command{argv: []string{"go", "test", "-c", "-o", p.binary, "."}, dir: dir}); err != nil {
		return place{}, err
	}
	s.places[name] = p
	return p, nil
}

// building returns the CPU seconds of a command of tare's that finds nothing to
// measure. The first one fills the build cache, which nobody is charged with.
func (s *stage) building(ctx context.Context, of func(pattern string) command) (float64, error) {
	c := of("NoSuch")
	c.good = []int{1, 2, 3, 4, 5}
	name := c.dir + " " + strings.Join(c.argv, " ")
	if cpu, ok := s.builds[name]; ok {
		return cpu, nil
	}
	for range 2 {
		r, err := s.run(ctx, c)
		if err != nil {
			return 0, err
		}
		s.builds[name] = r.cpu
	}
	return s.builds[name], nil
}

// hasCgo asks the go command whether there is a C compiler.
func hasCgo() (bool, error) {
	out, err := exec.Command("go", "env", "CGO_ENABLED").Output()
	if err != nil {
		return false, fmt.Errorf("asking go for CGO_ENABLED: %w", err)
	}
	return strings.TrimSpace(string(out)) == "1", nil
}
