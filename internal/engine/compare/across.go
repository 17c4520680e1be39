package compare

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"tare/internal/engine/exit"
	"tare/internal/measure/build"
	"tare/internal/record"
)

// pairUp has given binaries measured against whatever the others are, also if
// they were built from packages of other names, when there is one on every side.
func pairUp(variants []Variant) {
	given := false
	for _, v := range variants {
		if len(v.binaries) != 1 {
			return
		}
		given = given || v.code.given != ""
	}
	if !given {
		return
	}
	for key := range variants[0].binaries {
		for i, v := range variants {
			for _, only := range v.binaries {
				variants[i].binaries = map[string][]build.Binary{key: only}
			}
		}
	}
}

// checkOverlap is an error when no package is on all sides.
func checkOverlap(variants []Variant) error {
	var sides []string
	common := maps.Clone(variants[0].binaries)
	for _, v := range variants {
		maps.DeleteFunc(common, func(key string, _ []build.Binary) bool { return v.binaries[key] == nil })
		sides = append(sides, fmt.Sprintf("%s has %s", v.Name, strings.Join(slices.Sorted(maps.Keys(v.binaries)), ", ")))
	}
	if len(common) > 0 {
		return nil
	}
	return exit.Errorf(exit.Broken, "to compare one package, name both sides and then the package: tare compare HEAD . ./name",
		"no package with benchmarks is on all sides: %s", strings.Join(sides, "; "))
}

// level gives all variants' processes as much environment, with the directory that
// they run in, which is in a variable as well: where a program's stack begins
// depends on it.
func level(variants []Variant) {
	size := func(v Variant) int {
		n := len(v.code.dir)
		for _, kv := range v.env {
			n += len(kv) + 1 + 8 // the text with its end, and a pointer to it
		}
		return n
	}
	most := 0
	for _, v := range variants {
		most = max(most, size(v))
	}
	for i, v := range variants {
		variants[i].env = append(v.env, "TARE_PAD="+strings.Repeat("x", most-size(v)))
	}
}

// workspaces finds a go.work file that only one of two sides is built with: it is
// often not committed.
func workspaces(variants []Variant) []record.Finding {
	var found []record.Finding
	base := variants[0]
	for _, v := range variants[1:] {
		if base.code.chain == nil || v.code.chain == nil || (base.code.chain.Work == "") == (v.code.chain.Work == "") {
			continue
		}
		found = append(found, record.Finding{ID: "workspace", Severity: record.Warning,
			What:     fmt.Sprintf("Only one of %s and %s is built in a workspace: the code of other modules may differ, too.", base.Name, v.Name),
			Evidence: fmt.Sprintf("workspace: %s.", base.code.chain.Work+v.code.chain.Work), Fix: "Set GOWORK=off, or commit go.work."})
	}
	return found
}

// samePrograms finds contenders whose binaries are the base's to the byte, under
// the same conditions: two names of one commit, or a change without effect.
func samePrograms(variants []Variant) []record.Finding {
	var found []record.Finding
	base := variants[0]
	for _, v := range variants[1:] {
		if v.Role != record.Contender || !base.sameCell(v) {
			continue
		}
		var same []string
		for _, key := range slices.Sorted(maps.Keys(v.binaries)) {
			if b := base.binaries[key]; b != nil && sameFile(b[0].Path, v.binaries[key][0].Path) {
				same = append(same, key)
			}
		}
		if len(same) > 0 {
			found = append(found, record.Finding{ID: "same-program", Severity: record.Info,
				What:     fmt.Sprintf("Packages of %s and %s compile to the same program: any difference there is measurement error.", base.Name, v.Name),
				Evidence: fmt.Sprintf("equal to the byte: %s.", strings.Join(same, ", "))})
		}
	}
	return found
}
