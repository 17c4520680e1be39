package flags

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tare/internal/cli/command"
	"tare/internal/engine/exit"
	"tare/internal/report/comparisons"
	"tare/internal/report/runs"
)

// Listing is which rows tables and pages have, and in which order: -sort and -only. What
// is written for programs always has everything, as it was measured.
type Listing struct {
	sort, only string
	rank       string
	orders     []string // that -sort can name
}

// The values that the flags can have, those of -sort for runs and for comparisons.
var (
	runOrders  = []string{string(runs.ByName), string(runs.ByTime)}
	allOrders  = []string{string(comparisons.ByChange), string(comparisons.ByName), string(comparisons.ByTime)}
	selections = []string{string(comparisons.Changed)}
)

// AddToRun defines -sort and -rank for a verb that shows runs.
func (l *Listing) AddToRun(cmd *cobra.Command) {
	l.sorting(cmd, runOrders)
	l.AddRank(cmd)
}

// AddRank defines -rank, of which only runs know.
func (l *Listing) AddRank(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&l.rank, "rank", "", "rank benchmarks whose names differ only in one `element`: the last of them, KEY of KEY=VALUE, or the number of one behind the first /")
	f.Lookup("rank").NoOptDefVal = string(runs.ByLast)
}

// AddTo defines the flags for a verb that shows comparisons.
func (l *Listing) AddTo(cmd *cobra.Command) {
	l.sorting(cmd, allOrders)
	cmd.Flags().StringVar(&l.only, "only", "", "list only the benchmarks that `changed`: what is slower, faster or invalid; the result counts all")
	command.Complete(cmd, "only", command.OneOf(selections...))
}

func (l *Listing) sorting(cmd *cobra.Command, orders []string) {
	l.orders = orders
	usage := "list benchmarks of a package by `" + strings.Join(orders, "|") + "`"
	if slices.Contains(orders, string(comparisons.ByChange)) {
		usage += ", the largest change first"
	}
	cmd.Flags().StringVar(&l.sort, "sort", "", usage+", the longest time first (default: as they were measured)")
	command.Complete(cmd, "sort", command.OneOf(orders...))
}

// check returns a usage error for a value that there is not.
func (l *Listing) check() error {
	if err := oneOf("-sort", l.sort, l.orders); err != nil {
		return err
	}
	return oneOf("-only", l.only, selections)
}

// oneOf returns a usage error for a value of a flag that is neither empty nor among the names.
func oneOf(flag, value string, names []string) error {
	if value == "" || slices.Contains(names, value) {
		return nil
	}
	return exit.Errorf(exit.Usage, "write "+flag+"="+strings.Join(names, " or "+flag+"="), "%s %q: no such value", flag, value)
}

// Comparison returns what was asked for of a comparison. Its error is a usage error.
func (l *Listing) Comparison() (comparisons.Options, error) {
	if l.rank != "" {
		return comparisons.Options{}, exit.Errorf(exit.Usage, "rank the run of one side", "-rank is for runs")
	}
	return comparisons.Options{Sort: comparisons.Order(l.sort), Only: comparisons.Filter(l.only)}, l.check()
}

// None returns a usage error when something was asked for of a result that is always shown
// as a whole.
func (l *Listing) None(what string) error {
	for _, f := range []struct{ name, value string }{{"sort", l.sort}, {"only", l.only}, {"rank", l.rank}} {
		if f.value != "" {
			return exit.Errorf(exit.Usage, "leave it out", "-%s=%s: a %s is shown as a whole", f.name, f.value, what)
		}
	}
	return nil
}

// Run returns what was asked for of a run. Its error is a usage error.
func (l *Listing) Run() (runs.Options, error) {
	err := l.check()
	switch {
	case err != nil:
	case l.only != "":
		err = exit.Errorf(exit.Usage, "name a comparison", "-only=%s: nothing changes within a run", l.only)
	case l.sort == string(comparisons.ByChange):
		err = exit.Errorf(exit.Usage, "-sort=name and -sort=time are for runs", "-sort=%s: nothing changes within a run", l.sort)
	}
	return runs.Options{Sort: runs.Order(l.sort), Rank: runs.Ranking(l.rank)}, err
}
