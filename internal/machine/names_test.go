package machine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"sync"
	"testing"

	"tare/internal/record"
)

// factNames returns the names of the facts that Read reads: the constants of
// package record that begin with "Fact", so that a new one cannot be forgotten
// here, but for busy processes, which take two looks.
var factNames = sync.OnceValues(func() ([]string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "../record/facts.go", nil, 0)
	if err != nil {
		return nil, err
	}
	var names []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || !strings.HasPrefix(spec.Names[0].Name, "Fact") {
			return true
		}
		name, unquoteErr := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if unquoteErr != nil {
			err = unquoteErr
		}
		if name != record.FactNeighbours {
			names = append(names, name)
		}
		return true
	})
	return names, err
})

func TestFactNames(t *testing.T) {
	names, err := factNames()
	if err != nil || len(names) < 60 {
		t.Errorf("package record names %d facts (%v)", len(names), err)
	}
}
