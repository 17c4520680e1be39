package importtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// platforms are the systems tare is built for. An import counts when any of
// them has it.
var platforms = words("linux windows darwin")

func TestImports(t *testing.T) {
	watchSources(t, "../../..")
	all := graph{}
	for _, goos := range platforms {
		for pkg, imports := range moduleImports(t, goos) {
			all[pkg] = append(all[pkg], imports...)
		}
	}
	for pkg, imports := range all {
		slices.Sort(imports)
		all[pkg] = slices.Compact(imports)
	}
	if len(all) == 0 {
		t.Fatal("the module has no packages")
	}
	for _, v := range ours.violations(all) {
		t.Error(v)
	}
}

// moduleImports asks the go command for the imports of every package of the
// module, tests left out, when built for goos.
func moduleImports(t *testing.T, goos string) graph {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", ours.module+"/...")
	cmd.Env = append(os.Environ(), "GOOS="+goos, "CGO_ENABLED=0")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list for %s: %v\n%s", goos, err, &stderr)
	}
	g := graph{}
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		var p struct {
			ImportPath string
			Imports    []string
		}
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return g
		}
		if err != nil {
			t.Fatalf("output of go list for %s: %v", goos, err)
		}
		g[p.ImportPath] = p.Imports
	}
}

// watchSources reads every folder below root, so that go test, which sees what
// a test opens but not what its children do, drops the cached result of this
// one when any file of the module changes.
func watchSources(t *testing.T, root string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == ".git" {
			return filepath.SkipDir
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
