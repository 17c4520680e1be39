package hook

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"strings"

	"tare/internal/host/files"
	"tare/internal/host/private"
)

// The sources end in .src, so that no Go tool takes them for a package here.
//
//go:embed overlay/*.src
var sources embed.FS

// Overlay writes the patched package testing for the Go tree at goroot into
// dir, which has to be private, and returns the path of the JSON file for go build's -overlay flag.
// goroot must be spelled as the go command will spell it; it need not be
// writable. grown is what Grown says of an overlay made with 0; the overlay's
// padding makes up for it. With assist, the time in GC assists is read as well,
// which makes the linker keep more of the runtime: then nothing makes up for
// where the code comes to lie. An *AnchorError means that this Go version is not
// known to tare.
func Overlay(goroot, dir string, grown int, assist bool) (string, error) {
	pad := (page - grown%page) % page
	testing := filepath.Join(goroot, "src", "testing")
	installed := filepath.Join(testing, "benchmark.go")
	text, err := files.Read(installed)
	if err != nil {
		return "", fmt.Errorf("reading the installed package testing: %w", err)
	}
	patched, err := patch(string(text))
	if err != nil {
		return "", err
	}
	replace := map[string]string{installed: filepath.Join(dir, "benchmark.go.txt")}
	if err := writeOnce(replace[installed], []byte(patched)); err != nil {
		return "", fmt.Errorf("writing the overlay: %w", err)
	}
	entries, err := sources.ReadDir("overlay")
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		source, err := sources.ReadFile("overlay/" + e.Name())
		if err != nil {
			return "", err
		}
		name := strings.TrimSuffix(e.Name(), ".src")
		if name == "tare_assist.go" && !assist {
			continue
		}
		path := filepath.Join(dir, name+".txt")
		if arch, ok := strings.CutPrefix(strings.TrimSuffix(name, ".s"), "tare_pad_"); ok {
			source = bytes.Replace(source, []byte("PADDING\n"), []byte(padding(arch, pad)), 1)
		}
		if err := writeOnce(path, source); err != nil {
			return "", fmt.Errorf("writing the overlay: %w", err)
		}
		replace[filepath.Join(testing, name)] = path
	}
	spec, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "overlay.json")
	if err := writeOnce(path, spec); err != nil {
		return "", fmt.Errorf("writing the overlay: %w", err)
	}
	return path, nil
}

// Fingerprint identifies this version of the hook's sources and anchors, and the
// build flags: overlays for different ones are kept apart by it.
func Fingerprint(flags []string) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%v%q", anchors, flags)
	entries, _ := sources.ReadDir("overlay") // embedded: cannot fail
	for _, e := range entries {
		text, _ := sources.ReadFile("overlay/" + e.Name())
		h.Write(text)
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// writeOnce puts text at path unless it is there already. Another tare may be
// building from the same folder, so a file never exists half-written; what others
// could have written is not what is compiled.
func writeOnce(path string, text []byte) error {
	if old, err := private.User().ReadFile(path); err == nil && bytes.Equal(old, text) {
		return nil
	}
	return private.User().WriteFile(path, text)
}
