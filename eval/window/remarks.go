package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"tare/eval/docpart"
	"tare/internal/record/unit"
)

// tares warns when a part has observations of several builds of tare.
func tares(all []visit, part string) string {
	builds := map[string]bool{}
	for _, v := range all {
		if v.Failed == "" && v.Part == part {
			builds[v.Tare] = true
		}
	}
	if len(builds) < 2 {
		return ""
	}
	return fmt.Sprintf("\nThese are observations of %d builds of tare: %s.\n", len(builds), strings.Join(slices.Sorted(maps.Keys(builds)), ", "))
}

// truthOf says how the truth of a part was measured.
func truthOf(all []visit, part string) string {
	times := map[string]bool{}
	for _, v := range all {
		for _, t := range v.Truth {
			if v.Part == part && v.Failed == "" {
				times[t.Benchtime] = true
			}
		}
	}
	return fmt.Sprintf("Truth: the median of fresh processes with -benchtime=%s.\n", strings.Join(slices.Sorted(maps.Keys(times)), " or "))
}

// failures tells what failed each time that it was tried.
func failures(all []visit, parts ...string) string {
	done, why := map[key]bool{}, map[key]string{}
	for _, v := range all {
		if v.Failed == "" {
			done[v.key] = true
		} else if slices.Contains(parts, v.Part) {
			why[v.key] = v.Failed
		}
	}
	count, example := map[string]int{}, map[string]string{}
	for k, failed := range why {
		if !done[k] {
			count[k.String()]++
			example[k.String()] = max(example[k.String()], failed)
		}
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(count)) {
		fmt.Fprintf(&b, "\nFailed: %s, %s: %s\n", name, unit.Plural(count[name], "round"), docpart.Cell(example[name]))
	}
	return b.String()
}
