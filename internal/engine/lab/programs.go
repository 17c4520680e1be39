package lab

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"

	"tare/internal/engine/bench"
	"tare/internal/engine/exit"
	"tare/internal/host/invoker"
	"tare/internal/lab"
	"tare/internal/measure/build"
)

// open writes the programs into a module of their own and finds the toolchain for it.
func (e *engine) open(ctx context.Context) error {
	dir := filepath.Join(e.Build.Temp, "lab")
	if err := write(lab.Programs(), dir); err != nil {
		return exit.Errorf(exit.Broken, "set TMPDIR to a folder that you can write", "writing the programs: %w", err)
	}
	var err error
	e.chain, err = build.Open(ctx, dir, bench.Cache(e.Build.Temp, e.sink.Note), e.Build)
	if err != nil {
		return exit.Errorf(exit.Broken, "the lab builds its programs: install Go, and have the go command in PATH", "%w", err)
	}
	e.result.GoVersion = e.chain.Version
	return nil
}

// write writes the module of the programs into a folder that is not there yet.
func write(programs fs.FS, dir string) error {
	if err := invoker.Mkdir(dir, 0o777); err != nil {
		return err
	}
	if err := invoker.WriteFile(filepath.Join(dir, "go.mod"), []byte(lab.Module), 0o666); err != nil {
		return err
	}
	return fs.WalkDir(programs, ".", func(name string, d fs.DirEntry, err error) error {
		path := filepath.Join(dir, filepath.FromSlash(name))
		switch {
		case err != nil || name == ".":
			return err
		case d.IsDir():
			return invoker.Mkdir(path, 0o777)
		}
		text, err := fs.ReadFile(programs, name)
		if err != nil {
			return err
		}
		return invoker.WriteFile(path, text, 0o666)
	})
}

// program builds that of a claim: a main, or a test binary with the hook.
func (e *engine) program(ctx context.Context, c lab.Claim) (build.Binary, error) {
	e.sink.Stage("building " + c.Folder())
	path := filepath.Join(e.Build.Temp, c.Folder()+".exe")
	p := build.Package{ImportPath: "lab/" + c.Folder(), Dir: filepath.Join(e.Build.Temp, "lab", c.Folder())}
	if c.Bench != "" {
		return e.chain.Test(ctx, p, path)
	}
	if err := e.chain.Program(ctx, p, path); err != nil {
		return build.Binary{}, fmt.Errorf("building %s: %w", c.Folder(), err)
	}
	return build.Binary{Package: p, Path: path}, nil
}
