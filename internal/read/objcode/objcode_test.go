package objcode

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// source is a module whose benchmarks each depend on one thing.
var source = map[string]string{
	"go.mod": "module example.com/m.x\n\ngo 1.24\n",
	"m.go": `package m

import (
	"strconv"
	"strings"
)

var table = [4]int{10, 20, 30, 40}

var names = map[string]int{"a": 1, "b": 2}

var words = []string{"alpha", "beta"}

type shape interface{ area() float64 }

type square struct{ side float64 }

func (s square) area() float64 { return s.side * s.side * 1.25 }

var shapes = []shape{square{2}}

func neighbour(n int) int { return n }

//go:noinline
func callee(n int) int { return n*3 + 1 }

//go:noinline
func literal() string { return strings.Repeat("a literal of some length", 2) }

func largest[T int | float64](list []T, less func(a, b T) bool) T {
	best := list[0]
	for _, x := range list {
		if less(best, x) {
			best = x
		}
	}
	return best
}

//go:noinline
func apply(f func(int) int, n int) int { return f(n) }

func kind(n int) string {
	switch n {
	case 0:
		return "zero"
	case 1:
		return "one"
	case 2:
		return "two"
	case 3:
		return "three"
	case 4:
		return "four"
	case 5:
		return "five"
	case 6:
		return "six"
	case 7:
		return "seven"
	case 8:
		return "eight"
	}
	return strconv.Itoa(n)
}
`,
	"m_test.go": `package m

import "testing"

var sink any

func BenchmarkNeighbour(b *testing.B) { for b.Loop() { neighbour(3) } }
func BenchmarkCallee(b *testing.B)    { for b.Loop() { callee(3) } }
func BenchmarkShape(b *testing.B)     { for b.Loop() { shapes[0].area() } }
func BenchmarkTable(b *testing.B)     { n := 0; for b.Loop() { n += table[n&3] }; sink = n }
func BenchmarkNames(b *testing.B)     { for b.Loop() { sink = names["a"] } }
func BenchmarkWords(b *testing.B)     { for b.Loop() { sink = words[1] } }
func BenchmarkLiteral(b *testing.B)   { for b.Loop() { sink = literal() } }
func BenchmarkKind(b *testing.B)      { for b.Loop() { for i := range 9 { sink = kind(i) } } }
func BenchmarkGeneric(b *testing.B) {
	list := []int{3, 1, 2}
	for b.Loop() {
		largest(list, func(x, y int) bool { return x < y })
	}
}
func BenchmarkClosure(b *testing.B) {
	for k := range 2 {
		b.Run("sub", func(b *testing.B) { for b.Loop() { apply(func(n int) int { return n + k }, 2) } })
	}
}
`,
}

var benchmarks = []string{"Neighbour", "Callee", "Shape", "Table", "Names", "Words", "Literal", "Kind", "Generic", "Closure"}

// program builds the test binary of the module after edits, which are triples of
// file, old text and new text. A file without old text is new.
func program(t *testing.T, flags []string, edits ...string) *Image {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.test")
	build(t, path, flags, edits...)
	return open(t, path)
}

func build(t *testing.T, path string, flags []string, edits ...string) {
	t.Helper()
	files := maps.Clone(source)
	for edit := range slices.Chunk(edits, 3) {
		if strings.Count(files[edit[0]], edit[1]) != 1 && edit[1] != "" {
			t.Fatalf("%s has not just one %q", edit[0], edit[1])
		}
		if edit[1] == "" {
			files[edit[0]] += edit[2]
		} else {
			files[edit[0]] = strings.Replace(files[edit[0]], edit[1], edit[2], 1)
		}
	}
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", append([]string{"test", "-c", "-vet=off", "-trimpath", "-o", path}, flags...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOTOOLCHAIN=local")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func open(t *testing.T, path string) *Image {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	m, err := Open(f, path, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// changed returns the benchmarks that are not the same in two programs.
func changed(t *testing.T, old, new *Image) []string {
	t.Helper()
	p, err := NewPair(old, new)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, b := range benchmarks {
		same, what, err := p.Same("example.com/m.x", "Benchmark"+b)
		if err != nil {
			t.Errorf("%s: %v", b, err)
		}
		if !same {
			t.Logf("%s: %s", b, what)
			names = append(names, b)
		}
	}
	return names
}

func TestSame(t *testing.T) {
	for _, arch := range []string{"amd64", "arm64"} {
		t.Run(arch, func(t *testing.T) {
			t.Setenv("GOARCH", arch)
			testEdits(t, program(t, nil), arch == "arm64")
		})
	}
}

// testEdits compares a program with edits of it, with few of them only.
func testEdits(t *testing.T, base *Image, few bool) {
	all := benchmarks
	more := "\nfunc more(n int) []string {\n\tlist := []int{7, 8, 9, 10, 11}\n\ts := []string{\"more\", \"literals\"}\n\tif n > 3 {\n\t\ts = append(s, string(rune(list[n%5])), \"in the midst of others.\")\n\t}\n\treturn s\n}\n"
	for _, c := range []struct {
		name    string
		edits   []string
		changed []string
	}{
		{"nothing", nil, nil},
		{"another link order", []string{"-ldflags=-randlayout=7"}, nil},
		{"neighbour", []string{"m.go", "{ return n }", "{ for n < 1000 { n = n*5 + len(words) }; return n }"}, []string{"Neighbour"}},
		{"more code and literals", []string{"a.go", "", "package m\n" + more, "m_test.go", "", "\nfunc BenchmarkMore(b *testing.B) { for b.Loop() { sink = more(b.N) } }\n"}, nil},
		{"callee", []string{"m.go", "n*3 + 1", "n*3 + 2"}, []string{"Callee"}},
		{"constant", []string{"m.go", "1.25", "1.75"}, []string{"Shape"}},
		{"value in an interface", []string{"m.go", "square{2}", "square{3}"}, []string{"Shape"}},
		{"method", []string{"m.go", "s.side * s.side * 1.25", "s.side / 3"}, []string{"Shape"}},
		{"table", []string{"m.go", "20, 30", "20, 31"}, []string{"Table"}},
		{"string in a table", []string{"m.go", "\"beta\"", "\"bets\""}, []string{"Words"}},
		{"literal", []string{"m.go", "a literal of some length", "a literal of same length"}, []string{"Literal"}},
		{"behind a jump table", []string{"m.go", "\"seven\"", "\"Seven\""}, []string{"Kind"}},
		{"argument of a generic function", []string{"m_test.go", "x < y", "x > y"}, []string{"Generic"}},
		{"generic function", []string{"m.go", "best := list[0]", "best := list[1]"}, []string{"Generic"}},
		{"closure", []string{"m_test.go", "n + k", "n - k"}, []string{"Closure"}},
		{"map literal", []string{"m.go", "\"b\": 2", "\"b\": 3"}, all},
		{"initialization", []string{"a.go", "", "package m\n\nfunc init() { table[1] = len(words) }\n"}, all},
		{"TestMain", []string{"m_test.go", "", "\nfunc TestMain(m *testing.M) { table[2]++; m.Run() }\n"}, all},
		{"debug setting", []string{"m_test.go", "package m", "//go:debug panicnil=1\npackage m"}, all},
	} {
		if few && !slices.Contains([]string{"nothing", "more code and literals", "callee", "table", "literal", "initialization"}, c.name) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			var flags []string
			if len(c.edits) == 1 {
				flags, c.edits = c.edits, nil
			}
			if got := changed(t, base, program(t, flags, c.edits...)); !slices.Equal(got, c.changed) {
				t.Errorf("%q changed, want %q", got, c.changed)
			}
		})
	}
}

func TestUndetermined(t *testing.T) {
	t.Setenv("GOARCH", "amd64")
	dir := t.TempDir()
	stripped := filepath.Join(dir, "stripped.test")
	build(t, stripped, []string{"-ldflags=-s"})
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte("no program"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{stripped, text} {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := Open(f, path, 1<<30); !errors.Is(err, ErrUndetermined) {
			t.Errorf("%s: %v", filepath.Base(path), err)
		}
	}
	p, err := NewPair(program(t, nil), program(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	if same, _, err := p.Same("example.com/m.x", "BenchmarkNone"); same || !errors.Is(err, ErrUndetermined) {
		t.Errorf("a benchmark that does not exist: %v, %v", same, err)
	}
}
