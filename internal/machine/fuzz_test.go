package machine_test

import (
	"errors"
	"io/fs"
	"regexp"
	"testing"
	"testing/fstest"

	"tare/internal/machine/machinetest"
)

// FuzzRead replaces one file of a recorded machine, or adds one. The machine and
// the file are chosen by index, so that the fuzzer need not guess names; a name
// of its own wins.
func FuzzRead(f *testing.F) {
	machines := machinetest.Names()
	files := make(map[string][]string)
	seen := make(map[string]bool)
	for i, name := range machines {
		root := machinetest.Root(f, name)
		files[name] = readable(f, root)
		for j, file := range files[name] {
			data, err := fs.ReadFile(root, file)
			if err != nil {
				f.Fatal(err)
			}
			// The same attribute of many CPUs or machines is one seed.
			if kind := digits.ReplaceAllString(file, "#"); !seen[kind] {
				seen[kind] = true
				f.Add(uint(i), uint(j), "", data)
			}
		}
	}
	f.Add(uint(0), uint(0), "run/.containerenv", []byte("engine="))
	f.Add(uint(0), uint(0), "proc/1/environ", []byte("container=oci\x00"))
	f.Fuzz(func(t *testing.T, machine, file uint, added string, data []byte) {
		name := machines[machine%uint(len(machines))]
		if all := files[name]; added == "" && len(all) > 0 {
			added = all[file%uint(len(all))]
		}
		if !fs.ValidPath(added) {
			t.Skip()
		}
		m := read(t, name, fstest.MapFS{added: {Data: data}})
		checkFacts(t, m)
		checkComplete(t, m)
	})
}

var digits = regexp.MustCompile(`\d+`)

// readable returns the files below root that can be opened, sorted.
func readable(t testing.TB, root fs.FS) []string {
	t.Helper()
	var files []string
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrPermission) {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() {
			return err
		}
		if f, err := root.Open(path); err == nil {
			files = append(files, path)
			return f.Close()
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
