// Package history is the verb `tare history`: it lists the runs and comparisons
// in the store, shows one again in any of the forms that `tare run` and
// `tare compare` write, and deletes one, or all that are old.
package history

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"tare/internal/cli/command"
	"tare/internal/cli/flags"
	"tare/internal/engine/exit"
	"tare/internal/store"
)

type options struct {
	store  string
	filter store.Filter
	since  time.Duration
	delete bool

	vacuum, dryRun bool
	keep           string

	detail                flags.Detail
	json                  bool
	format, variant, html string
}

// Command returns the verb.
func Command() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "history [flags] [id]",
		Short: "List stored runs and comparisons, or show one again",
		Long: `History lists the runs and comparisons in the store, newest first. With the id
of one, a beginning of it, or "latest", it shows that one again; with -bench,
that benchmark of it.

-vacuum with -keep deletes all but the newest, and gives the space back. What
is unfinished stays for 30 days: it may be under way, or go on with
'tare compare -resume'.

Exit status: 0 fine, 2 usage or no such id, 5 the store cannot be used.`,
		Example: `  tare history                                   the newest runs and comparisons
  tare history latest                            the last one's table
  tare history -format=bench 20261121 >old.txt   a run's results, for benchstat
  tare history -variant=new latest >new.txt      one side of a comparison, likewise
  tare history -format=markdown latest           a comparison for a pull request
  tare history -vacuum -keep=90d                 only the last 90 days stay in the store`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: o.complete,
		RunE: command.Verb(func(cmd *cobra.Command, args []string) error {
			return o.run(cmd.Context(), args, cmd.OutOrStdout())
		}),
	}
	f := cmd.Flags()
	f.StringVar(&o.store, "store", "", "`file` of the store (default: $TARE_DB, or tare.db in the user's data folder)")
	f.IntVarP(&o.filter.Limit, "limit", "n", 20, "list at most `n`")
	f.StringVar(&o.filter.Module, "module", "", "list only those of the module with this `path`")
	f.StringVar(&o.filter.Package, "package", "", "list only those with results of the package with this `path`, or show only that")
	f.StringVar(&o.filter.Benchmark, "bench", "", "list only those with results of the benchmark with this `name` or its sub-benchmarks, or show only that")
	f.DurationVar(&o.since, "since", 0, "list only those that started within the last `d`")
	o.detail.AddTo(f)
	f.BoolVar(&o.json, "json", false, "write JSON")
	f.StringVar(&o.format, "format", "table", "show it as `what`: table, bench, json, or a comparison as markdown")
	f.StringVar(&o.variant, "variant", "", "show the results of the variant with this `name` of a comparison (old, new, …) in the Go benchmark format")
	f.StringVar(&o.html, "html", "", "write its page with charts to `file`")
	f.BoolVar(&o.delete, "delete", false, "delete the run or comparison with this very id")
	f.BoolVar(&o.vacuum, "vacuum", false, "delete what -keep does not keep, if given, and give the space back")
	f.StringVar(&o.keep, "keep", "", "with -vacuum, keep the `newest`: so many (100), or those of the last days, weeks or hours (90d, 12w, 36h)")
	f.BoolVar(&o.dryRun, "dry-run", false, "with -vacuum, say what would be deleted; change nothing")
	return cmd
}

func (o *options) run(ctx context.Context, args []string, w io.Writer) error {
	if o.delete && len(args) == 0 {
		return exit.Errorf(exit.Usage, "`tare history` lists the ids there are", "-delete needs an id")
	}
	if err := o.checkVacuum(args); err != nil {
		return err
	}
	if o.keep != "" {
		if _, err := parseKeep(o.keep, time.Now()); err != nil {
			return err
		}
	}
	s, err := o.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	switch {
	case o.vacuum:
		return o.shrink(ctx, s, w)
	case len(args) == 0:
		return o.list(ctx, s, w)
	case o.delete:
		err = s.Delete(ctx, args[0])
	default:
		err = o.show(ctx, s, args[0], w)
	}
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrAmbiguous) {
		return exit.Errorf(exit.Usage, "`tare history` lists the ids there are", "%w", err)
	}
	return err
}

// open opens the store, which must exist.
func (o *options) open(ctx context.Context) (*store.Store, error) {
	path := o.store
	if path == "" {
		var err error
		if path, err = store.DefaultPath(os.Getenv); err != nil {
			return nil, err
		}
	}
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return nil, exit.Errorf(exit.Usage, "`tare run` makes one; -store names another file", "no store at %s", path)
	}
	return store.Open(ctx, path)
}
