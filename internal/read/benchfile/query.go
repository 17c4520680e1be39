package benchfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"tare/internal/record"
	"tare/internal/record/unit"
)

// Query selects results of a file, and divides them, in the languages of benchstat's
// -filter, -col and -row (https://pkg.go.dev/golang.org/x/perf/benchproc/syntax). The zero
// value takes all results as they are. It is for one file.
type Query struct {
	filter  *benchproc.Filter
	columns *benchproc.Projection // nil for none
	rows    *benchproc.Projection // what stands for the names of benchmarks; nil for these themselves
	names   *benchproc.Projection // of benchmarks, without what is in columns or rows
	pkg     bool                  // pkg is in columns or rows
}

// ParseQuery reads the expressions of -filter, -col and -row; "" is none. Rows need columns.
func ParseQuery(filter, columns, rows string) (q Query, err error) {
	if filter == "" {
		filter = "*"
	}
	if q.filter, err = benchproc.NewFilter(filter); err != nil {
		return q, fmt.Errorf("-filter: %w", err)
	}
	if columns == "" {
		return q, nil
	}
	var p benchproc.ProjectionParser
	if q.columns, err = p.Parse(columns, q.filter); err != nil {
		return q, fmt.Errorf("-col: %w", err)
	}
	if rows != "" {
		if q.rows, err = p.Parse(rows, q.filter); err != nil {
			return q, fmt.Errorf("-row: %w", err)
		}
	}
	if q.names, err = p.Parse(".fullname", nil); err != nil {
		return q, fmt.Errorf("-col: %w", err)
	}
	q.pkg = has(q.columns, "pkg") || has(q.rows, "pkg")
	return q, nil
}

// has reports whether a projection, which may be nil, has a key.
func has(p *benchproc.Projection, key string) bool {
	return p != nil && slices.ContainsFunc(p.FlattenedFields(), func(f *benchproc.Field) bool { return f.Name == key })
}

// ErrNone is that a query selects nothing of a file that has results.
var ErrNone = errors.New("-filter, -col and -row leave nothing of it")

// Column is a part of a file: the results that have the same values of the keys.
type Column struct {
	Value string // the values of the keys, separated by spaces; empty where results have none of them
	File
}

// Columns reads a whole file, and divides what the query selects, in the order that its keys
// ask for; there is one column, or more. What holds for the whole file is in each; its
// problems are in the first. A line that makes no sense is such a problem and no error; a
// file without any result is.
func (q Query) Columns(r io.Reader) ([]Column, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("reading benchmark results: %w", err)
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")) // some editors' mark of UTF-8
	d := division{Query: q, whole: File{Config: map[string][]string{}, Better: map[string]int{}}, parts: map[benchproc.Key]*File{}, rows: rows{}}
	if err := d.read(data); err != nil {
		return nil, err
	}
	all := d.columns(data)
	switch {
	case len(all) > 0:
		return all, nil
	case d.left > 0:
		return nil, fmt.Errorf("%w: it has %s", ErrNone, unit.Plural(d.left, "result"))
	}
	return nil, d.whole.check(data)
}

// division is a file while it is divided.
type division struct {
	Query
	whole File // what holds for all of it
	parts map[benchproc.Key]*File
	keys  []benchproc.Key // in order of appearance
	rows  rows
	left  int // results that the filter left out
}

func (d *division) read(data []byte) error {
	in := benchfmt.NewReader(bytes.NewReader(data), "")
	for in.Scan() {
		switch found := in.Result().(type) {
		case *benchfmt.Result:
			if err := d.add(found); err != nil {
				return err
			}
		case *benchfmt.UnitMetadata:
			if found.Key == "better" {
				d.whole.Better[found.OrigUnit] = in.Units().GetBetter(found.OrigUnit)
			}
		case *benchfmt.SyntaxError:
			d.whole.Problems = append(d.whole.Problems, problem(found.Line, found.Msg))
		}
	}
	if err := in.Err(); err != nil {
		return fmt.Errorf("reading benchmark results: %w", err)
	}
	return nil
}

func (d *division) add(r *benchfmt.Result) error {
	ok, err := d.takes(r)
	if err != nil {
		return fmt.Errorf("-filter: %w", err)
	}
	if !ok {
		d.left++
		return nil
	}
	key, b, err := d.place(r)
	if err != nil {
		return err
	}
	if b.Name == "" { // it has nothing to name a row by
		d.left++
		return nil
	}
	if d.parts[key] == nil {
		d.parts[key], d.keys = &File{Config: map[string][]string{}, Better: d.whole.Better}, append(d.keys, key)
	}
	d.whole.Problems = append(d.whole.Problems, d.parts[key].add(r, b)...)
	return nil
}

// columns are those with results, in their order.
func (d *division) columns(data []byte) (all []Column) {
	if d.Query.columns != nil {
		benchproc.SortKeys(d.keys)
	}
	for _, key := range d.keys {
		c := Column{File: *d.parts[key]}
		d.rows.sort(c.Series)
		if d.Query.columns != nil {
			c.Value = key.StringValues()
		}
		if len(c.Series) == 0 {
			continue
		}
		for _, m := range sourceRemark.FindAllSubmatch(data, -1) {
			c.Note("go", string(m[1]))
		}
		all = append(all, c)
	}
	if len(all) > 0 {
		all[0].Problems = d.whole.Problems
	}
	return all
}

// takes reports whether the filter, if any, selects r, and takes values off it that it does
// not select.
func (q Query) takes(r *benchfmt.Result) (bool, error) {
	if q.filter == nil {
		return true, nil
	}
	return q.filter.Apply(r)
}

// place is the column of r, and its benchmark there, which has no name if its row has none.
func (d *division) place(r *benchfmt.Result) (benchproc.Key, record.Benchmark, error) {
	q, pkg := d.Query, strings.TrimSpace(r.GetConfig("pkg"))
	if q.columns == nil {
		return benchproc.Key{}, benchmark(pkg, r.Name.String()), nil
	}
	if q.pkg {
		pkg = ""
	}
	column, name := q.columns.Project(r), q.names.Project(r)
	if q.rows == nil {
		return column, benchmark(pkg, name.StringValues()), nil
	}
	row := q.rows.Project(r)
	b := record.Benchmark{Package: pkg, Name: strings.TrimSpace(row.StringValues()), Procs: 1}
	if b.Name == "" || strings.TrimSpace(column.StringValues()) == "" {
		return column, b, nil
	}
	return column, b, d.rows.add(b, row, name)
}
