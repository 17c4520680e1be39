package files

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func pipe(t *testing.T) string {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestOpenRegular(t *testing.T) {
	for _, name := range []string{pipe(t), "/dev/zero", t.TempDir()} {
		if _, err := Open(name); !errors.Is(err, ErrIrregular) {
			t.Errorf("%s: %v", name, err)
		}
	}
	name := filepath.Join(t.TempDir(), "file")
	if _, err := Open(name); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}

// TestNobodyWrites waits at a pipe until the context ends.
func TestNobodyWrites(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(10*time.Millisecond, cancel)
	if _, err := ReadAny(ctx, pipe(t), 1); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestWithoutEnd(t *testing.T) {
	_, err := ReadAny(context.Background(), "/dev/zero", 1<<20)
	if !errors.Is(err, ErrTooLong) || !strings.Contains(err.Error(), "/dev/zero is too long: more than 1 MB") {
		t.Error(err)
	}
}

// TestStream reads a pipe that somebody writes to.
func TestStream(t *testing.T) {
	name := pipe(t)
	go func() {
		if err := os.WriteFile(name, []byte("four"), 0); err != nil {
			panic(err)
		}
	}()
	for most, want := range map[int64]string{4: "four"} {
		if got, err := ReadAny(context.Background(), name, most); string(got) != want || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	}
}
