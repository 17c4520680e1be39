package main

import (
	"bytes"
	"errors"
	"io/fs"
	"strconv"
	"testing"
	"testing/fstest"
)

// entry is what one archive entry should come to.
type entry struct {
	name    string
	mode    uint64
	content string
}

func TestWriteCPIO(t *testing.T) {
	var archive bytes.Buffer
	err := writeCPIO(&archive, fstest.MapFS{
		"0":              {Mode: fs.ModeDir | 0o755},
		"0/test":         {Mode: 0o755, Data: []byte("binary")},
		"0/testdata":     {Mode: fs.ModeDir | 0o755},
		"0/testdata/odd": {Mode: 0o644, Data: []byte("12345")},
		"empty":          {Mode: 0o600},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []entry{
		{"0", 0o040755, ""},
		{"0/test", 0o100755, "binary"},
		{"0/testdata", 0o040755, ""},
		{"0/testdata/odd", 0o100644, "12345"},
		{"empty", 0o100600, ""},
		{"TRAILER!!!", 0, ""},
	}
	rest := archive.Bytes()
	inodes := map[uint64]bool{}
	for _, w := range want {
		var got entry
		var inode uint64
		got, inode, rest = nextEntry(t, rest)
		if got != w {
			t.Errorf("got entry %+v, want %+v", got, w)
		}
		if inodes[inode] {
			t.Errorf("%s shares inode %d: the kernel would link it", got.name, inode)
		}
		inodes[inode] = true
	}
	if len(rest) != 0 {
		t.Errorf("%d bytes after the trailer", len(rest))
	}
}

func TestWriteCPIORefusesOtherTypes(t *testing.T) {
	fsys := fstest.MapFS{"pipe": {Mode: fs.ModeNamedPipe | 0o600}}
	if err := writeCPIO(&bytes.Buffer{}, fsys); err == nil {
		t.Error("no error for a named pipe")
	}
}

func TestWriteCPIOReportsWriteErrors(t *testing.T) {
	if err := writeCPIO(fullDisk{}, fstest.MapFS{}); !errors.Is(err, errFull) {
		t.Errorf("got error %v, want %v", err, errFull)
	}
}

var errFull = errors.New("disk full")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// nextEntry decodes the entry at the front of a newc archive by the table in
// the kernel's documentation: six characters of magic, then fields of eight.
func nextEntry(t *testing.T, b []byte) (e entry, inode uint64, rest []byte) {
	t.Helper()
	const headerSize = 6 + 13*8
	if len(b) < headerSize || string(b[:6]) != "070701" {
		t.Fatalf("no header at %.20q", b)
	}
	field := func(i int) uint64 {
		v, err := strconv.ParseUint(string(b[6+8*i:14+8*i]), 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	contentSize, nameSize := int(field(6)), int(field(11))
	nameEnd := headerSize + nameSize
	start := (nameEnd + 3) / 4 * 4
	end := start + contentSize
	e = entry{string(b[headerSize : nameEnd-1]), field(1), string(b[start:end])}
	return e, field(0), b[(end+3)/4*4:]
}
