package flags

import (
	"go/version"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"tare/internal/engine/exit"
)

// Setting is one condition that a variant has to itself.
type Setting struct{ Key, Value string }

// String is the setting as it is typed and recorded: "gogc=50".
func (s Setting) String() string { return s.Key + "=" + s.Value }

// Conditions are those that one variant is built and runs under, as typed.
type Conditions struct {
	Box       Cell
	Build     Build
	Toolchain string // for GOTOOLCHAIN; empty for what the go command picks
}

// key is a condition that can be set for one variant. Apply changes the conditions,
// or says what is wrong with the value.
type key struct {
	name, usage string
	build       bool // it makes another test binary
	apply       func(c *Conditions, value string) error
}

// keys have the same meaning as the flags of the same name, which hold for all
// variants.
var keys = []key{
	{"env", "add `KEY=VALUE` to its environment; may be repeated", false, func(c *Conditions, s string) error {
		c.Box.Env = append(slices.Clip(c.Box.Env), s)
		return nil
	}},
	{"gogc", "set its GOGC to `percent` or off", false, setGOGC},
	{"gomemlimit", "set its GOMEMLIMIT to `bytes`, such as 512MiB, or off", false, setGOMEMLIMIT},
	{"gomaxprocs", "set its GOMAXPROCS to `n`", false, func(c *Conditions, s string) (err error) {
		if c.Box.GOMAXPROCS, err = strconv.Atoi(s); err != nil || c.Box.GOMAXPROCS < 1 {
			return exit.Errorf(exit.Usage, "", "gomaxprocs %q: not a positive number", s)
		}
		return nil
	}},
	{"quota", "CPU `quota` of its cell", false, func(c *Conditions, s string) error { c.Box.Quota = s; return nil }},
	{"cpus", "`list` of CPUs to run it on", false, func(c *Conditions, s string) error { c.Box.CPUs = s; return nil }},
	{"memory", "memory limit of its cell in `bytes`", false, func(c *Conditions, s string) error { c.Box.Memory = s; return nil }},
	{"weight", "CPU `weight` of its cell, 1 to 10000; others have 100", false, func(c *Conditions, s string) error { c.Box.Weight = s; return nil }},
	{"tags", "its build `tags`", true, func(c *Conditions, s string) error { c.Build.Tags = s; return nil }},
	{"gcflags", "`flags` for its compiler", true, func(c *Conditions, s string) error { c.Build.GCFlags = s; return nil }},
	{"ldflags", "`flags` for its linker", true, func(c *Conditions, s string) error { c.Build.LDFlags = s; return nil }},
	{"pgo", "profile `file` for its profile-guided optimization", true, func(c *Conditions, s string) error { c.Build.PGO = s; return nil }},
	{"go", "Go `version` to build it with, such as 1.26.0", true, setToolchain},
}

// setGOGC takes what the runtime does (readGOGC in runtime/mgcpacer.go), which
// takes everything else for 100.
func setGOGC(c *Conditions, s string) error {
	if _, err := strconv.ParseUint(s, 10, 31); err != nil && s != "off" {
		return exit.Errorf(exit.Usage, "write a percentage such as 50, without a sign, or off", "gogc %q: not a percentage", s)
	}
	c.Box.Env = append(slices.Clip(c.Box.Env), "GOGC="+s)
	return nil
}

func setGOMEMLIMIT(c *Conditions, s string) error {
	if s != "off" {
		bytes, err := Bytes("gomemlimit", s)
		if err != nil {
			return err
		}
		s = strconv.FormatInt(bytes, 10) // the runtime knows no MB
	}
	c.Box.Env = append(slices.Clip(c.Box.Env), "GOMEMLIMIT="+s)
	return nil
}

// setToolchain takes a release. A language version such as go1.25 is none since
// Go 1.21.
func setToolchain(c *Conditions, s string) error {
	name := s
	if s != "local" {
		name = "go" + strings.TrimPrefix(s, "go")
		if !version.IsValid(name) || version.Compare(name, "go1.21") >= 0 && version.Lang(name) == name {
			return exit.Errorf(exit.Usage, "write a release such as 1.26.0 or 1.27rc1, or local", "go %q: not a version of Go", s)
		}
	}
	c.Toolchain = name
	return nil
}

// Apply changes the conditions by a setting.
func (c *Conditions) Apply(s Setting) error {
	i := slices.IndexFunc(keys, func(k key) bool { return k.name == s.Key })
	if i < 0 {
		return exit.Errorf(exit.Usage, keyHint(), "there is no setting %q", s.Key)
	}
	return keys[i].apply(c, s.Value)
}

// OfBuild reports whether the setting makes another test binary.
func (s Setting) OfBuild() bool {
	return slices.ContainsFunc(keys, func(k key) bool { return k.name == s.Key && k.build })
}

// Locate makes the names of files absolute, which are relative to cwd.
func (c *Conditions) Locate(cwd string) (err error) {
	if c.Build.PGO, err = local(c.Build.PGO, cwd, "auto", "off"); err == nil {
		c.Build.ModFile, err = local(c.Build.ModFile, cwd)
	}
	return err
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
