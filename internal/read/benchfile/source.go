package benchfile

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// mostEntries bounds how many files and folders are looked at: whoever types does not
// wait for more.
const mostEntries = 20_000

// Dirs returns the folders of fsys, which is one of a module, that have _test.go files,
// as far as `./...` would find them: without other modules, vendor and testdata. They
// are sorted, and named as in an fs.FS. What cannot be read has none.
func Dirs(fsys fs.FS) []string {
	var dirs []string
	seen := 0
	_ = fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		seen++
		switch {
		case seen > mostEntries:
			return fs.SkipAll
		case err != nil:
			return fs.SkipDir
		case d.IsDir() && name != "." && (ignored(d.Name()) || exists(fsys, path.Join(name, "go.mod"))):
			return fs.SkipDir
		case !d.IsDir() && strings.HasSuffix(name, "_test.go"):
			dirs = append(dirs, path.Dir(name))
		}
		return nil
	})
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// ignored reports whether the go command takes a folder with this name for none of a
// package; see `go help packages`.
func ignored(name string) bool {
	return name == "vendor" || name == "testdata" || name[0] == '.' || name[0] == '_'
}

func exists(fsys fs.FS, name string) bool {
	_, err := fs.Stat(fsys, name)
	return err == nil
}

// Declared returns the names of the benchmarks in the _test.go files of a folder of
// fsys, sorted. What cannot be read has none.
func Declared(fsys fs.FS, dir string) []string {
	var names []string
	files, _ := fs.Glob(fsys, path.Join(dir, "*_test.go"))
	for _, file := range files {
		source, _ := fs.ReadFile(fsys, file)
		names = append(names, declaredIn(source)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// declaration is that of a function which package testing takes for a benchmark: no
// lower-case letter follows the word.
var declaration = regexp.MustCompile(`(?m)^func (Benchmark(?:[\p{L}\p{N}_]*))\(`)

var notDeclaration = regexp.MustCompile(`^Benchmark\p{Ll}`)

// declaredIn returns the names of the benchmarks that a gofmted source declares, in its
// order. Of raw strings and comments it knows nothing.
func declaredIn(source []byte) (names []string) {
	for _, m := range declaration.FindAllSubmatch(source, -1) {
		if !notDeclaration.Match(m[1]) {
			names = append(names, string(m[1]))
		}
	}
	return names
}
