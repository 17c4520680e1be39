package compare

import (
	"context"
	"errors"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tare/internal/analysis/stats"
	"tare/internal/analysis/verdict"
	"tare/internal/cli/command"
	"tare/internal/cli/delivery"
	"tare/internal/cli/flags"
	"tare/internal/engine/exit"
	"tare/internal/measure/rounds"
	"tare/internal/record"
	"tare/internal/store"
)

// forResume are the flags that say how a comparison goes on. Everything else is as
// it was in its first session.
var forResume = []string{"for", "format", "html", "json", "markdown", "max-rounds", "max-time", "out", "resume", "store"}

// checkArguments checks the number of sides: a comparison that goes on has its own.
func (o *options) checkArguments(cmd *cobra.Command, args []string) error {
	if o.resume == "" {
		return cobra.MinimumNArgs(1)(cmd, args)
	}
	if len(args) > 0 {
		return exit.Errorf(exit.Usage, "leave them out, or leave -resume out to compare anew", "-resume goes on with the sides and packages of %s, and %q are given", o.resume, args)
	}
	return nil
}

// goOn goes on with a stored comparison.
func (s *session) goOn(ctx context.Context) (err error) {
	for _, name := range s.given {
		if !slices.Contains(forResume, name) {
			return exit.Errorf(exit.Usage, "leave it out, or leave -resume out to compare anew", "-%s cannot be changed any more: %s goes on as it began", name, s.resume)
		}
	}
	c, err := s.stored(ctx)
	if err != nil {
		return err
	}
	if err := resumable(&c); err != nil {
		return exit.Errorf(exit.Usage, "compare anew", "%s cannot go on: %w", c.ID, err)
	}
	if err := s.asBefore(ctx, c); err != nil {
		return err
	}
	var names []string
	for _, v := range s.variants {
		names = append(names, v.Name)
	}
	if s.out, err = openOutputs(ctx, s.options, names, s.stdout, s.stderr); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.out.Close()) }()
	s.earlier, s.result = &c, c
	if s.result.Sessions, err = s.sessions(c); err != nil {
		return err
	}
	return s.measure(ctx)
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
		return c, exit.Errorf(exit.Broken, "compare anew; `tare history` shows what is left", "-resume: trials of %s are damaged: %s", c.ID, c.Findings[i].Evidence)
	}
	return c, err
}

// asBefore makes the options and the variants those of the first session, but for
// what this one may have to itself.
func (s *session) asBefore(ctx context.Context, c record.Comparison) error {
	now := s.options
	was, err := original(c.Args)
	if err != nil {
		return exit.Errorf(exit.Usage, "compare anew", "the command line of %s is not understood: %w", c.ID, err)
	}
	if err := was.complete(); err != nil {
		return err
	}
	was.given, was.resume, was.budget, was.maxTime, was.maxRounds = now.given, c.ID, now.budget, now.maxTime, now.maxRounds
	was.format, was.json, was.out, was.html, was.markdown, was.store = now.format, now.json, now.out, now.html, now.markdown, now.store
	s.options, s.cwd = was, c.Dir
	if _, err := os.Stat(s.cwd); err != nil {
		return exit.Errorf(exit.Usage, "", "%s was measured in a folder that is not there: %w", c.ID, err)
	}
	if err := flags.CheckTune(&s.tune, &s.box.CPUs); err != nil {
		return err
	}
	all := common{box: s.box, build: s.build}
	for _, v := range c.Variants {
		all.commits = append(all.commits, v.Commit)
	}
	s.variants, _, err = s.sides.variants(ctx, s.options.arguments, s.cwd, all)
	return err
}

// asMeasured refuses to go on with other variants than those of the first session.
func (s *session) asMeasured() error {
	if s.earlier == nil {
		return nil
	}
	salt, err := s.out.Salt()
	if err != nil {
		return err
	}
	return unchanged(s.earlier.Variants, s.variants, salt)
}

// original reads the command line of a first session.
func original(args []string) (options, error) {
	var o options
	i := slices.Index(args, "compare")
	if i < 0 {
		return o, errors.New("it is none of tare compare")
	}
	cmd := &cobra.Command{Use: "compare"}
	o.register(cmd)
	own, binary := command.CutArgs(args[i+1:])
	if err := cmd.ParseFlags(command.GoFlags(cmd, own)); err != nil {
		return o, err
	}
	cmd.Flags().Visit(func(f *pflag.Flag) { o.given = append(o.given, f.Name) })
	o.arguments, o.workload.Args = cmd.Flags().Args(), binary
	return o, nil
}

// sessions returns those of the comparison and the one that begins.
func (s *session) sessions(c record.Comparison) ([]record.Session, error) {
	all := slices.Clone(c.Sessions)
	if len(all) == 0 {
		all = []record.Session{{Started: c.Started, Finished: c.Finished, Args: c.Args, Most: c.Most(), MaxTime: c.Plan.MaxTime, For: c.Plan.For}}
	}
	next := record.Session{Started: time.Now(), Args: command.CommandLine(), MaxTime: s.maxTime, For: s.budget}
	if n := len(c.Trials); n > 0 {
		next.First = c.Trials[n-1].Order + 1
	}
	var err error
	next.Most, err = s.most(c)
	return append(all, next), err
}

// most is how many rounds in all this session may bring benchmarks to: as many as
// were planned, or two looks more when those are over.
func (s *session) most(c record.Comparison) (int, error) {
	fewest := 0
	for _, b := range c.Benchmarks {
		if open(b) && (fewest == 0 || b.Rounds < fewest) {
			fewest = b.Rounds
		}
	}
	switch {
	case slices.Contains(s.given, "max-rounds") && s.maxRounds <= fewest:
		return 0, exit.Errorf(exit.Usage, "rounds count from the beginning of the comparison", "-max-rounds %d: there were %d rounds already", s.maxRounds, fewest)
	case slices.Contains(s.given, "max-rounds"):
		return s.maxRounds, nil
	case fewest < c.Most():
		return c.Most(), nil
	}
	place := 0
	for stats.Rounds(c.Plan.Looks, place) <= c.Most() {
		place++
	}
	return stats.Rounds(c.Plan.Looks, place+1), nil
}

// takeUp has the runner go on from what was measured before.
func (s *session) takeUp(o *rounds.Options) (earlier []verdict.Benchmark) {
	if s.earlier == nil {
		return nil
	}
	last := s.result.Sessions[len(s.result.Sessions)-1]
	o.Session, o.First, o.MaxTime, o.MaxRounds = len(s.result.Sessions)-1, last.First, last.MaxTime, last.Most
	earlier = verdict.Stored(*s.earlier)
	for _, b := range earlier {
		stop := b.Stop
		if i := slices.IndexFunc(s.earlier.Benchmarks, func(c record.Compared) bool { return c.Benchmark == b.Name }); i < 0 || open(s.earlier.Benchmarks[i]) {
			stop = ""
		}
		o.Earlier = append(o.Earlier, rounds.Earlier{Name: b.Name, Trials: b.Trials, Stop: stop})
	}
	return earlier
}

// find adds findings to those that there are; earlier sessions may have had the same.
func (s *session) find(found []record.Finding) {
	for _, f := range found {
		same := func(is record.Finding) bool { return is.ID == f.ID && is.What == f.What }
		if !slices.ContainsFunc(s.result.Findings, same) {
			s.result.Findings = append(s.result.Findings, f)
		}
	}
}

// pooled puts this session's trials behind those of the earlier ones.
func (s *session) pooled(trials []record.Trial) []record.Trial {
	if s.earlier == nil {
		return trials
	}
	return slices.Concat(s.earlier.Trials, trials)
}

// keepProfiles keeps what earlier sessions have profiled.
func (s *session) keepProfiles() {
	if s.earlier == nil {
		return
	}
	for _, was := range s.earlier.Benchmarks {
		i := slices.IndexFunc(s.result.Benchmarks, func(c record.Compared) bool { return c.Benchmark == was.Benchmark })
		if i < 0 {
			continue
		}
		for k, change := range was.Changes {
			s.result.Benchmarks[i].Changes[k].Profile = change.Profile
		}
	}
}
