package benchfile

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

var module = fstest.MapFS{
	"go.mod":                    file("module example.com/m\n"),
	"m_test.go":                 file("package m\n\nfunc BenchmarkB(b *testing.B) {}\n\nfunc BenchmarkA(b *testing.B) {}\n"),
	"other_test.go":             file("package m_test\n\nfunc BenchmarkC(b *testing.B) {}\n"),
	"m.go":                      file("package m\n\nfunc BenchmarkNone() {}\n"),
	"json/encode/e_test.go":     file("package encode\n"),
	"plain/plain.go":            file("package plain\n"),
	"vendor/x/x_test.go":        file("package x\n"),
	"testdata/t_test.go":        file("package t\n"),
	".hidden/h_test.go":         file("package h\n"),
	"_old/o_test.go":            file("package o\n"),
	"nested/go.mod":             file("module example.com/nested\n"),
	"nested/nested_test.go":     file("package nested\n"),
	"json/encode/sub/s_test.go": file("package sub\n"),
}

func TestDirs(t *testing.T) {
	want := []string{".", "json/encode", "json/encode/sub"}
	if got := Dirs(module); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Dirs(fstest.MapFS{}); len(got) != 0 {
		t.Errorf("an empty folder has %q", got)
	}
}

func TestDeclared(t *testing.T) {
	want := []string{"BenchmarkA", "BenchmarkB", "BenchmarkC"}
	if got := Declared(module, "."); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Declared(module, "nonesuch"); len(got) != 0 {
		t.Errorf("no folder has %q", got)
	}
}

func TestDeclaredIn(t *testing.T) {
	for source, want := range map[string]string{
		"func Benchmark(b *testing.B) {":               "Benchmark",
		"func Benchmark_x(b *testing.B) {}":            "Benchmark_x",
		"func Benchmark1(b *testing.B) {}":             "Benchmark1",
		"func BenchmarkÄ(b *testing.B) {}":             "BenchmarkÄ",
		"func Benchmarked(t *testing.T) {}":            "",
		"func (s suite) BenchmarkM(b *testing.B) {}":   "",
		"func BenchmarkGeneric[T any](b *testing.B) {": "", // go test runs none
		"// func BenchmarkOff(b *testing.B) {":         "",
		"\tfunc BenchmarkInner() {":                    "",
	} {
		if got := strings.Join(declaredIn([]byte(source)), " "); got != want {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
}

func FuzzDeclared(f *testing.F) {
	f.Add("package m\n\nfunc BenchmarkX(b *testing.B) {\n}\n")
	f.Add("func Benchmark(\nfunc Benchmarked(\nfunc BenchmarkÄ(")
	f.Fuzz(func(t *testing.T, source string) {
		for _, name := range declaredIn([]byte(source)) {
			if !strings.HasPrefix(name, "Benchmark") || !strings.Contains(source, "func "+name+"(") {
				t.Errorf("%q declares no %q", source, name)
			}
		}
	})
}
