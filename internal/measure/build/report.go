package build

import (
	"errors"
	"fmt"

	"tare/internal/record"
)

// Failure describes a package whose test binary could not be built, or that could
// not be loaded when err is nil.
func Failure(p Package, err error) record.Failure {
	f := record.Failure{Package: p.ImportPath, Stage: "load", Outcome: record.Failed, Message: p.Err}
	if err != nil {
		f.Stage, f.Message = "build", err.Error()
	}
	if e := (*CommandError)(nil); errors.As(err, &e) {
		f.Message, f.Output = "the test does not build", e.Output
	}
	return f
}

// Unhooked says what it means that the test binaries of what have no hook.
func Unhooked(what string, why error) record.Finding {
	return record.Finding{ID: "no-hook", Severity: record.Serious,
		What:     fmt.Sprintf("%s: package testing could not be hooked; readings cover whole processes, start-up included, and net is not known", what),
		Evidence: why.Error(),
		Fix:      "use a Go version that this tare knows (1.24 to 1.27), or a newer tare"}
}
