package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// program is a command that answers as tare does, and is built in no time.
const program = `package main

import (
	"fmt"
	"os"
	"strings"
)

func main() {
	switch strings.Join(os.Args[1:], " ") {
	case "__complete ":
		fmt.Println("weigh\tWeigh things\nhelp\tHelp\n:4")
	case "help":
		fmt.Println("About.\n\nUsage:\n  small [command]")
	case "help weigh":
		fmt.Println("Weigh weighs.\n.5 kg at least.\n\nUsage:\n  small weigh [flags]\n\nExamples:\n  small weigh -q\n\nFlags:\n  -kind what\n    \tweigh what, not \\all")
	default:
		fmt.Println("# completion for", os.Args[2])
	}
}
`

func small(t *testing.T, platforms ...string) *release {
	t.Helper()
	module := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/small\n\ngo 1.24\n", "main.go": program, "LICENSE": "Free.\n"} {
		if err := os.WriteFile(filepath.Join(module, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(module)
	return &release{Package: ".", Name: "small", Platforms: platforms, Out: t.TempDir(), Version: "v1.2.3",
		Made: time.Date(2026, 11, 21, 7, 3, 1, 0, time.UTC), Beside: []string{"LICENSE"}}
}

// unpacked returns the files of a tar.gz, by name.
func unpacked(t *testing.T, path string) map[string]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	files := make(map[string]string)
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[h.Name] = string(data)
	}
}

func TestRelease(t *testing.T) {
	r := small(t, "linux/"+runtime.GOARCH)
	if err := r.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	name := "small-v1.2.3-linux-" + runtime.GOARCH
	archive, err := os.ReadFile(filepath.Join(r.Out, name+".tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(r.Out, "SHA256SUMS"))
	if want := fmt.Sprintf("%x  %s.tar.gz\n", sha256.Sum256(archive), name); err != nil || string(sums) != want {
		t.Errorf("SHA256SUMS: %q, %v, want %q", sums, err, want)
	}
	files := unpacked(t, filepath.Join(r.Out, name+".tar.gz"))
	for file, want := range map[string]string{
		"small": "", "LICENSE": "Free.", "completions/small.bash": "completion for bash", "completions/_small": "completion for zsh",
		"completions/small.fish": "fish", "completions/small.ps1": "powershell", "man/man1/small.1": ".SH SYNOPSIS", "man/man1/small-weigh.1": "small\\-weigh \\- Weigh things",
	} {
		if got, ok := files[name+"/"+file]; !ok || !strings.Contains(got, want) {
			t.Errorf("%s is not there, or does not say %q: %q", file, want, got)
		}
	}
	if len(files) != 8 {
		t.Errorf("%d files, want 8", len(files))
	}
	if program := files[name+"/small"]; strings.Contains(program, r.Out) || strings.Contains(program, filepath.Dir(r.Out)) {
		t.Error("the program has a path of this machine")
	}

	again := small(t, r.Platforms...)
	if err := again.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if same, err := os.ReadFile(filepath.Join(again.Out, "SHA256SUMS")); err != nil || string(same) != string(sums) {
		t.Errorf("a second build differs: %q, %v", same, err)
	}
	if err := again.run(t.Context()); err == nil {
		t.Error("a release is mixed with an old one")
	}
}

func TestZip(t *testing.T) {
	made := time.Date(2026, 11, 21, 7, 3, 1, 0, time.UTC)
	data, err := zipped("small-v1", []entry{{"small.exe", []byte("MZ"), 0o755}, {"man/man1/small.1", []byte(".TH"), 0o644}}, made)
	if err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"small-v1/small.exe", "small-v1/man/man1/small.1"} {
		if f := r.File[i]; f.Name != want || !f.Modified.Equal(made) {
			t.Errorf("%s of %v, want %s of %v", f.Name, f.Modified, want, made)
		}
	}
}

func TestPlatform(t *testing.T) {
	if err := small(t, "linux").run(t.Context()); err == nil || !strings.Contains(err.Error(), "GOOS/GOARCH") {
		t.Errorf("a platform that is none: %v", err)
	}
}

func TestManual(t *testing.T) {
	got := manual{"small-weigh", "Weigh things", "v1", "2026-11-21"}.page("Weigh weighs.\n.5 kg at least.\n\nUsage:\n  small weigh [flags]\n\nFlags:\n  -kind what\n    \tweigh what, not \\all\n")
	want := `.TH SMALL-WEIGH 1 "2026-11-21" "v1"
.SH NAME
small\-weigh \- Weigh things
.SH DESCRIPTION
.nf
Weigh weighs.
\&.5 kg at least.

.fi
.SH SYNOPSIS
.nf
  small weigh [flags]

.fi
.SH OPTIONS
.nf
.fi
.TP
.B \-kind what
weigh what, not \eall
.fi
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
