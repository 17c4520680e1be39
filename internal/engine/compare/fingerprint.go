package compare

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"tare/internal/engine/exit"
	"tare/internal/host/files"
	"tare/internal/record"
	"tare/internal/record/redact"
)

// fingerprint fills in what tells the variants' test binaries from others. A copy
// is the base's.
func fingerprint(variants []Variant) error {
	for i := range variants {
		v := &variants[i]
		if v.Role == record.Copy {
			continue
		}
		v.Binaries = map[string]string{}
		for _, links := range v.binaries {
			for layout, b := range links {
				name := b.Package.ImportPath
				if len(links) > 1 {
					name = fmt.Sprintf("%s#%d", name, layout)
				}
				var err error
				if v.Binaries[name], err = hash(b.Path); err != nil {
					return fmt.Errorf("reading the test binary of %s: %w", name, err)
				}
			}
		}
	}
	return nil
}

// hash is the SHA-256 of a file.
func hash(path string) (string, error) {
	f, err := files.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// unchanged refuses to go on with anything but what was measured: it names what is
// not the same any more.
func unchanged(was []record.Variant, is []Variant, salt redact.Salt) error {
	if len(was) != len(is) {
		return fmt.Errorf("there were %d variants, copies and relinked ones included, and now there are %d", len(was), len(is))
	}
	for i, v := range is {
		was := was[i]
		was.Cell.Env = salt.All(was.Cell.Env) // an older tare did not hide it
		if what := changed(was, v.recorded(salt)); what != "" {
			return exit.Errorf(exit.Usage, "bring back what it was, or start a new comparison", "%s (%s) has changed since it was measured: %s", v.Name, v.Side, what)
		}
	}
	return nil
}

// changed says in which way a variant is not what it was; empty when it is.
func changed(was, is record.Variant) string {
	if was.Source.GoVersion != is.Source.GoVersion {
		return fmt.Sprintf("it was built with %s, and now with %s", was.Source.GoVersion, is.Source.GoVersion)
	}
	if conditions(was) != conditions(is) {
		return fmt.Sprintf("it ran under %s, and now under %s", conditions(was), conditions(is))
	}
	var differ []string
	names := maps.Clone(was.Binaries)
	if names == nil {
		names = map[string]string{}
	}
	maps.Copy(names, is.Binaries)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if was.Binaries[name] != is.Binaries[name] {
			differ = append(differ, name)
		}
	}
	if len(differ) == 0 {
		return ""
	}
	text := "the test binary of " + strings.Join(differ, ", ") + " has changed"
	if was, is := revision(was.Source), revision(is.Source); was != is {
		text += fmt.Sprintf("; the code was at %s and is at %s", was, is)
	}
	return text
}

// conditions are those of a variant's cell that were asked for.
func conditions(v record.Variant) string {
	c := v.Cell
	return fmt.Sprintf("quota %g/%dµs, CPUs %q, memory %d, weight %d, GOMAXPROCS %d, environment %q, ASLR %t", c.Quota, c.Period, c.CPUs, c.Memory, c.Weight, c.GOMAXPROCS, c.Env, c.ASLR)
}

func revision(s record.Source) string {
	switch {
	case s.VCSStatus != record.Measured || s.Revision == "":
		return "no known revision"
	case s.Dirty:
		return s.Revision + " with local changes"
	}
	return s.Revision
}

// sameToolchain refuses to take the difference of two toolchains for one of the
// code, unless the user wants just that.
func (e *engine) sameToolchain() error {
	base := e.variants[0]
	for _, v := range e.variants[1:] {
		if v.Source.GoVersion != base.Source.GoVersion && v.Toolchain == base.Toolchain && !slices.Contains(e.Across, "go") {
			return exit.Errorf(exit.Usage, "build both with one, such as -old-go=1.26.0 -new-go=1.26.0, or say -across=go",
				"%s (%s) is built with %s, and %s (%s) with %s", base.Name, base.Side, base.Source.GoVersion, v.Name, v.Side, v.Source.GoVersion)
		}
	}
	return nil
}
