// Package machinetest holds recorded machines for tests: roots with the files of
// /proc and /sys that describe a laptop, a pod, a runner and so on, each naming
// where it is from.
package machinetest

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sync"
	"testing"
	"testing/fstest"

	"tare/internal/machine"
	"tare/internal/record"
)

//go:embed testdata/*.txtar
var testdata embed.FS

// archives returns the files of every recorded machine.
var archives = sync.OnceValues(func() (map[string]fstest.MapFS, error) {
	all := make(map[string]fstest.MapFS)
	for name := range options {
		b, err := testdata.ReadFile("testdata/" + name + ".txtar")
		if err != nil {
			return nil, err
		}
		if all[name], err = parse(b); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return all, nil
})

// options holds, for each root, what no file of it says.
var options = map[string]machine.Options{
	"bare-metal-intel":  {GOARCH: "amd64", Affinity: 8, Dir: "/home/user/module"},
	"bare-metal-amd":    {GOARCH: "amd64", Affinity: 14, Dir: "/srv/module"},
	"kvm-guest":         {GOARCH: "amd64", Affinity: 2, Dir: "/srv/module"},
	"wsl2":              {GOARCH: "amd64", Affinity: 12, Dir: "/mnt/c/Users/user/module"},
	"hybrid-intel":      {GOARCH: "amd64", Affinity: 20, Dir: "/home/user/module"},
	"docker":            {GOARCH: "amd64", Affinity: 4, Dir: "/src tree/module"},
	"kubernetes-v2":     {GOARCH: "amd64", Affinity: 8, Dir: "/workspace/module", KubernetesHost: "10.96.0.1"},
	"kubernetes-hidden": {GOARCH: "amd64", Affinity: 16, Dir: "/workspace/module", KubernetesHost: "10.96.0.1"},
	"github-runner":     {GOARCH: "amd64", Affinity: 4, Dir: "/home/runner/work/module/module"},
	"raspberry-pi":      {GOARCH: "arm64", Affinity: 4, Dir: "/home/user/module"},
	"empty":             {GOARCH: "amd64", Affinity: 4, Dir: "/srv/module"},
}

// Names returns the names of the recorded machines, sorted. "empty" is a root
// without /proc and /sys.
func Names() []string { return slices.Sorted(maps.Keys(options)) }

// Options returns the options that belong to the root of the named machine.
func Options(name string) machine.Options {
	o := options[name]
	o.GOOS = "linux"
	return o
}

// Root returns the root directory of the named machine, as the user sees it that
// it was recorded for: what only root may open cannot be opened. The changes are
// files that replace recorded ones or are added.
func Root(t testing.TB, name string, changes ...fstest.MapFS) fs.FS {
	t.Helper()
	all, err := archives()
	if err != nil {
		t.Fatal(err)
	}
	if all[name] == nil {
		t.Fatalf("no recorded machine is called %q", name)
	}
	files := maps.Clone(all[name])
	for _, change := range changes {
		maps.Copy(files, change)
	}
	return guarded{files}
}

// Read returns what package machine reads below Root with Options.
func Read(t testing.TB, name string) record.Machine {
	t.Helper()
	return machine.Read(Root(t, name), Options(name))
}

// denied is the Sys of files and directories that the user may not open.
const denied = "denied"

// guarded is a file system in which opening what is denied fails, and so does
// everything below a directory that is.
type guarded struct{ files fstest.MapFS }

func (g guarded) Open(name string) (fs.File, error) {
	if g.denied(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return g.files.Open(name)
}

// Stat needs no right to the file itself.
func (g guarded) Stat(name string) (fs.FileInfo, error) {
	if g.denied(path.Dir(name)) {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrPermission}
	}
	return g.files.Stat(name)
}

// denied reports whether name or a directory above it is.
func (g guarded) denied(name string) bool {
	for ; name != "."; name = path.Dir(name) {
		if f := g.files[name]; f != nil && f.Sys == denied {
			return true
		}
	}
	return false
}
