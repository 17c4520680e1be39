package importtest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// reservedCalls are calls that only some packages may make, because what they do for
// all others would be forgotten elsewhere.
var reservedCalls = []struct {
	call   *regexp.Regexp
	within []string // patterns of packages that are looked at
	except []string // patterns of packages that may
	advice string
}{{
	call:   regexp.MustCompile(`\bos\.Args\b`),
	within: words("internal/..."), except: words("internal/cli/command internal/host/syscalls"),
	advice: "command lines hold secrets: use command.CommandLine",
}, {
	call:   regexp.MustCompile(`\bos\.(Create|CreateTemp|MkdirTemp|Mkdir|MkdirAll|WriteFile|OpenFile|Symlink|Rename|Remove|RemoveAll)\(`),
	within: words("internal/cli/... internal/engine/... internal/measure/build internal/measure/hook internal/store internal/machine/journal internal/trace/recorder internal/measure/trial internal/host/git"),
	except: words("internal/machine/journal"), // root's own; see private.Own
	advice: "under sudo the file would be root's: use internal/host/invoker, or internal/host/private for what is read back",
}, {
	call:   regexp.MustCompile(`\b(elf|buildinfo|macho|pe|gosym|dwarf)\.(NewFile|Open|Read|ReadFile|New|NewTable)\(|\.DynamicSymbols\(|\bf\.Symbols\(\)`),
	within: words("internal/..."), except: words("internal/read/elffile internal/lab/programs/clflush"), // the latter reads itself, and stands alone
	advice: "a file can claim any size: use internal/read/elffile, which reads no more than there is",
}, {
	call:   regexp.MustCompile(`\bos\.(Open|ReadFile)\(`),
	within: words("internal/cli/... internal/engine/... internal/measure/build internal/measure/hook internal/store internal/host/git"),
	advice: "under sudo a link in the user's folder would lead to root's file: use internal/host/files",
}}

func TestCalls(t *testing.T) {
	root := os.DirFS("../../..")
	err := fs.WalkDir(root, "internal", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(root, name)
		pkg := filepath.ToSlash(filepath.Dir(name))
		for _, r := range reservedCalls {
			if !matchesAny(r.within, pkg) || matchesAny(r.except, pkg) {
				continue
			}
			for n, line := range strings.Split(string(text), "\n") {
				code, _, _ := strings.Cut(line, "//")
				if found := r.call.FindString(code); found != "" {
					t.Errorf("%s:%d: %s: %s", name, n+1, found, r.advice)
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
