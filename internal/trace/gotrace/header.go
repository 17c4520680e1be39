package gotrace

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
)

// headerSize is the size of what every trace begins with.
const headerSize = 16

// formats are the minor versions of Go that began the formats that can be read.
// Go 1.24 writes that of 1.23, and Go 1.27 that of 1.26.
var formats = []int{22, 23, 25, 26}

// readHeader reads the header of a trace and returns the minor version of Go
// that began its format. Errors say what is there instead.
func readHeader(r io.Reader) ([]byte, int, error) {
	header := make([]byte, headerSize)
	n, err := io.ReadFull(r, header)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, 0, fmt.Errorf("reading the header of the Go trace: %w", err)
	}
	header = header[:n]
	minor := 0
	if _, err := fmt.Sscanf(string(header), "go 1.%d trace\x00", &minor); err != nil {
		return nil, 0, fmt.Errorf("this is not a Go execution trace: %s", lookAt(header, r))
	}
	if minor < formats[0] {
		return nil, 0, fmt.Errorf("the trace has the format of Go 1.%d: until Go 1.21, traces had their own clock, "+
			"so that their events cannot be joined with those of the kernel; record it with Go 1.22 or newer", minor)
	}
	if !slices.Contains(formats, minor) {
		return nil, 0, fmt.Errorf("the trace has the format of Go 1.%d, but this tare knows none newer than Go 1.%d; "+
			"get a newer tare, or record the trace with an older Go", minor, formats[len(formats)-1])
	}
	return header, minor, nil
}

// lookAt says what something looks like that is not a trace.
func lookAt(header []byte, rest io.Reader) string {
	begin := make([]byte, 512)
	n, _ := io.ReadFull(io.MultiReader(bytes.NewReader(header), rest), begin)
	begin = begin[:n]
	lower := bytes.ToLower(bytes.TrimSpace(begin))
	switch {
	case n == 0:
		return "it is empty"
	case bytes.HasPrefix(begin, []byte("\x1f\x8b")):
		return lookInto(begin)
	case bytes.HasPrefix(lower, []byte("<!doctype")), bytes.HasPrefix(lower, []byte("<html")):
		return "it is a web page; a server that was asked for a trace may have answered with an error"
	case bytes.HasPrefix(begin, []byte("go 1.")):
		return "it breaks off in its header"
	}
	line, _, _ := strings.Cut(string(begin), "\n")
	if strings.ContainsFunc(line, func(c rune) bool { return c == unicode.ReplacementChar || !unicode.IsPrint(c) }) {
		return fmt.Sprintf("it begins with the bytes % x", begin[:min(n, headerSize)])
	}
	return fmt.Sprintf("it begins with the text %.100q", line)
}

// lookInto says what something compressed is; begin is its beginning.
func lookInto(begin []byte) string {
	inside := make([]byte, headerSize)
	z, err := gzip.NewReader(bytes.NewReader(begin))
	if err == nil {
		_, err = io.ReadFull(z, inside)
	}
	if (err == nil || errors.Is(err, io.ErrUnexpectedEOF)) && bytes.HasPrefix(inside, []byte("go 1.")) {
		return "it is a trace compressed with gzip; unpack it first"
	}
	return "it is compressed with gzip, as CPU and memory profiles are; those are for go tool pprof"
}
