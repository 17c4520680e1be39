package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"text/template"

	"github.com/rogpeppe/go-internal/txtar"
)

// folder returns the folder of a suite's package; of another module, that of a copy
// in home, since the module cache is read-only.
func (s *stage) folder(ctx context.Context, of suite, home string) (string, error) {
	if of.module == "" {
		return filepath.Abs(filepath.FromSlash(of.folder))
	}
	r, err := s.run(ctx, command{argv: []string{"go", "mod", "download", "-json", of.module}, dir: home})
	if err != nil {
		return "", err
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(r.out, &module); err != nil {
		return "", err
	}
	root := filepath.Join(home, "module")
	// CopyFS makes files that can be written.
	if err := os.CopyFS(root, os.DirFS(module.Dir)); err != nil {
		return "", err
	}
	return filepath.Join(root, filepath.FromSlash(of.folder)), nil
}

// code is what a generated module does.
type code struct {
	Work   int  // steps of an op
	Allocs int  // objects of an op of Objects
	Pool   bool // Buffer takes its buffer from a pool
}

//go:embed module.txtar
var moduleText string

var moduleTemplate = template.Must(template.New("module").Parse(moduleText))

// files returns the module's files.
func (c code) files() (*txtar.Archive, error) {
	var text bytes.Buffer
	if err := moduleTemplate.Execute(&text, c); err != nil {
		return nil, err
	}
	return txtar.Parse(text.Bytes()), nil
}

// write writes the module into a folder of dir, and returns the folder.
func (c code) write(dir string) (string, error) {
	root := filepath.Join(dir, "module")
	files, err := c.files()
	if err != nil {
		return "", err
	}
	if err := txtar.Write(files, root); err != nil {
		return "", err
	}
	return root, nil
}

// module returns the place of a generated module.
func (s *stage) module(ctx context.Context, c code) (place, error) {
	return s.place(ctx, fmt.Sprintf("%+v", c), c.write)
}
