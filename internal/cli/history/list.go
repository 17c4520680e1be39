package history

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tare/internal/cli/command"
	"tare/internal/cli/flags"
	"tare/internal/record"
	"tare/internal/record/unit"
	"tare/internal/report/model"
	"tare/internal/report/text"
	"tare/internal/report/wording"
	"tare/internal/store"
)

func (o *options) list(ctx context.Context, s *store.Store, w io.Writer) error {
	if o.since > 0 {
		o.filter.Since = time.Now().Add(-o.since)
	}
	headers, err := s.List(ctx, o.filter)
	if err != nil {
		return err
	}
	if o.json.On() {
		return command.WriteJSON(w, "history", struct {
			Entries []store.Header `json:"entries"`
		}{headers})
	}
	if err := writeList(w, headers); err != nil {
		return err
	}
	bytes, err := s.Size()
	if err != nil {
		return err
	}
	return advise(w, bytes)
}

// What columns have to do with each other on a narrow terminal.
const (
	core model.Kind = iota
	trials
	toolchain
	count
)

// room is what a narrow terminal leaves out, the least important first.
var room = []model.Move{
	{Drop: []model.Kind{trials}},
	{Drop: []model.Kind{trials, toolchain}},
	{Drop: []model.Kind{trials, toolchain, count}},
}

// writeList is the list for people.
func writeList(w io.Writer, headers []store.Header) error {
	if len(headers) == 0 {
		_, err := fmt.Fprintln(w, "no runs, comparisons or sweeps")
		return err
	}
	t := model.Table{Moves: room, Columns: []model.Column{
		{Title: "id", Left: true, Head: true}, {Title: "started", Left: true}, {Title: "took", Left: true}, {Title: "module", Left: true},
		{Title: "go", Left: true, Kind: toolchain}, {Title: "benchmarks", Left: true, Kind: count}, {Title: "trials", Left: true, Kind: trials},
		{Title: "failed", Left: true, Kind: trials}, {Title: "code", Wrap: true},
	}}
	for _, h := range headers {
		var r model.Row
		for _, text := range []string{
			h.ID, h.Started.Local().Format("2006-01-02 15:04"), took(h), h.Module, strings.TrimPrefix(h.GoVersion, "go"),
			strconv.Itoa(h.Benchmarks), strconv.Itoa(h.Trials), strconv.Itoa(h.Failures), strings.Join(append([]string{code(h)}, names(h)...), " "),
		} {
			r.Cells = append(r.Cells, model.Cell{Text: model.Lit(model.Plain, text)})
		}
		t.Rows = append(t.Rows, r)
	}
	return text.Write(w, model.Document{Blocks: []model.Block{t}}, text.For(w, model.Normal))
}

func took(h store.Header) string {
	switch d, ended := h.Duration(); {
	case ended && h.Sessions > 1: // it did not take all the time in between
		return unit.Plural(h.Sessions, "session")
	case ended:
		return unit.Duration(d)
	}
	return "unfinished"
}

// code is a run's revision, or what a comparison compared and came to,
// "v1.2 → HEAD: 1 slower, 3 equivalent", or what a sweep did: "gogc × quota, 12 points".
func code(h store.Header) string {
	switch h.Kind {
	case store.Run:
		return revision(h)
	case store.Sweep:
		text := fmt.Sprintf("%s, %s", strings.Join(h.Factors, " × "), unit.Plural(h.Points, "point"))
		if h.Open > 0 {
			text += fmt.Sprintf(": %d open", h.Open)
		}
		return text
	}
	if len(h.Variants) == 0 {
		return "?"
	}
	text := h.Variants[0] + " → " + strings.Join(h.Variants[1:], ", ")
	var counts []string
	for _, o := range wording.Outcomes {
		n := h.Within[o.Verdict]
		if !o.Within {
			n = h.Verdicts[o.Verdict] - n
		}
		if n > 0 {
			counts = append(counts, o.Counted(n))
		}
	}
	if len(counts) > 0 {
		text += ": " + strings.Join(counts, ", ")
	}
	return text
}

// names are those that users gave it, as they look it up.
func names(h store.Header) []string {
	marked := make([]string, len(h.Names))
	for i, name := range h.Names {
		marked[i] = store.NameMark + name
	}
	return marked
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

// complete offers a shell the IDs and names of what the flags so far select.
func (o *options) complete(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var err error
	if o.filter.Benchmark, err = flags.Benchmarks(o.bench); err != nil || len(args) > 0 && !o.delete {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	o.filter.Limit = 0
	return flags.Stored(cmd.Context(), o.store, o.filter, func(h store.Header) (string, bool) { return h.Module + " " + code(h), true })
}
