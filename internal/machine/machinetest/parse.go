package machinetest

import (
	"encoding/hex"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
)

// The endings of names in an archive that say how its content is meant.
const (
	asDir    = "/"         // an empty directory
	asHex    = " (hex)"    // bytes in hexadecimal
	asDenied = " (denied)" // the user may not open it, nor what is below
)

// parse returns the root directory that a txtar archive holds. Names may have one
// of the endings above, "(denied)" after another one, or a range: "cpu{0-7}/online"
// stands for as many files. These have one line each when the content has as many
// lines, and all the same line when it has one.
func parse(archive []byte) (fstest.MapFS, error) {
	root := make(fstest.MapFS)
	for _, f := range txtar.Parse(archive).Files {
		var file fstest.MapFile
		name, isDenied := strings.CutSuffix(f.Name, asDenied)
		if isDenied {
			file.Sys = denied
		}
		if dir, ok := strings.CutSuffix(name, asDir); ok {
			file.Mode = fs.ModeDir
			root[dir] = &file
			continue
		}
		name, isHex := strings.CutSuffix(name, asHex)
		names, err := expand(name)
		if err != nil {
			return nil, err
		}
		data, err := split(string(f.Data), len(names))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		for i, name := range names {
			file.Data = []byte(data[i])
			if isHex {
				if file.Data, err = hex.DecodeString(strings.TrimSpace(data[i])); err != nil {
					return nil, fmt.Errorf("%s: %w", f.Name, err)
				}
			}
			each := file
			root[name] = &each
		}
	}
	return root, nil
}

var rangeOf = regexp.MustCompile(`^(.*)\{(\d+)-(\d+)\}(.*)$`)

// expand returns the names that a name with at most one range stands for.
func expand(name string) ([]string, error) {
	m := rangeOf.FindStringSubmatch(name)
	if m == nil {
		return []string{name}, nil
	}
	first, err := strconv.Atoi(m[2])
	if err != nil {
		return nil, err
	}
	last, err := strconv.Atoi(m[3])
	if err != nil {
		return nil, err
	}
	if last < first || strings.Contains(m[1], "{") {
		return nil, fmt.Errorf("%s: want one ascending range", name)
	}
	var names []string
	for i := first; i <= last; i++ {
		names = append(names, m[1]+strconv.Itoa(i)+m[4])
	}
	return names, nil
}

// split returns the contents of n files: one file has all of the text.
func split(text string, n int) ([]string, error) {
	if n == 1 {
		return []string{text}, nil
	}
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n")+"\n", "\n")
	lines = lines[:len(lines)-1] // what follows the last newline
	switch len(lines) {
	case n:
		return lines, nil
	case 1:
		return slices.Repeat(lines, n), nil
	}
	return nil, fmt.Errorf("%d lines for %d files", len(lines), n)
}
