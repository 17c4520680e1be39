package machine

import (
	"fmt"
	"strings"
)

// noContainer is the value when there is no sign of a container. It is not
// called "none": a runtime with a cgroup namespace need not leave a sign.
const noContainer = "no sign"

// container lists the signs of container runtimes, each with where it was seen:
// the root of a virtual machine, say, may be unpacked from a Docker image.
func (s source) container() (string, error) {
	var signs []string
	see := func(runtime, where string) { signs = append(signs, fmt.Sprintf("%s (%s)", runtime, where)) }
	if s.exists(".dockerenv") {
		see("docker", "/.dockerenv")
	}
	if s.exists("run/.containerenv") {
		text, _ := s.text("run/.containerenv") // empty, often
		see(engine(text), "/run/.containerenv")
	}
	if s.opts.KubernetesHost != "" {
		see("kubernetes", "KUBERNETES_SERVICE_HOST")
	}
	// The container interface of systemd, as LXC, systemd-nspawn and podman
	// follow it. Only root may read it, so failing to says nothing.
	environ, _ := s.text("proc/1/environ")
	for entry := range strings.SplitSeq(environ, "\x00") {
		if runtime, ok := strings.CutPrefix(entry, "container="); ok && runtime != "" {
			see(runtime, "environment of process 1")
		}
	}
	cgroups, err := s.text("proc/1/cgroup")
	if runtime := cgroupRuntime(cgroups); runtime != "" {
		see(runtime, "/proc/1/cgroup")
	}
	switch {
	case len(signs) > 0:
		return strings.Join(signs, ", "), nil
	case err != nil:
		return "", err
	}
	return noContainer, nil
}

// engine returns the runtime that /run/.containerenv names. Podman fills the
// file only for privileged containers, and CRI-O and Buildah make one as well.
func engine(text string) string {
	for line := range strings.Lines(text) {
		if v, ok := strings.CutPrefix(strings.TrimSpace(line), "engine="); ok {
			return strings.Trim(v, `"`)
		}
	}
	return "podman, CRI-O or Buildah"
}

// cgroupRuntime returns the runtime that the cgroups of process 1 are named
// after, or "". With a cgroup namespace of its own, process 1 sees only "/".
func cgroupRuntime(cgroups string) string {
	for _, known := range []struct{ part, runtime string }{
		{"kubepods", "kubernetes"},
		{"/docker/", "docker"},
		{"/docker-", "docker"},
		{"libpod-", "podman"},
		{"/lxc/", "lxc"},
		{"/lxc.payload", "lxc"},
	} {
		if strings.Contains(cgroups, known.part) {
			return known.runtime
		}
	}
	return ""
}
