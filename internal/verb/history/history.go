// Package history is the verb `tare history`: it lists the runs in the store
// and shows one again, in any of the forms that `tare run` writes.
package history

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"tare/internal/host/terminal"
	"tare/internal/record"
	"tare/internal/report/benchtext"
	"tare/internal/report/page"
	"tare/internal/report/table"
	"tare/internal/store"
	"tare/internal/summary"
	"tare/internal/unit"
	"tare/internal/verb/cli"
)

type options struct {
	store  string
	filter store.Filter
	since  time.Duration
	json   bool
	format string
	html   string
}

// Command returns the verb.
func Command() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "history [flags] [run]",
		Short: "List stored runs, or show one again",
		Long: `History lists the runs in the store, newest first. With the id of a run, a
beginning of it, or "latest", it shows that run again.

Exit status: 0 fine, 2 usage or no such run, 5 the store cannot be used.`,
		Example: `  tare history                        the newest runs
  tare history latest                 the last run's table
  tare history -format=bench 20261121 >old.txt`,
		Args: cobra.MaximumNArgs(1),
		RunE: cli.Verb(func(cmd *cobra.Command, args []string) error {
			return o.run(cmd.Context(), args, cmd.OutOrStdout())
		}),
	}
	f := cmd.Flags()
	f.StringVar(&o.store, "store", "", "`file` of the store (default: $TARE_DB, or tare.db in the user's data folder)")
	f.IntVarP(&o.filter.Limit, "limit", "n", 20, "list at most `n` runs")
	f.StringVar(&o.filter.Module, "module", "", "only runs of the module with this `path`")
	f.StringVar(&o.filter.Package, "package", "", "only runs with results of the package with this `path`")
	f.StringVar(&o.filter.Benchmark, "bench", "", "only runs with results of the benchmark with this `name`")
	f.DurationVar(&o.since, "since", 0, "only runs that started within the last `d`")
	f.BoolVar(&o.json, "json", false, "write JSON")
	f.StringVar(&o.format, "format", "table", "show a run as `table`, bench or json")
	f.StringVar(&o.html, "html", "", "write the run's page with charts to `file`")
	return cmd
}

func (o *options) run(ctx context.Context, args []string, w io.Writer) error {
	path := o.store
	if path == "" {
		var err error
		if path, err = store.DefaultPath(os.Getenv); err != nil {
			return err
		}
	}
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return cli.Errorf(cli.Usage, "`tare run` makes one; -store names another file", "no store at %s", path)
	}
	s, err := store.Open(ctx, path)
	if err != nil {
		return err
	}
	defer s.Close()
	if len(args) == 0 {
		return o.list(ctx, s, w)
	}
	run, err := s.Load(ctx, args[0])
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrAmbiguous) {
		return cli.Errorf(cli.Usage, "`tare history` lists the runs there are", "%w", err)
	}
	if err != nil {
		return err
	}
	return o.show(run, w)
}

func (o *options) list(ctx context.Context, s *store.Store, w io.Writer) error {
	if o.since > 0 {
		o.filter.Since = time.Now().Add(-o.since)
	}
	runs, err := s.Runs(ctx, o.filter)
	if err != nil {
		return err
	}
	if o.json {
		return cli.WriteJSON(w, runs)
	}
	if len(runs) == 0 {
		_, err := fmt.Fprintln(w, "no runs")
		return err
	}
	tw := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprintln(tw, "run\tstarted\ttook\tmodule\trevision\tgo\tbenchmarks\ttrials\tfailed")
	for _, h := range runs {
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s\t%d\t%d\t%d\n", h.ID, h.Started.Local().Format("2006-01-02 15:04"),
			took(h), h.Module, revision(h), strings.TrimPrefix(h.GoVersion, "go"), h.Benchmarks, h.Trials, h.Failures)
	}
	return tw.Flush()
}

func took(h store.Header) string {
	if d, ok := h.Duration(); ok {
		return unit.Duration(d)
	}
	return "unfinished"
}

// revision is the short commit, with a + when the tree had changes.
func revision(h store.Header) string {
	if h.VCS != record.Measured {
		return "?"
	}
	short := h.Revision[:min(8, len(h.Revision))]
	if h.Dirty {
		short += "+"
	}
	return short
}

// show writes one run. Its summaries were stored; a run that was killed has
// none, so they are computed again from its trials.
func (o *options) show(run record.Run, w io.Writer) error {
	if run.Finished.IsZero() {
		run.Summaries = summary.All(run)
	}
	if o.html != "" {
		f, err := os.Create(o.html)
		if err != nil {
			return err
		}
		if err := errors.Join(page.Write(f, run), f.Close()); err != nil {
			return err
		}
	}
	format := o.format
	if o.json {
		format = "json"
	}
	switch format {
	case "table":
		width, tty := terminal.Width(w)
		return table.Write(w, run, table.Options{Width: width, Color: tty && terminal.Color()})
	case "json":
		return cli.WriteJSON(w, run)
	case "bench":
		return benchtext.Write(w, run, summary.Values)
	}
	return cli.Errorf(cli.Usage, "", "-format %q: table, bench or json", o.format)
}
