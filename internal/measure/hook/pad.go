package hook

import (
	"bufio"
	"bytes"
	"fmt"
	"runtime"
	"strconv"
	"strings"
)

// The hook must not move the code that it measures: where a loop lies within
// cache lines and pages is worth some percent to it. Package testing lies
// between the packages that it imports and everything else, and the hook uses
// nothing that a plain test binary does not have, so all code behind testing
// moves by the same distance: what package testing has grown by. A function
// that is never called fills that up to whole pages.

// page is a distance that changes nothing about the place of code in cache lines
// and in the sets of a first-level cache (64 sets of 64 bytes).
const page = 4096

// align is the alignment of functions, funcAlign of the linker for the
// architecture.
var align = map[string]int{"amd64": 32, "arm64": 16}

// Grown returns the bytes by which the functions of one package testing exceed
// those of another, as the linker lays them out. plain and hooked are the output
// of `go tool nm -size` for the two packages' archives.
func Grown(plain, hooked []byte) (int, error) {
	before, err := textSize(plain)
	if err != nil {
		return 0, err
	}
	after, err := textSize(hooked)
	return after - before, err
}

// textSize sums the aligned sizes of functions over lines of address, size,
// type and name. Of an archive with several objects, as assembler makes it, each
// line begins with the path and the object's name: "/path/to/x.a(_go_.o):".
func textSize(nm []byte) (int, error) {
	a := align[runtime.GOARCH]
	if a == 0 {
		return 0, fmt.Errorf("the alignment of functions on %s is not known", runtime.GOARCH)
	}
	total := 0
	fromGo := true
	for lines := bufio.NewScanner(bytes.NewReader(nm)); lines.Scan(); {
		line := lines.Text()
		if object, symbol, ok := strings.Cut(line, ".o):"); ok {
			line, fromGo = symbol, strings.HasSuffix(object, "(_go_")
		}
		f := strings.Fields(line)
		if len(f) < 4 || !strings.EqualFold(f[2], "T") {
			continue
		}
		// The linker leaves out what nobody calls: the comparison of types that
		// are never compared, and the compiler's wrapper around our assembler.
		if strings.HasPrefix(f[3], "type:.") || fromGo && f[3] == "testing.tarePad" {
			continue
		}
		size, err := strconv.Atoi(f[1])
		if err != nil {
			return 0, fmt.Errorf("size of a function in %q: %w", line, err)
		}
		total += (size + a - 1) / a * a
	}
	return total, nil
}

// padding returns the assembler text of n bytes behind the one instruction of
// the padding function, for the file of the named architecture. One function's
// alignment is there already, in which the instruction leaves room.
func padding(arch string, n int) string {
	if n == 0 {
		return ""
	}
	if arch == "arm64" {
		return strings.Repeat("\tWORD $0\n", (align[arch]-4+n)/4)
	}
	return strings.Repeat("\tBYTE $0xcc\n", align[arch]-1+n)
}
