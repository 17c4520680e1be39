package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"regexp"

	"tare/internal/measure/cell"
	"tare/internal/record"
)

// series is many trials of one benchmark, one right after the other. Times are ns
// per op.
type series struct {
	Condition string  `json:"condition"`
	Kind      string  `json:"kind"`
	N         int64   `json:"n"`    // ops of a trial
	Cost      float64 `json:"cost"` // CPU seconds of a trial, with all that tare does around it
	Net       []int64 `json:"net"`
	Wall      []int64 `json:"wall"`
	CPU       []int64 `json:"cpu"`
	Polluted  []int   `json:"polluted,omitempty"` // indices of trials that would not count
}

// recordSeries adds those series to the file that it does not have yet. Each is a
// gzip stream of its own.
func recordSeries(ctx context.Context, b *bench, file string, count int, only *regexp.Regexp) error {
	done, err := readSeries(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	known := map[[2]string]bool{}
	for _, s := range done {
		known[[2]string{s.Condition, s.Kind}] = true
	}
	for _, c := range conditions {
		for _, k := range kinds {
			if known[[2]string{c.name, k.name}] || !only.MatchString(c.name+" "+k.name) {
				continue
			}
			s, err := b.series(ctx, c, k, count)
			if err != nil {
				return fmt.Errorf("%s %s: %w", c.name, k.name, err)
			}
			if err := appendSeries(file, s); err != nil {
				return err
			}
			log.Printf("%s %s: %d trials, %.0f ms CPU each", c.name, k.name, len(s.Net), 1e3*s.Cost)
		}
	}
	return nil
}

func (b *bench) series(ctx context.Context, c condition, k kind, count int) (series, error) {
	command := func(pattern string) program {
		return program{dir: b.kinds, argv: []string{b.tare, "run", "-json", "-store=off", "-benchtime=20ms",
			fmt.Sprintf("-count=%d", count), "-bench=" + pattern, "."}}
	}
	_, build, err := b.box.run(ctx, cell.Limits{}, command("NoSuch"), 1, 2, 3, 4, 5)
	if err != nil {
		return series{}, err
	}
	var out []byte
	var spent usage
	err = c.beside(func() (err error) {
		out, spent, err = b.box.run(ctx, c.limits, command(k.pattern()), 1, 3, 4)
		return err
	})
	if err != nil {
		return series{}, err
	}
	var run record.Run
	if err := json.Unmarshal(out, &run); err != nil {
		return series{}, fmt.Errorf("reading tare's report: %w", err)
	}
	s := series{Condition: c.name, Kind: k.name}
	for _, t := range run.Trials {
		s.add(t)
	}
	s.Cost = (spent.CPU - build.CPU) / float64(len(run.Trials))
	return s, nil
}

func (s *series) add(t record.Trial) {
	if t.Outcome != record.OK || t.Bill.NetStatus != record.Measured {
		return
	}
	if !t.Counts() {
		s.Polluted = append(s.Polluted, len(s.Net))
	}
	ns := func(v float64) int64 { return int64(math.Round(v)) }
	s.N, s.Net, s.Wall, s.CPU = t.N, append(s.Net, ns(t.Bill.Net)), append(s.Wall, ns(t.Bill.Wall)), append(s.CPU, ns(t.Bill.CPU))
}

func appendSeries(file string, s series) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer f.Close()
	z := gzip.NewWriter(f)
	if err := json.NewEncoder(z).Encode(s); err != nil {
		return err
	}
	return z.Close()
}

func readSeries(file string) (all []series, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(bufio.NewReader(f))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for d := json.NewDecoder(z); ; {
		var s series
		if err := d.Decode(&s); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s, series %d: %w", file, len(all)+1, err)
		}
		all = append(all, s)
	}
}
