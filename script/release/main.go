// Release builds what users download: for each platform an archive with tare, its man
// pages and its completions for shells, and SHA256SUMS of all of them.
//
//	go run ./script/release -version=v1.2.3                  all platforms, into dist
//	go run ./script/release -platforms=linux/amd64 -out=/tmp/release
//
// The same commit and the same Go make the same bytes: paths are trimmed, and files in
// archives have the time of the commit. docs/release.md says more.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

const allPlatforms = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64"

// release is what is to be built.
type release struct {
	Package   string // of the command, as go build takes it
	Name      string // of the command
	Platforms []string
	Out       string // folder
	Version   string
	Made      time.Time // of files in archives
	Beside    []string  // files that go into every archive
}

func main() {
	r := release{Package: "./cmd/tare", Name: "tare", Beside: []string{"LICENSE", "README.md"}}
	platforms := flag.String("platforms", allPlatforms, "`list` of GOOS/GOARCH")
	flag.StringVar(&r.Out, "out", "dist", "`folder` to write to; it is made, and must not have files")
	flag.StringVar(&r.Version, "version", "", "`name` of the release (default: what git describe says)")
	flag.Parse()
	r.Platforms = strings.Split(*platforms, ",")
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := r.fromGit(ctx)
	if err == nil {
		err = r.run(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// fromGit fills in what the commit says: its time, and its version unless that is given.
func (r *release) fromGit(ctx context.Context) error {
	out, err := output(ctx, nil, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return err
	}
	seconds, err := strconv.ParseInt(strings.TrimSpace(out), 10, 64)
	if err != nil {
		return fmt.Errorf("time of the commit: %w", err)
	}
	r.Made = time.Unix(seconds, 0).UTC()
	if r.Version == "" {
		out, err = output(ctx, nil, "git", "describe", "--always", "--dirty", "--tags")
		r.Version = strings.TrimSpace(out)
	}
	return err
}

// run builds everything into r.Out, which has nothing of it when that fails half-way but
// the archives that are complete.
func (r *release) run(ctx context.Context) error {
	work, err := os.MkdirTemp("", "release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := os.MkdirAll(r.Out, 0o755); err != nil {
		return err
	}
	if old, err := os.ReadDir(r.Out); err != nil || len(old) > 0 {
		return cmp.Or(err, fmt.Errorf("%s is not empty: an old archive would pass for one of %s", r.Out, r.Version))
	}
	own, err := r.build(ctx, runtime.GOOS+"/"+runtime.GOARCH, work)
	if err != nil {
		return err
	}
	documents, err := r.documents(ctx, own)
	if err != nil {
		return err
	}
	for _, file := range r.Beside {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		documents = append(documents, entry{filepath.Base(file), data, 0o644})
	}
	var archives []string
	for _, platform := range r.Platforms {
		archive, err := r.pack(ctx, platform, work, documents)
		if err != nil {
			return fmt.Errorf("%s: %w", platform, err)
		}
		archives = append(archives, archive)
	}
	return r.sums(archives)
}

// build returns the path of the command, built for a platform: without the paths of this
// machine, without symbols and debug information, which debuggers and profilers of tare
// itself would want (stacks of panics have their functions and lines all the same).
func (r *release) build(ctx context.Context, platform, work string) (string, error) {
	goos, goarch, ok := strings.Cut(platform, "/")
	if !ok {
		return "", fmt.Errorf("%q is not GOOS/GOARCH", platform)
	}
	path := filepath.Join(work, goos+"-"+goarch, r.command(goos))
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	_, err := output(ctx, []string{"GOOS=" + goos, "GOARCH=" + goarch, "CGO_ENABLED=0"},
		"go", "build", "-trimpath", "-ldflags=-s -w", "-o", path, r.Package)
	return path, err
}

// command is the file name of the command on a system.
func (r *release) command(goos string) string {
	if goos == "windows" {
		return r.Name + ".exe"
	}
	return r.Name
}

// output runs a command with more in its environment, and returns what it prints.
func output(ctx context.Context, env []string, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), env...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, stderr.String())
	}
	return string(out), nil
}
