package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// kernelPackage is Debian's metapackage that depends on its newest kernel for
// virtual machines.
const kernelPackage = "linux-image-cloud-amd64"

// kernelDependency finds the real package in the metapackage's Depends field:
// "linux-image-6.1.0-56-cloud-amd64 (= 6.1.192-2)".
var kernelDependency = regexp.MustCompile(`\blinux-image-[0-9]\S*`)

// kernel returns the path of a bootable kernel image under cache, downloading
// Debian's package when it is not there. Nothing is installed.
func kernel(ctx context.Context, cache string) (string, error) {
	meta, err := aptShow(ctx, kernelPackage)
	if err != nil {
		return "", err
	}
	name := kernelDependency.FindString(meta["Depends"])
	if name == "" {
		return "", fmt.Errorf("%s depends on no kernel image: %q", kernelPackage, meta["Depends"])
	}
	pkg, err := aptShow(ctx, name)
	if err != nil {
		return "", err
	}
	image := filepath.Join(cache, "vmlinuz_"+name+"_"+pkg["Version"])
	if _, err := os.Stat(image); err == nil {
		return image, nil
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	return image, fetch(ctx, pkg, image)
}

// fetch downloads the package and moves the kernel in it to image. It works in
// an empty folder and renames last: apt-get checks what it downloads but trusts
// a file that is already there, and an interrupted run must leave none.
func fetch(ctx context.Context, pkg stanza, image string) error {
	work, err := os.MkdirTemp(filepath.Dir(image), "download-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := runIn(ctx, work, "apt-get", "download", pkg["Package"]+"="+pkg["Version"]); err != nil {
		return fmt.Errorf("downloading a kernel (if it is not found, run apt-get update as root): %w", err)
	}
	debs, err := filepath.Glob(filepath.Join(work, "*.deb"))
	if err != nil || len(debs) != 1 {
		return fmt.Errorf("apt-get download %s left %d files where one was expected", pkg["Package"], len(debs))
	}
	if err := runIn(ctx, work, "dpkg-deb", "-x", debs[0], "root"); err != nil {
		return err
	}
	inside := "vmlinuz-" + strings.TrimPrefix(pkg["Package"], "linux-image-")
	return os.Rename(filepath.Join(work, "root", "boot", inside), image)
}

// runIn runs a program in dir and returns what it printed when it fails.
func runIn(ctx context.Context, dir, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, out)
	}
	return nil
}

// stanza is one paragraph of a Debian control file, by field name.
type stanza map[string]string

// aptShow asks for the package's candidate version.
func aptShow(ctx context.Context, name string) (stanza, error) {
	out, err := exec.CommandContext(ctx, "apt-cache", "show", "--no-all-versions", name).Output()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, fmt.Errorf("the test bed boots Debian's kernel and needs apt to get it: %w", err)
	}
	if err != nil {
		return nil, fmt.Errorf("apt knows no package %s (run apt-get update as root first?): %w", name, err)
	}
	s := parseStanza(string(out))
	if s["Package"] == "" {
		return nil, fmt.Errorf("apt-cache show %s printed no package", name)
	}
	return s, nil
}

// parseStanza reads the fields of the first paragraph; continuation lines,
// which no field we use has, are dropped.
func parseStanza(text string) stanza {
	s := stanza{}
	for lines := bufio.NewScanner(strings.NewReader(text)); lines.Scan() && lines.Text() != ""; {
		if key, value, ok := strings.Cut(lines.Text(), ": "); ok && !strings.HasPrefix(key, " ") {
			s[key] = value
		}
	}
	return s
}
