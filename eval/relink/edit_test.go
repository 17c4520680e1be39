package main

import (
	"go/parser"
	"go/token"
	"maps"
	"testing"
)

// Edits are Go, differ, and leave the benchmarks alone.
func TestEdit(t *testing.T) {
	for seed := range uint64(20) {
		files := edit(seed, seed%2 == 1)
		if files["subject_test.go"] != subject || maps.Equal(files, module()) {
			t.Errorf("edit %d changes the subject, or nothing", seed)
		}
		if _, there := files["init_test.go"]; there != (seed%2 == 1) {
			t.Errorf("edit %d: init: %v", seed, there)
		}
		for name, text := range files {
			if _, err := parser.ParseFile(token.NewFileSet(), name, text, 0); name != "go.mod" && err != nil {
				t.Errorf("edit %d: %s", seed, err)
			}
		}
	}
}
