// Vm runs tests in a virtual machine that has what the host may lack: cgroup
// v2, kprobes and BTF. It boots Debian's cloud kernel under emulation with a
// file system that holds nothing but the test binaries.
//
//	go run ./script/vm                        # the packages of packages.txt
//	go run ./script/vm ./internal/measure/cell -test.run=Quota -test.v
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	timeout := flag.Duration("timeout", 10*time.Minute, "time the machine may run")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: go run ./script/vm [-timeout d] [package [test flags]]")
		flag.PrintDefaults()
	}
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	requests := parseRequests(defaultPackages)
	if flag.NArg() > 0 {
		requests = []request{{flag.Arg(0), flag.Args()[1:]}}
	}
	if err := run(ctx, *timeout, requests, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "vm:", strings.TrimSpace(err.Error()))
		os.Exit(1)
	}
}

// run builds the machine, boots it and returns an error unless every test
// binary said that it passed.
func run(ctx context.Context, timeout time.Duration, requests []request, console io.Writer) error {
	if _, err := exec.LookPath(emulator); err != nil {
		return fmt.Errorf("the test bed needs %s (apt-get install qemu-system-x86): %w", emulator, err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	kernel, err := kernel(ctx, filepath.Join(cache, "tare", "testbed"))
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "tare-vm-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	root, initrd := filepath.Join(work, "root"), filepath.Join(work, "initrd")
	jobs, err := buildTree(ctx, root, requests)
	if err != nil {
		return err
	}
	if err := packTree(root, initrd); err != nil {
		return fmt.Errorf("packing the machine's file system: %w", err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, fmt.Errorf("it ran longer than -timeout=%v", timeout))
	defer cancel()
	results := filepath.Join(work, "results")
	swap := filepath.Join(work, "swap")
	if err := writeSwap(swap); err != nil {
		return err
	}
	if err := boot(ctx, kernel, initrd, swap, results, console); err != nil {
		return err
	}
	sent, err := os.Open(results)
	if err != nil {
		return err
	}
	defer sent.Close()
	return judge(jobs, sent)
}

// packTree writes the folder root as an archive file.
func packTree(root, archive string) error {
	f, err := os.Create(archive)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	if err := writeCPIO(w, os.DirFS(root)); err != nil {
		return err
	}
	return w.Flush()
}
