package compare

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"tare/internal/engine/exit"
	"tare/internal/measure/build"
	"tare/internal/measure/cell"
	"tare/internal/record"
	"tare/internal/record/redact"
)

// Variant is one of the things compared: code, or results of it, and the conditions that
// it is built and runs under.
type Variant struct {
	record.Variant          // Name, Role, Side, Settings, Flags, Cell and Commit of it; the rest is filled in
	From           Side     // what Side stands for
	Toolchain      string   // for GOTOOLCHAIN; empty for what the go command picks
	BuildEnv       []string // KEY=VALUE for the go command
	Env            []string // KEY=VALUE that its processes have to themselves, secrets included
	// Environ is the whole environment of its processes, by that of the toolchain.
	Environ func(toolchain []string) []string
	Limits  cell.Limits

	// The workshop fills these.
	binaries map[string][]build.Binary // by package key; one for each layout
	env      []string                  // what Environ returned
	code     *code
}

// variantName is what the i-th variant is called: old, new, new2, …
func variantName(i int) string {
	switch i {
	case 0:
		return "old"
	case 1:
		return "new"
	}
	return fmt.Sprintf("new%d", i)
}

// Find finds the sides that a user in the directory cwd names, the first of which is
// the base. Commits are those of revisions in an earlier session, by variant; "" or
// missing for others. Its errors are usage errors.
func Find(ctx context.Context, cwd string, names, commits []string) ([]Variant, error) {
	variants := make([]Variant, len(names))
	for i, name := range names {
		v := &variants[i]
		v.Name, v.Role, v.Side = variantName(i), record.Contender, name
		var err error
		if i < len(commits) && commits[i] != "" {
			v.From, err = pinned(ctx, name, commits[i], cwd)
		} else {
			v.From, err = findSide(ctx, name, cwd)
		}
		if err != nil {
			return nil, err
		}
		if v.From.Kind == Revision {
			v.Commit = v.From.At
		}
	}
	variants[0].Role = record.Base
	return variants, nil
}

// Check checks whether the sides of variants and the package patterns go together:
// either all or none of them have results already. Its errors are usage errors.
func Check(variants []Variant, patterns []string) error {
	base := variants[0]
	sources := false
	for _, v := range variants {
		if v.From.Kind.Measured() != base.From.Kind.Measured() {
			return exit.Errorf(exit.Usage, "name both sides, and either results for all of them or none", "%s (%s) is %s, %s (%s) is %s: results can only be compared with results",
				base.Name, base.Side, base.From.Kind, v.Name, v.Side, v.From.Kind)
		}
		sources = sources || v.From.Kind == Revision || v.From.Kind == Directory
	}
	if len(patterns) > 0 && !sources {
		return exit.Errorf(exit.Usage, "packages are for revisions and directories; name a third side with -variant", "%q names packages, but %s is %s",
			patterns, base.Side, base.From.Kind)
	}
	return nil
}

// floors returns the base once more, for what differs there is error: as a copy of
// its binaries and, unless those were given, as its code linked in another order.
func floors(base Variant) []Variant {
	again := func(role record.Role) Variant {
		v := base
		v.Name, v.Role = string(role), role
		return v
	}
	if base.From.Kind == Binary {
		return []Variant{again(record.Copy)}
	}
	return []Variant{again(record.Copy), again(record.Relinked)}
}

// recorded is the variant as it is kept and shown: without the values of its
// environment, which can be secrets.
func (v Variant) recorded(salt redact.Salt) record.Variant {
	r := v.Variant
	r.Cell.Env = salt.All(v.Env)
	r.Flags = redact.Args(v.Flags)
	r.Settings = slices.Clone(v.Settings)
	for i, s := range r.Settings {
		if kv, ok := strings.CutPrefix(s, "env="); ok {
			r.Settings[i] = "env=" + salt.Env(kv)
		} else {
			r.Settings[i] = redact.Setting(s)
		}
	}
	return r
}

// sameCell reports whether two variants run under the same conditions, hidden
// values included.
func (v Variant) sameCell(w Variant) bool {
	return reflect.DeepEqual(v.Cell, w.Cell) && slices.Equal(v.Env, w.Env)
}
