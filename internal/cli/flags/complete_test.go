package flags

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// inModule makes the current folder one with tests in some of its folders.
func inModule(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, source := range map[string]string{
		"m_test.go":             "package m\n\nfunc BenchmarkTop(b *testing.B) {}\n",
		"json/enc/enc_test.go":  "package enc\n\nfunc BenchmarkEncode(b *testing.B) {}\n\nfunc BenchmarkEncodeFast(b *testing.B) {}\n",
		"jsonx/jsonx_test.go":   "package jsonx\n\nfunc BenchmarkX(b *testing.B) {}\n",
		"plain/none/nothing.go": "package none\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestPackages(t *testing.T) {
	inModule(t)
	list, directive := Packages(nil, nil, "")
	if got := strings.Join(list, " "); got != ". ./... ./json/... ./json/enc ./jsonx" || directive != cobra.ShellCompDirectiveNoFileComp {
		t.Errorf("%s, directive %d", got, directive)
	}
	for _, typed := range []string{"..", "../x", "/x"} {
		if list, directive := Packages(nil, nil, typed); len(list) > 0 || directive != cobra.ShellCompDirectiveFilterDirs {
			t.Errorf("%s: %q, directive %d", typed, list, directive)
		}
	}
}

func TestBenchmarkNames(t *testing.T) {
	inModule(t)
	for in, want := range map[string]string{
		"":                     "BenchmarkTop",
		".":                    "BenchmarkTop",
		"HEAD main":            "BenchmarkTop", // sides of a comparison
		"./json/enc":           "BenchmarkEncode BenchmarkEncodeFast",
		"./json/... main":      "BenchmarkEncode BenchmarkEncodeFast",
		"./...":                "BenchmarkEncode BenchmarkEncodeFast BenchmarkTop BenchmarkX",
		"./jsonx ./json/enc/":  "BenchmarkEncode BenchmarkEncodeFast BenchmarkX",
		"./nonesuch":           "",
		"./... -bench=^":       "^BenchmarkEncode$ ^BenchmarkEncodeFast$ ^BenchmarkTop$ ^BenchmarkX$",
		"./json/... -bench=En": "Encode EncodeFast",
		"./json/... -bench=Be": "BenchmarkEncode BenchmarkEncodeFast",
	} {
		args, typed, _ := strings.Cut(in, " -bench=")
		list, _ := benchmarkNames(nil, strings.Fields(args), typed)
		if got := strings.Join(list, " "); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
