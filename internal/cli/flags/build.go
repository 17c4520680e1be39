package flags

import (
	"fmt"

	"github.com/spf13/pflag"
)

// Build are the build flags, which go to the go command as they are.
type Build struct {
	Tags, GCFlags, LDFlags, Mod, ModFile, PGO string
	Race, TrimPath                            bool
}

// Register declares the flags that have the same meaning for all verbs: all but
// -trimpath.
func (b *Build) Register(f *pflag.FlagSet) {
	f.StringVar(&b.Tags, "tags", "", "build `tags`")
	f.StringVar(&b.GCFlags, "gcflags", "", "`flags` for the compiler")
	f.StringVar(&b.LDFlags, "ldflags", "", "`flags` for the linker")
	f.StringVar(&b.Mod, "mod", "", "module download mode `readonly|vendor|mod`")
	f.StringVar(&b.ModFile, "modfile", "", "alternative go.mod `file`")
	f.StringVar(&b.PGO, "pgo", "", "profile `file` for profile-guided optimization")
	f.BoolVar(&b.Race, "race", false, "build with the race detector")
}

// List returns the flags as arguments.
func (b Build) List() []string {
	var list []string
	for _, f := range []struct{ name, value string }{
		{"tags", b.Tags}, {"gcflags", b.GCFlags}, {"ldflags", b.LDFlags}, {"mod", b.Mod}, {"modfile", b.ModFile}, {"pgo", b.PGO},
	} {
		if f.value != "" {
			list = append(list, fmt.Sprintf("-%s=%s", f.name, f.value))
		}
	}
	if b.Race {
		list = append(list, "-race")
	}
	if b.TrimPath {
		list = append(list, "-trimpath")
	}
	return list
}
