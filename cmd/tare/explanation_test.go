package main

import (
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"tare/internal/record"
)

// explanation checks what tare explain -json has written, and that several say the
// same, however they were asked for: explanation file...
func explanation(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: explanation file...")
	}
	var first record.Explanation
	for n, name := range args {
		decoder := json.NewDecoder(strings.NewReader(ts.ReadFile(name)))
		decoder.DisallowUnknownFields()
		var document struct {
			Schema int    `json:"schema"`
			Kind   string `json:"kind"`
			record.Explanation
		}
		ts.Check(decoder.Decode(&document))
		e := document.Explanation
		if decoder.More() || len(e.Intervals) == 0 || e.Duration <= 0 {
			ts.Fatalf("%s is not one explanation of something", name)
		}
		for _, a := range accounts(e) {
			sum := a.Residual
			for _, entry := range a.Entries {
				sum += entry.Ns
			}
			// What adding floating-point numbers leaves is far below a nanosecond.
			if a.Total <= 0 || math.Abs(sum-a.Total) > 1e-6*math.Max(1, a.Total) {
				ts.Fatalf("%s: entries and residual sum to %v, not to %v: %+v", name, sum, a.Total, a)
			}
		}
		if e.Args = nil; n == 0 {
			first = e
		} else if !reflect.DeepEqual(e, first) {
			ts.Fatalf("%s and %s differ", args[0], name)
		}
	}
}

// tail checks how many stretches the first interval of an explanation has, and how
// many times as long as the median one of their quantiles is: tail file count p least
// most.
func tail(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 5 {
		ts.Fatalf("usage: tail file count p least most")
	}
	var numbers [4]float64
	for i := range numbers {
		var err error
		numbers[i], err = strconv.ParseFloat(args[i+1], 64)
		ts.Check(err)
	}
	var e record.Explanation
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &e))
	iv := e.Intervals[0]
	ns := map[float64]int64{}
	for _, q := range iv.Quantiles {
		ns[q.P] = q.Ns
	}
	ratio := float64(ns[numbers[1]]) / float64(ns[0.5])
	if iv.Count != int64(numbers[0]) || !(numbers[2] <= ratio && ratio <= numbers[3]) {
		ts.Fatalf("%d stretches, whose quantile %s is %.3g times the median: %+v", iv.Count, args[2], ratio, iv.Quantiles)
	}
}

// accounts are all of an explanation.
func accounts(e record.Explanation) (all []record.Account) {
	for _, i := range e.Intervals {
		all = append(all, i.Mean)
		for _, b := range i.Bars {
			all = append(all, b.Account)
		}
	}
	for _, lanes := range [][]record.LaneBill{e.Threads, e.Procs} {
		for _, l := range lanes {
			all = append(all, l.Account)
		}
	}
	for _, g := range e.Groups {
		all = append(all, g.Account)
	}
	return all
}
