package compare

import (
	"context"
	"fmt"
	"slices"

	"tare/internal/cli/flags"
	"tare/internal/engine/exit"
	"tare/internal/host/git"
	"tare/internal/measure/build"
	"tare/internal/measure/cell"
	"tare/internal/record"
)

// variant is one of the things compared, from its command line to its test
// binaries.
type variant struct {
	record.Variant
	side      side
	box       flags.Cell
	build     flags.Build
	toolchain string // for GOTOOLCHAIN; empty for what the go command picks
	limits    cell.Limits

	// The workshop fills these.
	binaries map[string][]build.Binary // by package key; one for each layout
	env      []string                  // whole environment of its processes
	code     *code
}

// common is what all variants have in common unless their settings say otherwise.
type common struct {
	box     flags.Cell
	build   flags.Build
	commits []string // by variant, in place of the revisions that they name; "" or missing for others
}

// side is what parseSide says, or the commit that an earlier session had.
func (c common) side(ctx context.Context, i int, name, cwd string) (side, error) {
	if i >= len(c.commits) || c.commits[i] == "" {
		return parseSide(ctx, name, cwd)
	}
	commit, err := git.Resolve(ctx, cwd, c.commits[i])
	if err != nil {
		return side{}, exit.Errorf(exit.Usage, "fetch it", "%s was %s: %w", name, c.commits[i], err)
	}
	return side{name, sideRevision, commit}, nil
}

// variants turns the command line into variants, the first of which is the base,
// and package patterns. Either all or none of them have results already. Every
// error is a usage error.
func (f *sideFlags) variants(ctx context.Context, args []string, cwd string, c common) ([]variant, []string, error) {
	old, next, patterns, implied, err := splitArguments(args)
	if err != nil {
		return nil, nil, err
	}
	names, settings := []string{old, next}, [][]setting{f.old, f.next}
	for _, text := range f.further {
		name, s, err := parseVariant(text)
		if err != nil {
			return nil, nil, err
		}
		names, settings = append(names, name), append(settings, s)
	}
	list := make([]variant, len(names))
	for i, name := range names {
		list[i] = variant{Variant: record.Variant{Name: variantName(i), Role: record.Contender, Side: name}, box: c.box, build: c.build}
		if list[i].side, err = c.side(ctx, i, name, cwd); err == nil {
			err = list[i].setUp(settings[i], cwd)
		}
		if err != nil {
			return nil, nil, err
		}
		if list[i].side.kind == sideRevision {
			list[i].Commit = list[i].side.at
		}
	}
	list[0].Role = record.Base
	if implied && list[0].side == list[1].side && slices.Equal(list[0].Settings, list[1].Settings) {
		return nil, nil, exit.Errorf(exit.Usage, "name two sides, or conditions for one of them such as -new-gogc=50; to compare a side with itself, name it twice",
			"%s is the working tree, which it would be compared with", old)
	}
	if err := checkKinds(list, patterns); err != nil {
		return nil, nil, err
	}
	if len(patterns) == 0 && !list[0].side.kind.measured() {
		patterns = []string{"."}
	}
	return list, patterns, nil
}

func variantName(i int) string {
	switch i {
	case 0:
		return "old"
	case 1:
		return "new"
	}
	return fmt.Sprintf("new%d", i)
}

// checkKinds checks whether the sides and the packages go together.
func checkKinds(list []variant, patterns []string) error {
	base := list[0]
	sources := false
	for _, v := range list {
		if v.side.kind.measured() != base.side.kind.measured() {
			return exit.Errorf(exit.Usage, "name both sides, and either results for all of them or none", "%s (%s) is %s, %s (%s) is %s: results can only be compared with results",
				base.Name, base.Side, base.side.kind, v.Name, v.Side, v.side.kind)
		}
		sources = sources || v.side.kind == sideRevision || v.side.kind == sideDirectory
	}
	if len(patterns) > 0 && !sources {
		return exit.Errorf(exit.Usage, "packages are for revisions and directories; name a third side with -variant", "%q would be packages, and %s is %s",
			patterns, base.Side, base.side.kind)
	}
	return nil
}

// floors returns the base once more, for what differs there is error: as a copy of
// its binaries and, unless those were given, as its code linked in another order.
func floors(base variant) []variant {
	again := func(role record.Role) variant {
		v := base
		v.Name, v.Role = string(role), role
		return v
	}
	if base.side.kind == sideBinary {
		return []variant{again(record.Copy)}
	}
	return []variant{again(record.Copy), again(record.Relinked)}
}
