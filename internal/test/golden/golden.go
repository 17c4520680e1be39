// Package golden compares what a test got with a file that people have read.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Update is the flag -update of the tests that import this package: files are
// rewritten with what the tests got. Read the diff before you commit it.
var Update = flag.Bool("update", false, "rewrite golden files")

// Check fails the test unless got is what the file in testdata holds.
func Check[T ~string | ~[]byte](t testing.TB, name string, got T) {
	t.Helper()
	File(t, filepath.Join("testdata", name), got)
}

// shared is what pages have in common with others: style, script, and their checksums.
var shared = regexp.MustCompile(`(?s)(<style>).*?(</style>)|(<script>).*?(</script>)|sha256-[^']*`)

// Own returns what a page has of its own: without style and script, which are files.
func Own(page string) string { return shared.ReplaceAllString(page, "$1$2$3$4") }

// Page is Check for what a page has of its own: a golden page is there to be read.
func Page(t testing.TB, name, page string) {
	t.Helper()
	Check(t, name, Own(page))
}

// File is Check for a file of any folder. Line ends do not matter: git may have
// made them those of Windows.
func File[T ~string | ~[]byte](t testing.TB, file string, got T) {
	t.Helper()
	if *Update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (make it with -update)", err)
	}
	if strings.ReplaceAll(string(want), "\r\n", "\n") != string(got) {
		t.Errorf("this differs from %s (look at it, and rewrite it with -update):\n%s", file, got)
	}
}
