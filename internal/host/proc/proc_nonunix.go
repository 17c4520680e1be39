//go:build !unix

package proc

import (
	"os"
	"os/exec"
	"time"

	"tare/internal/record"
)

// AsGroup has cmd, which is not started yet, end soon after its context. Waited is to
// be called when cmd was waited for.
func AsGroup(cmd *exec.Cmd) (waited func()) {
	cmd.WaitDelay = 3 * time.Second
	return func() {}
}

// rusage knows nothing here.
func rusage(*os.ProcessState) map[record.Metric]float64 { return nil }
