package benchpage

import (
	"testing"

	"tare/internal/record"
)

func TestRevision(t *testing.T) {
	outside := Revision(record.Source{VCSWhy: "not a repository"})
	if outside.Value != "" || outside.Missing != "undetermined: not a repository" {
		t.Errorf("outside a repository: %+v", outside)
	}
	dirty := Revision(record.Source{Revision: "abc", Dirty: true, VCSStatus: record.Measured})
	if dirty.Value != "abc" || dirty.Flag != "dirty" {
		t.Errorf("changed files: %+v", dirty)
	}
}
