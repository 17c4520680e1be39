package compare

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	engine "tare/internal/engine/compare"
	"tare/internal/engine/exit"
	"tare/internal/engine/results"
	"tare/internal/read/benchfile"
	"tare/internal/store"
)

// compareResults compares what was measured before.
func (s *session) compareResults(ctx context.Context, q engine.Request) error {
	if err := s.withoutMeaning(); err != nil {
		return err
	}
	sides, err := s.resultSides(ctx, q.Variants)
	if err != nil {
		return err
	}
	c, err := results.Compare(sides, q.Head.Plan, s.across)
	if err != nil {
		return err
	}
	c.Dir, c.Tare, c.Args, c.Started, c.Finished = q.Head.Dir, q.Head.Tare, q.Head.Args, time.Now(), time.Now()
	if err := s.out.finish(c, false); err != nil {
		return err
	}
	return s.status(ctx, c)
}

// forResults are the flags that mean something where nothing is measured.
var forResults = []string{"across", "allow-missing", "alpha", "bench", "col", "filter", "format", "html", "json", "margin", "markdown", "metric", "only", "quiet", "row", "sort", "store", "variant", "verbose"}

// withoutMeaning refuses what only measuring could do.
func (s *session) withoutMeaning() error {
	for _, name := range s.given {
		if !slices.Contains(forResults, name) {
			return exit.Errorf(exit.Usage, "leave it out, or compare revisions or directories", "-%s does not apply to results that exist already", name)
		}
	}
	if s.format == "bench" {
		return exit.Errorf(exit.Usage, "the sides are files in that format, or stored runs: see `tare history -format=bench`", "-format=bench writes what was measured, and nothing is measured here")
	}
	return nil
}

// resultSides reads the sides: each variant is one, or with -col each part of a file.
func (s *session) resultSides(ctx context.Context, variants []engine.Variant) ([]results.Side, error) {
	query, err := benchfile.ParseQuery(s.filter, s.col, s.row)
	if err != nil {
		return nil, exit.Errorf(exit.Usage, "https://pkg.go.dev/golang.org/x/perf/benchproc/syntax has the language", "%w", err)
	}
	if s.col != "" {
		return results.Columns(ctx, variants[0].Variant, variants[0].From.At, query)
	}
	var sides []results.Side
	for _, v := range variants {
		side, err := s.read(ctx, v, query)
		if err != nil {
			return nil, err
		}
		sides = append(sides, side)
	}
	return sides, distinct(variants, sides)
}

// column finds the one file whose parts are compared. Its errors are usage errors.
func (s *session) column(ctx context.Context, cwd string) ([]engine.Variant, error) {
	const hint = "tare compare -col=/lib results.txt"
	if len(s.arguments) != 1 || len(s.sides.Further) > 0 {
		return nil, exit.Errorf(exit.Usage, hint, "-col compares the parts of one file of results, and %d sides are named", len(s.arguments)+len(s.sides.Further))
	}
	file, err := engine.Find(ctx, cwd, s.arguments, nil)
	if err == nil && file[0].From.Kind != engine.Results {
		err = exit.Errorf(exit.Usage, hint, "-col is for a file of results, and %s is %s", file[0].Side, file[0].From.Kind)
	}
	return file, err
}

// distinct refuses to compare a stored run with itself.
func distinct(variants []engine.Variant, sides []results.Side) error {
	seen := map[string]string{}
	for i, side := range sides {
		id := side.RunID()
		if before, twice := seen[id]; twice && id != "" {
			return exit.Errorf(exit.Usage, "`tare run` makes a newer one, `tare history` lists those there are", "%s and %s are the same run, %s", before, variants[i].Side, id)
		}
		seen[id] = variants[i].Side
	}
	return nil
}

// read reads the results that are variant v.
func (s *session) read(ctx context.Context, v engine.Variant, query benchfile.Query) (results.Side, error) {
	if v.From.Kind == engine.Results {
		return results.Read(ctx, v.Variant, v.From.At, query)
	}
	if s.filter != "" {
		return results.Side{}, exit.Errorf(exit.Usage, "tare history -format=bench "+v.Side+" >FILE writes one", "-filter is for files of results, and %s is %s", v.Side, v.From.Kind)
	}
	if s.out.Store == nil {
		return results.Side{}, exit.Errorf(exit.Usage, "leave -store=off out", "%s is a run in the store, which is off", v.Side)
	}
	run, err := s.out.Store.Load(ctx, v.From.At)
	if errors.Is(err, store.ErrNotFound) {
		if _, kind, _ := s.out.Store.Find(ctx, v.From.At); kind == store.Comparison {
			return results.Side{}, exit.Errorf(exit.Usage, fmt.Sprintf("tare history -variant=new %s >new.txt writes one side of it", v.Side), "%s is a comparison, and a side is a run", v.Side)
		}
	}
	if err != nil {
		return results.Side{}, exit.Errorf(exit.Usage, "`tare history` lists the runs there are", "%s: %w", v.Side, err)
	}
	return results.Stored(v.Variant, run)
}
