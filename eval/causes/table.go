package main

import (
	"fmt"
	"strings"

	"tare/eval/docpart"
	"tare/internal/record"
	"tare/internal/record/unit"
)

// outcome is what became of a program, in all its runs.
type outcome struct {
	Program string
	Runs    []verdict
	program program
}

// shown is the run that the table shows: the first that is not as it should be.
func (o outcome) shown() verdict {
	for _, v := range o.Runs {
		if !v.ok() {
			return v
		}
	}
	return o.Runs[len(o.Runs)-1]
}

type outcomes []outcome

func (all outcomes) table() string {
	rows := [][]string{{"program", "plant", "first cause", "truth", "tare", "difference", "culprit", ""}}
	for _, o := range all {
		rows = append(rows, o.row())
	}
	return docpart.Table(rows)
}

func (o outcome) row() []string {
	var plants []string
	for _, p := range o.program.plants {
		plants = append(plants, p.what)
	}
	v := o.shown()
	row := []string{o.Program, docpart.Cell(strings.Join(plants, "; "))}
	if v.Failed != "" {
		return append(row, docpart.Cell(v.Failed), "", "", "", "", o.word())
	}
	truth := "–"
	if v.Sized {
		truth = sized(v.Truth.ns, v.Truth.share)
	}
	return append(row, docpart.Cell(cause(v.First)), truth, sized(v.First.Ns, v.First.Share), v.difference(o.program), docpart.Cell(culprit(v)), o.word())
}

func cause(c record.Cause) string { return fmt.Sprintf("%s: %s", c.View, c.Item) }

func sized(ns, share float64) string {
	return fmt.Sprintf("%s (%s)", unit.Nanoseconds(ns), unit.Percent(share, 0))
}

// culprit is who tare says it was.
func culprit(v verdict) string {
	text := v.First.Who
	if v.First.Where != "" {
		text = strings.TrimPrefix(text+" in "+v.First.Where, " ")
	}
	if text == "" {
		return "–"
	}
	if !v.Culprit {
		text += ": wrong"
	}
	return text
}

// word is the verdict on all runs.
func (o outcome) word() string {
	good := 0
	for _, v := range o.Runs {
		if v.ok() {
			good++
		}
	}
	switch {
	case good == len(o.Runs):
		return "ok"
	case len(o.Runs) > 1:
		return fmt.Sprintf("%s (%d of %d ok)", o.shown().fault(), good, len(o.Runs))
	}
	return o.shown().fault()
}

// fault says what is wrong.
func (v verdict) fault() string {
	switch {
	case v.Failed != "":
		return "FAILS"
	case !v.Planted:
		return "not planted"
	case !v.Cause:
		return "other cause"
	case !v.Culprit:
		return "wrong culprit"
	case !v.Size:
		return "wrong size"
	case !v.Second:
		return "second missing"
	}
	return "ok"
}

// summary counts what is right.
func (all outcomes) summary() string {
	var runs, cause, size, sized, culprit, named, good int
	for _, o := range all {
		for _, v := range o.Runs {
			runs++
			good += count(v.ok())
			cause += count(v.Failed == "" && v.Cause)
			sized += count(v.Cause && v.Sized)
			size += count(v.Cause && v.Sized && v.Size)
			named += count(v.Cause && v.First.Who != "")
			culprit += count(v.Cause && v.First.Who != "" && v.Culprit)
		}
	}
	return fmt.Sprintf("%d of %d: the first cause is the plant in %d, its size is right in %d of %d, the culprit in %d of %d that name one.",
		good, runs, cause, size, sized, culprit, named)
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
