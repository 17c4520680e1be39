package compare

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"tare/internal/cli/flags"
	engine "tare/internal/engine/compare"
	"tare/internal/engine/exit"
	"tare/internal/store"
)

// common is what all variants have in common unless their settings say otherwise.
type common struct {
	flags.Conditions
	commits []string // by variant, in place of the revisions that they name; "" or missing for others
}

// variants turns the command line into variants, the first of which is the base,
// and package patterns. Either all or none of them have results already. Every
// error is a usage error.
func variants(ctx context.Context, f flags.Sides, args []string, cwd string, c common) ([]engine.Variant, []string, error) {
	old, next, patterns, implied, err := splitArguments(args)
	if err != nil {
		return nil, nil, err
	}
	if implied && engine.IsStored(old) {
		next, implied = store.NameMark+store.Latest, false
	}
	names, settings := []string{old, next}, [][]flags.Setting{f.Old, f.New}
	for _, text := range f.Further {
		name, s, err := flags.ParseVariant(text)
		if err != nil {
			return nil, nil, err
		}
		names, settings = append(names, name), append(settings, s)
	}
	list, err := engine.Find(ctx, cwd, names, c.commits)
	if err != nil {
		return nil, nil, err
	}
	for i := range list {
		if err := setUp(&list[i], c.Conditions, settings[i], cwd); err != nil {
			return nil, nil, err
		}
	}
	if implied && old == next && slices.Equal(list[0].Settings, list[1].Settings) {
		return nil, nil, exit.Errorf(exit.Usage, "name two sides, or conditions for one of them such as -new-gogc=50; to compare a side with itself, name it twice",
			"%s is the working tree: it would be compared with itself", old)
	}
	if err := engine.Check(list, patterns); err != nil {
		return nil, nil, err
	}
	if len(patterns) == 0 && !list[0].From.Kind.Measured() {
		patterns = []string{"."}
	}
	return list, patterns, nil
}

// setUp applies the settings to what v has in common with the others, and fills in what
// it then consists of. Results that exist already are whatever they were built and run
// with.
func setUp(v *engine.Variant, c flags.Conditions, settings []flags.Setting, cwd string) error {
	kind := v.From.Kind
	for _, s := range settings {
		if kind.Measured() || kind == engine.Binary && s.OfBuild() {
			return exit.Errorf(exit.Usage, "", "%s is %s: it is too late to set %s", v.Name, kind, s)
		}
		if err := c.Apply(s); err != nil {
			return fmt.Errorf("%s: %w", v.Name, err)
		}
		v.Settings = append(v.Settings, s.String())
	}
	if kind.Measured() {
		return nil
	}
	c.Build.TrimPath = true
	var err error
	if c.Box.Env, err = engine.Recall(c.Box.Env); err == nil {
		err = c.Locate(cwd)
	}
	if err == nil {
		v.Cell, v.Limits, err = c.Box.Resolve()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", v.Name, err)
	}
	v.Flags, v.Toolchain = c.Build.List(), c.Toolchain
	v.Env, v.BuildEnv, v.Environ = c.Box.Env, c.Box.BuildEnvironment(), c.Box.Environment
	return nil
}

// splitArguments tells sides from package patterns: OLD [NEW] [packages]. One side
// alone is compared with the working tree, which implied says.
func splitArguments(args []string) (old, next string, patterns []string, implied bool, err error) {
	isPattern := func(s string) bool { return strings.Contains(s, "...") }
	switch {
	case len(args) == 0:
		err = exit.Errorf(exit.Usage, engine.SideHint, "nothing to compare: name a side, to compare it with the working tree, or two")
	case isPattern(args[0]):
		err = exit.Errorf(exit.Usage, fmt.Sprintf("name a side first: tare compare HEAD %s", args[0]), "%s names packages, not a side", args[0])
	case len(args) == 1 || isPattern(args[1]):
		old, next, patterns, implied = args[0], ".", args[1:], true
	default:
		old, next, patterns = args[0], args[1], args[2:]
	}
	return old, next, patterns, implied, err
}
