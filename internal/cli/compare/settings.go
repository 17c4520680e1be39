package compare

import (
	"fmt"
	"go/version"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"tare/internal/cli/flags"
	"tare/internal/engine/exit"
)

// setting is one condition that a variant has to itself.
type setting struct{ key, value string }

func (s setting) String() string { return s.key + "=" + s.value }

// key is a condition that can be set for one variant. Apply changes the variant,
// or says what is wrong with the value.
type key struct {
	name, usage string
	build       bool // it makes another test binary
	apply       func(v *variant, value string) error
}

// keys have the same meaning as the flags of the same name, which hold for all
// variants.
var keys = []key{
	{"env", "add `KEY=VALUE` to its environment; may be repeated", false, func(v *variant, s string) error {
		v.box.Env = append(slices.Clip(v.box.Env), s)
		return nil
	}},
	{"gogc", "`percent` or off: its GOGC", false, setGOGC},
	{"gomemlimit", "`bytes`, such as 512MiB, or off: its GOMEMLIMIT", false, setGOMEMLIMIT},
	{"gomaxprocs", "`n`: its GOMAXPROCS", false, func(v *variant, s string) (err error) {
		if v.box.GOMAXPROCS, err = strconv.Atoi(s); err != nil || v.box.GOMAXPROCS < 1 {
			return exit.Errorf(exit.Usage, "", "gomaxprocs %q: not a positive number", s)
		}
		return nil
	}},
	{"quota", "CPU `quota` of its cell", false, func(v *variant, s string) error { v.box.Quota = s; return nil }},
	{"cpus", "`list` of CPUs to run it on", false, func(v *variant, s string) error { v.box.CPUs = s; return nil }},
	{"memory", "memory limit of its cell in `bytes`", false, func(v *variant, s string) error { v.box.Memory = s; return nil }},
	{"tags", "its build `tags`", true, func(v *variant, s string) error { v.build.Tags = s; return nil }},
	{"gcflags", "`flags` for its compiler", true, func(v *variant, s string) error { v.build.GCFlags = s; return nil }},
	{"ldflags", "`flags` for its linker", true, func(v *variant, s string) error { v.build.LDFlags = s; return nil }},
	{"pgo", "profile `file` for its profile-guided optimization", true, func(v *variant, s string) error { v.build.PGO = s; return nil }},
	{"go", "Go `version` to build it with, such as 1.26.0", true, setToolchain},
}

// setGOGC takes what the runtime does (readGOGC in runtime/mgcpacer.go), which
// takes everything else for 100.
func setGOGC(v *variant, s string) error {
	if _, err := strconv.ParseUint(s, 10, 31); err != nil && s != "off" {
		return exit.Errorf(exit.Usage, "write a percentage such as 50, without a sign, or off", "gogc %q: not a percentage", s)
	}
	v.box.Env = append(slices.Clip(v.box.Env), "GOGC="+s)
	return nil
}

func setGOMEMLIMIT(v *variant, s string) error {
	if s != "off" {
		bytes, err := flags.Bytes("gomemlimit", s)
		if err != nil {
			return err
		}
		s = strconv.FormatInt(bytes, 10) // the runtime knows no MB
	}
	v.box.Env = append(slices.Clip(v.box.Env), "GOMEMLIMIT="+s)
	return nil
}

// setToolchain takes a release. A language version such as go1.25 is none since
// Go 1.21.
func setToolchain(v *variant, s string) error {
	name := s
	if s != "local" {
		name = "go" + strings.TrimPrefix(s, "go")
		if !version.IsValid(name) || version.Compare(name, "go1.21") >= 0 && version.Lang(name) == name {
			return exit.Errorf(exit.Usage, "write a release such as 1.26.0 or 1.27rc1, or local", "go %q: not a version of Go", s)
		}
	}
	v.toolchain = name
	return nil
}

// setUp applies the settings to the variant, and resolves what it then consists of.
func (v *variant) setUp(settings []setting, cwd string) error {
	for _, s := range settings {
		i := slices.IndexFunc(keys, func(k key) bool { return k.name == s.key })
		if i < 0 {
			return exit.Errorf(exit.Usage, keyHint(), "%s: there is no setting %q", v.Name, s.key)
		}
		if v.side.kind.measured() || v.side.kind == sideBinary && keys[i].build {
			return exit.Errorf(exit.Usage, "", "%s is %s: %s cannot be set any more", v.Name, v.side.kind, s)
		}
		if err := keys[i].apply(v, s.value); err != nil {
			return fmt.Errorf("%s: %w", v.Name, err)
		}
		v.Settings = append(v.Settings, s.String())
	}
	if v.side.kind.measured() {
		return nil // whatever it was built and run with
	}
	v.build.TrimPath = true
	var err error
	if v.box.Env, err = recall(v.box.Env); err != nil {
		return fmt.Errorf("%s: %w", v.Name, err)
	}
	if v.build.PGO, err = local(v.build.PGO, cwd, "auto", "off"); err == nil {
		v.build.ModFile, err = local(v.build.ModFile, cwd)
	}
	if err == nil {
		v.Cell, v.limits, err = v.box.Resolve()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", v.Name, err)
	}
	v.Flags = v.build.List()
	return nil
}

// local makes a file's name absolute: to the go command it would be one beside the
// code that it builds. Words that are no names stay.
func local(name, cwd string, words ...string) (string, error) {
	if name == "" || slices.Contains(words, name) {
		return name, nil
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(cwd, name)
	}
	if _, err := os.Stat(name); err != nil {
		return "", exit.Errorf(exit.Usage, "", "%w", err)
	}
	return name, nil
}

func keyHint() string {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.name
	}
	return "settings are " + strings.Join(names, ", ")
}
