// Package history is the verb `tare history`: it lists the runs, comparisons and sweeps
// in the store, shows one again in any of the forms that their verbs write, names one,
// and deletes some, or all that are old.
package history

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
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
	bench  string
	since  time.Duration
	delete bool
	save   string

	vacuum, dryRun bool
	keep           string

	detail                flags.Detail
	listing               flags.Listing
	json                  flags.JSON
	format, variant, html string
}

// What the verb is about on a command line.
const (
	theList = "the list of runs, comparisons and sweeps"
	one     = "one run, comparison or sweep that is shown again"
	removal = "-delete"
	naming  = "-save"
	vacuum  = "-vacuum"
)

var rules = flags.Rules{
	{Flags: "limit since module", Subjects: []string{theList}},
	{Flags: "bench package json", Subjects: []string{theList, one}},
	{Flags: "format variant html sort only rank", Subjects: []string{one}, Hint: "name the one by its id: `tare history` lists them"},
	{Flags: "keep", Needs: "vacuum", Why: "it says what that leaves"},
	{Flags: "dry-run", Needs: "vacuum", Hint: "tare history -vacuum -keep=90d -dry-run"},
	{Flags: "save", Subjects: []string{naming}},
	{Flags: "vacuum", Not: "delete", Hint: "delete it first, then give the space back"},
	{Flags: "json", Not: "format variant"},
}

// check completes the options, or says what does not go together.
func (o *options) check(cmd *cobra.Command, args []string) error {
	subject := one
	switch {
	case o.vacuum:
		subject = vacuum
	case o.delete:
		subject = removal
	case o.save != "":
		subject = naming
	case len(args) == 0:
		subject = theList
	}
	if err := rules.Check(cmd, subject); err != nil {
		return err
	}
	switch {
	case o.delete && len(args) == 0:
		return exit.Errorf(exit.Usage, idHint, "-delete needs an id")
	case o.save != "" && len(args) == 0:
		return exit.Errorf(exit.Usage, "tare history -save="+o.save+" latest", "-save needs the id of what to name")
	case len(args) > 1 && !o.delete && !o.vacuum:
		return exit.Errorf(exit.Usage, "only -delete takes several", "history shows one run, comparison or sweep at a time, not %d", len(args))
	case o.vacuum && len(args) > 0:
		return exit.Errorf(exit.Usage, "-delete deletes one; "+keepHint, "-vacuum cleans the whole store, but %q names one run", args)
	case o.keep != "":
		_, err := parseKeep(o.keep, time.Now())
		return err
	case o.save != "":
		if err := store.CheckName(o.save); err != nil {
			return exit.Errorf(exit.Usage, "", "-save: %w", err)
		}
	}
	return nil
}

// Command returns the verb.
func Command() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "history [flags] [id...]",
		Short: "List stored runs, comparisons and sweeps, or show one again",
		Long: `History lists the runs, comparisons and sweeps in the store, newest first. Given
an id, the beginning of one, "latest", or a name such as @baseline, it shows that
one again; with -bench, only those benchmarks of it.

-vacuum with -keep deletes all but the newest, and gives the space back. What
has a name stays, and what is unfinished stays for 30 days: it may still be
running, or continue with 'tare compare -resume'.

Exit status: 0 fine, 2 usage or no such id, 5 the store cannot be used.`,
		Example: `  tare history                                   the newest runs, comparisons and sweeps
  tare history latest                            the last one's table
  tare history -save=baseline latest             name it: tare history @baseline
  tare history -format=bench 20261121 >old.txt   a run's results, for benchstat
  tare history -variant=new latest >new.txt      one side of a comparison, likewise
  tare history -format=markdown latest           a comparison for a pull request
  tare history -delete latest 20261120           delete two
  tare history -vacuum -keep=90d                 only the last 90 days stay in the store`,
		ValidArgsFunction: o.complete,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(cmd, args); err != nil {
				return err
			}
			return o.run(cmd.Context(), args, cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.store, "store", "", "`file` of the store (default: $TARE_DB, or tare.db in the user's data folder)")
	f.IntVarP(&o.filter.Limit, "limit", "n", 20, "list at most `n`")
	f.StringVar(&o.filter.Module, "module", "", "list only those of the module with this `path`")
	f.StringVar(&o.filter.Package, "package", "", "list only those with results of the package with this `path`, or show only that")
	f.StringVar(&o.bench, "bench", "", "list only those with results of benchmarks that match `regexp`, or show only these")
	f.DurationVar(&o.since, "since", 0, "list only those that started within the last `d`")
	o.detail.AddTo(f)
	o.listing.AddTo(cmd)
	o.listing.AddRank(cmd)
	o.json.AddTo(f)
	f.StringVar(&o.format, "format", "table", "show it as `table|bench|csv|json|markdown`; markdown is not for runs")
	f.StringVar(&o.variant, "variant", "", "show one variant of a comparison, by its `name` (old, new, …), in the Go benchmark format")
	f.StringVar(&o.html, "html", "", "write its page with charts to `file`")
	f.StringVar(&o.save, "save", "", "give it this `name`; from then on, @name finds it")
	f.BoolVar(&o.delete, "delete", false, "delete the runs, comparisons and sweeps that the arguments name")
	f.BoolVar(&o.vacuum, "vacuum", false, "shrink the store's file; with -keep, first delete what it does not keep")
	f.StringVar(&o.keep, "keep", "", "with -vacuum, keep only the `newest`: a number of them (100), or those of the last days, weeks or hours (90d, 12w, 36h)")
	f.BoolVar(&o.dryRun, "dry-run", false, "with -vacuum, show what would be deleted; change nothing")
	command.Complete(cmd, "variant", command.OneOf("old", "new"))
	return cmd
}

const idHint = "`tare history` lists the ids and names there are"

func (o *options) run(ctx context.Context, args []string, w io.Writer) (err error) {
	if o.filter.Benchmark, err = flags.Benchmarks(o.bench); err != nil {
		return err
	}
	s, err := flags.OpenStore(ctx, o.store)
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
		err = remove(ctx, s, args, w)
	case o.save != "":
		err = o.name(ctx, s, args[0], w)
	default:
		err = o.show(ctx, s, args[0], w)
	}
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrAmbiguous) {
		return exit.Errorf(exit.Usage, idHint, "%w", err)
	}
	return err
}

// remove deletes all that ids name, or nothing when one of them names nothing.
func remove(ctx context.Context, s *store.Store, ids []string, w io.Writer) error {
	for i, id := range ids {
		found, _, err := s.Find(ctx, id)
		if err != nil {
			return err
		}
		ids[i] = found
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		if err := s.Delete(ctx, id); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w, "deleted", id); err != nil {
			return err
		}
	}
	return nil
}

// name gives what id names a name of its own.
func (o *options) name(ctx context.Context, s *store.Store, id string, w io.Writer) error {
	id, kind, err := s.Find(ctx, id)
	if err == nil {
		err = s.Name(ctx, id, o.save)
	}
	if err == nil {
		_, err = fmt.Fprintf(w, "%s %s is now %s%s\n", kind, id, store.NameMark, o.save)
	}
	return err
}
