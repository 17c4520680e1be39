package symbols

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"tare/internal/record"
)

// build runs a compiler, and skips the test where there is none.
func build(t *testing.T, command ...string) {
	t.Helper()
	if _, err := exec.LookPath(command[0]); err != nil {
		t.Skip(err)
	}
	if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", command, err, out)
	}
}

// start starts a program that prints a line of JSON and waits, and opens its
// table. What it returns ends it.
func start(t *testing.T, printed any, program string) (*Table, func()) {
	t.Helper()
	cmd := exec.Command(program)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	end := func() { _ = in.Close(); _ = cmd.Wait() }
	t.Cleanup(end)
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(line, printed); err != nil {
		t.Fatal(err)
	}
	table, err := Open(cmd.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = table.Close() })
	return table, end
}

// The truth is what the runtime says of the same stack.
func TestGoProgram(t *testing.T) {
	for name, flags := range map[string][]string{
		"plain":             nil,
		"stripped":          {"-ldflags=-s -w"},
		"pie":               {"-buildmode=pie"},
		"stripped pie":      {"-buildmode=pie", "-ldflags=-s -w"},
		"external":          {"-ldflags=-linkmode=external"},
		"external pie":      {"-buildmode=pie", "-ldflags=-s -w -linkmode=external"},
		"without inlining":  {"-gcflags=-l"},
		"of trimmed builds": {"-trimpath"},
	} {
		t.Run(name, func(t *testing.T) {
			if strings.Contains(name, "external") {
				build(t, "gcc", "--version")
			}
			program := filepath.Join(t.TempDir(), "gostack")
			build(t, slices.Concat([]string{"go", "build", "-o", program}, flags, []string{"./testdata/gostack"})...)
			var truth struct {
				PCs    []uint64
				Frames []record.Call
			}
			table, end := start(t, &truth, program)
			// The table has to be good without the process and without the path.
			end()
			if err := os.Remove(program); err != nil {
				t.Fatal(err)
			}
			want := truth.Frames[:len(truth.Frames)-2] // runtime.main, runtime.goexit
			// All of these are return addresses, which the innermost is not.
			got := table.Stack(append([]uint64{0}, truth.PCs...))[1:]
			if !slices.Equal(got, want) {
				t.Errorf("got  %v\nwant %v", got, want)
			}
		})
	}
}

func TestCProgram(t *testing.T) {
	for name, test := range map[string]struct {
		flags []string
		own   string // prefix
	}{
		"pie":      {[]string{"-pie", "-fPIE"}, "own"},
		"no pie":   {[]string{"-no-pie"}, "own"},
		"stripped": {[]string{"-s"}, "cstack+0x"},
	} {
		t.Run(name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), "cstack")
			build(t, slices.Concat([]string{"gcc", "-o", program}, test.flags, []string{"testdata/cstack.c"})...)
			var pcs []uint64
			table, end := start(t, &pcs, program)
			end()
			want := []string{test.own, "qsort", "[anon]+0x0"}
			for i, call := range table.Stack(pcs) {
				if !strings.HasPrefix(call.Func, want[i]) {
					t.Errorf("%#x: got %q, want %q", pcs[i], call.Func, want[i])
				}
			}
		})
	}
}

func TestOwnProcess(t *testing.T) {
	table, err := Open(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	pc, _, line, _ := runtime.Caller(0)
	got := table.Stack([]uint64{uint64(pc)})
	if len(got) != 1 || !strings.HasSuffix(got[0].Func, "TestOwnProcess") || got[0].Line != line {
		t.Errorf("got %v", got)
	}
	for _, m := range table.mappings {
		if m.module.name != "[vdso]" {
			continue
		}
		m.module.load()
		functions, err := functions(m.module.elf)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range functions {
			if call := m.calls(m.start + f.addr); call[0].Func != f.name {
				t.Errorf("got %v for %s", call, f.name)
			}
		}
		if len(functions) == 0 {
			t.Error("the kernel's code for processes has no functions")
		}
	}
}

// A file that is mapped later is found; so is what else cannot be known.
func TestUnknownAddress(t *testing.T) {
	table, err := Open(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	mappings := table.mappings
	table.mappings = nil
	pc, _, _, _ := runtime.Caller(0)
	for _, test := range []struct {
		pc   uint64
		want string
	}{{uint64(pc), "tare/internal/host/symbols.TestUnknownAddress"}, {0x123, "0x123"}} {
		if got := table.Stack([]uint64{test.pc}); got[0].Func != test.want {
			t.Errorf("got %v, want %s", got, test.want)
		}
	}
	if !slices.Equal(table.mappings, mappings) {
		t.Errorf("got %v, want %v", table.mappings, mappings)
	}
}

func TestNoProcess(t *testing.T) {
	if _, err := Open(1 << 30); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		table, err := Open(os.Getpid())
		if err != nil {
			b.Fatal(err)
		}
		_ = table.Close()
	}
}

// BenchmarkStack looks up a stack of one address that was not looked up before.
func BenchmarkStack(b *testing.B) {
	table, err := Open(os.Getpid())
	if err != nil {
		b.Fatal(err)
	}
	defer table.Close()
	pc, _, _, _ := runtime.Caller(0)
	stack := []uint64{uint64(pc)}
	for b.Loop() {
		clear(table.cache)
		table.Stack(stack)
	}
}

// TestIrregular waits for no pipe in the place of a mapped file.
func TestIrregular(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, "/dev/zero", t.TempDir(), "/nonesuch"} {
		if f := openRegular(path); f != nil {
			t.Errorf("%s was opened", path)
		}
	}
}
