// Package vmtest tells the tests of this project which capabilities of the
// machine they may count on. A test that needs one the machine lacks is
// skipped, except where the machine is known to have it: there a missing
// capability is a failure, lest a whole test bed pass by running nothing.
package vmtest

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// Need ends the test unless missing is nil: it skips, or fails when the
// environment variable TARE_REQUIRE names the capability. TARE_REQUIRE is a
// list separated by commas, such as "cgroup1,vm"; missing says what was tried.
func Need(t testing.TB, capability string, missing error) {
	t.Helper()
	switch {
	case missing == nil:
	case slices.Contains(strings.Split(os.Getenv("TARE_REQUIRE"), ","), capability):
		t.Fatalf("TARE_REQUIRE promises %s, but: %v", capability, missing)
	default:
		t.Skipf("needs %s: %v", capability, missing)
	}
}

// Inside reports whether the process runs in the virtual machine test bed,
// where a test may change the machine as it likes.
func Inside() bool { return os.Getenv("TARE_VM") == "1" }
