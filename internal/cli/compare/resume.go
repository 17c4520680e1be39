package compare

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tare/internal/cli/command"
	"tare/internal/cli/delivery"
	"tare/internal/cli/flags"
	engine "tare/internal/engine/compare"
	"tare/internal/engine/exit"
	"tare/internal/record"
	"tare/internal/record/redact"
	"tare/internal/store"
)

// forResume are the flags that say how a comparison goes on. Everything else is as
// it was in its first session.
var forResume = []string{"for", "format", "html", "json", "markdown", "max-rounds", "max-time", "only", "out", "quiet", "resume", "save", "sort", "store", "verbose"}

// checkArguments checks the number of sides: a comparison that goes on has its own.
func (o *options) checkArguments(_ *cobra.Command, args []string) error {
	switch {
	case o.resume == "" && len(args) == 0:
		return exit.Errorf(exit.Usage, "try `tare compare HEAD`: the last commit and the working tree", "nothing to compare with")
	case o.resume != "" && len(args) > 0:
		return exit.Errorf(exit.Usage, "leave them out, or leave out -resume to start a new comparison", "-resume goes on with the sides and packages of %s, but got %q", o.resume, args)
	}
	return nil
}

// goOn goes on with a stored comparison.
func (s *session) goOn(ctx context.Context) (q engine.Request, err error) {
	for _, name := range s.given {
		if !slices.Contains(forResume, name) {
			return q, exit.Errorf(exit.Usage, "leave it out, or leave out -resume to start a new comparison", "-%s cannot be changed any more: %s goes on as it began", name, s.resume)
		}
	}
	q.Session = &record.Session{Args: command.CommandLine(), MaxTime: s.maxTime, For: s.budget}
	if slices.Contains(s.given, "max-rounds") {
		if q.Session.Most = s.maxRounds; s.maxRounds < 1 {
			return q, exit.Errorf(exit.Usage, "", "-max-rounds %d: at least 1", s.maxRounds)
		}
	}
	if q.Head, err = s.stored(ctx); err != nil {
		return q, err
	}
	if err := engine.Resumable(&q.Head, command.Version()); err != nil {
		return q, exit.Errorf(exit.Usage, "start a new comparison", "%s cannot go on: %w", q.Head.ID, err)
	}
	q.Variants, err = s.asBefore(ctx, q.Head)
	return q, err
}

// stored returns the comparison that -resume names.
func (s *session) stored(ctx context.Context) (record.Comparison, error) {
	if s.store == "off" {
		return record.Comparison{}, exit.Errorf(exit.Usage, "leave -store=off out", "-resume: the comparison is in the store, which is off")
	}
	out := delivery.NewOutputs[record.Comparison](ctx, s.stderr)
	if err := out.OpenStore(s.store); err != nil {
		return record.Comparison{}, err
	}
	defer out.Close()
	c, err := out.Store.LoadComparison(ctx, s.resume)
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrAmbiguous) {
		return c, exit.Errorf(exit.Usage, "`tare history` lists the comparisons there are", "-resume: %w", err)
	}
	// The rounds that decide whether there is another would not be those that did.
	if i := slices.IndexFunc(c.Findings, func(f record.Finding) bool { return f.ID == store.Damaged }); err == nil && i >= 0 {
		return c, exit.Errorf(exit.Broken, "start a new comparison; `tare history` shows what is left", "-resume: trials of %s are damaged: %s", c.ID, c.Findings[i].Evidence)
	}
	return c, err
}

// asBefore makes the options those of the first session, but for what this
// one may have to itself, and returns the variants.
func (s *session) asBefore(ctx context.Context, c record.Comparison) ([]engine.Variant, error) {
	now := s.options
	was, err := original(c.Args)
	if err != nil {
		return nil, exit.Errorf(exit.Usage, "start a new comparison", "tare cannot read the command line of %s: %w", c.ID, err)
	}
	if err := was.complete(); err != nil {
		return nil, err
	}
	was.given, was.detail, was.listing, was.save, was.resume, was.budget, was.maxTime, was.maxRounds = now.given, now.detail, now.listing, now.save, c.ID, now.budget, now.maxTime, now.maxRounds
	was.format, was.json, was.out, was.html, was.markdown, was.store = now.format, now.json, now.out, now.html, now.markdown, now.store
	s.options = was
	if _, err := os.Stat(c.Dir); err != nil {
		return nil, exit.Errorf(exit.Usage, "", "%s was measured in a folder that is gone: %w", c.ID, err)
	}
	if err := flags.CheckTune(&s.tune, &s.box.CPUs); err != nil {
		return nil, err
	}
	all := common{Conditions: flags.Conditions{Box: s.box, Build: s.build}}
	for _, v := range c.Variants {
		all.commits = append(all.commits, v.Commit)
	}
	list, _, err := variants(ctx, s.sides, s.arguments, c.Dir, all)
	return list, err
}

// original reads the command line of a first session.
func original(args []string) (options, error) {
	var o options
	i := slices.Index(args, "compare")
	if i < 0 {
		return o, errors.New("it does not call tare compare")
	}
	cmd := &cobra.Command{Use: "compare"}
	o.register(cmd)
	if err := command.Parse(cmd.Flags(), args[i+1:]); err != nil {
		return o, err
	}
	cmd.Flags().Visit(func(f *pflag.Flag) { o.given = append(o.given, f.Name) })
	o.arguments = cmd.Flags().Args()
	return o, nil
}

// complete refuses to go on with a command line whose arguments or flags for the
// linker were not kept.
func (o options) complete() error {
	for _, words := range [][]string{o.workload.Args, {o.build.LDFlags}} {
		for _, w := range words {
			if strings.Contains(w, redact.Hidden) {
				return exit.Errorf(exit.Usage, "start a new comparison", "tare did not keep what looked like a secret in %q", w)
			}
		}
	}
	return nil
}
