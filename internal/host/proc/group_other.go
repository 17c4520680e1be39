//go:build !unix

package proc

import (
	"os/exec"
	"time"
)

// AsGroup has cmd, which is not started yet, end soon after its context. Waited is to
// be called when cmd was waited for.
func AsGroup(cmd *exec.Cmd) (waited func()) {
	cmd.WaitDelay = 3 * time.Second
	return func() {}
}
