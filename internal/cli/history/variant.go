package history

import (
	"slices"
	"strings"

	"tare/internal/engine/exit"
	"tare/internal/record"
)

// ofVariant returns what a comparison measured of the variant with this name as
// if a run of its own had measured it. It has no summaries.
func ofVariant(c record.Comparison, name string) (record.Run, error) {
	i := slices.IndexFunc(c.Variants, func(v record.Variant) bool { return v.Name == name })
	if i < 0 {
		var names []string
		for _, v := range c.Variants {
			names = append(names, v.Name)
		}
		return record.Run{}, exit.Errorf(exit.Usage, "name one with -variant: "+strings.Join(names, ", "),
			"this format holds one variant; %s has no variant %q", c.ID, name)
	}
	return c.AsRun(i), nil
}
