package importtest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// rules say which package may import what. Packages are named below the module,
// and a pattern that ends in "/..." covers a package and all below it.
type rules struct {
	module     string
	layers     []layer
	impure     []string // standard packages that pure layers may not import
	reserved   []reservation
	exceptions []exception
}

// layer is a group of packages under the same rules.
type layer struct {
	name      string
	packages  []string
	pure      bool
	layers    []string // names of layers it may import
	libraries []string // patterns of packages outside module and standard library
}

// reservation keeps standard packages to a few layers.
type reservation struct {
	imports []string
	layers  []string
	advice  string
}

// exception lets one package import one thing, for a reason.
type exception struct {
	pkg, imports, reason string
}

// graph holds the direct imports of each package of the module.
type graph map[string][]string

// violations returns one sentence for each broken rule, in a stable order.
func (r rules) violations(g graph) []string {
	var found []string
	used := map[exception]bool{}
	for _, pkg := range slices.Sorted(maps.Keys(g)) {
		name := strings.TrimPrefix(pkg, r.module+"/")
		from, ok := r.layerOf(name)
		if !ok {
			found = append(found, fmt.Sprintf("%s is in no layer: add it to one in internal/test/importtest/layers_test.go", name))
			continue
		}
		for _, imported := range g[pkg] {
			wrong := r.wrong(from, imported)
			if wrong == "" {
				continue
			}
			if e, ok := r.exceptionFor(name, imported); ok {
				used[e] = true
				continue
			}
			found = append(found, fmt.Sprintf("%s (%s) imports %s: %s", name, from.name, imported, wrong))
		}
	}
	for _, e := range r.exceptions {
		if !used[e] {
			found = append(found, fmt.Sprintf("the exception for %s to import %s is not needed: remove it", e.pkg, e.imports))
		}
	}
	return found
}

// wrong says what is wrong with an import by a layer, or nothing.
func (r rules) wrong(from layer, imported string) string {
	if name, ok := strings.CutPrefix(imported, r.module+"/"); ok {
		to, known := r.layerOf(name)
		if known && !slices.Contains(from.layers, to.name) {
			return fmt.Sprintf("the layer %s may import %s, not %s", from.name, orNothing(from.layers), to.name)
		}
		return "" // an unknown one is reported for itself
	}
	if !isStandard(imported) {
		if !matchesAny(from.libraries, imported) {
			return fmt.Sprintf("the layer %s may use the libraries %s only", from.name, orNothing(from.libraries))
		}
		return ""
	}
	for _, reserved := range r.reserved {
		if slices.Contains(reserved.imports, imported) && !slices.Contains(reserved.layers, from.name) {
			return fmt.Sprintf("that is reserved to the layer %s: %s", strings.Join(reserved.layers, ", "), reserved.advice)
		}
	}
	if from.pure && slices.Contains(r.impure, imported) {
		return fmt.Sprintf("the layer %s is pure: take an io.Reader, an fs.FS or a value instead", from.name)
	}
	return ""
}

func (r rules) layerOf(pkg string) (layer, bool) {
	for _, l := range r.layers {
		if matchesAny(l.packages, pkg) {
			return l, true
		}
	}
	return layer{}, false
}

func (r rules) exceptionFor(pkg, imported string) (exception, bool) {
	for _, e := range r.exceptions {
		if e.pkg == pkg && e.imports == imported {
			return e, true
		}
	}
	return exception{}, false
}

func matchesAny(patterns []string, pkg string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		root, tree := strings.CutSuffix(pattern, "/...")
		return pkg == root || tree && strings.HasPrefix(pkg, root+"/")
	})
}

// isStandard goes by the go command's own rule: the first element of any other
// path has a dot. (The module itself, which has none, is told apart before.)
func isStandard(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return !strings.Contains(first, ".")
}

func orNothing(names []string) string {
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, ", ")
}

func words(s string) []string { return strings.Fields(s) }
