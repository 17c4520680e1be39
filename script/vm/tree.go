package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"tare/script/vm/bed"
)

// testEnv tells the tests where they run and what they must not skip for.
var testEnv = []string{
	"TARE_VM=1",
	"TARE_REQUIRE=bpf,cgroup2,kprobes,btf,schedstat,smp,tunable",
}

// testTimeout bounds each test binary, so that a stuck one says where.
const testTimeout = "-test.timeout=3m"

// buildTree builds under root the machine's whole file system: init, the test
// binary of every request with its testdata, and the list of jobs, which it
// returns.
func buildTree(ctx context.Context, root string, requests []request) ([]bed.Job, error) {
	if _, err := goTool(ctx, "build", "-buildvcs=false", "-o", filepath.Join(root, "init"), "tare/script/vm/init"); err != nil {
		return nil, err
	}
	var jobs []bed.Job
	for i, r := range requests {
		job, err := addPackage(ctx, root, strconv.Itoa(i), r)
		if err != nil {
			return nil, fmt.Errorf("packing %s: %w", r.pkg, err)
		}
		jobs = append(jobs, job)
	}
	text, err := json.Marshal(jobs)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(root, filepath.FromSlash(bed.JobsFile))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return nil, err
	}
	return jobs, os.WriteFile(file, text, 0o644)
}

// addPackage builds the package's tests into the folder of root named slot and
// copies its testdata beside them, where a test looks for it.
func addPackage(ctx context.Context, root, slot string, r request) (bed.Job, error) {
	listed, err := goTool(ctx, "list", "-f", "{{.ImportPath}}\n{{.Dir}}", r.pkg)
	if err != nil {
		return bed.Job{}, err
	}
	name, source, _ := strings.Cut(strings.TrimSpace(listed), "\n")
	dir := filepath.Join(root, slot)
	binary := filepath.Join(dir, "test")
	if _, err := goTool(ctx, "test", "-c", "-o", binary, r.pkg); err != nil {
		return bed.Job{}, err
	}
	if _, err := os.Stat(binary); err != nil {
		return bed.Job{}, errors.New("it has no tests for linux")
	}
	testdata := filepath.Join(source, "testdata")
	err = os.CopyFS(filepath.Join(dir, "testdata"), os.DirFS(testdata))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return bed.Job{}, err
	}
	return bed.Job{
		Name: name,
		Path: path.Join("/", slot, "test"),
		Args: append([]string{testTimeout}, r.args...),
		Env:  testEnv,
	}, nil
}

// goTool runs the go command for the machine inside, which has no C library,
// and returns its standard output.
func goTool(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, &stderr)
	}
	return string(out), nil
}
