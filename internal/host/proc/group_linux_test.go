package proc

import (
	"os/exec"
	"syscall"
	"testing"
)

// TestAsGroup leaves what the command is to be besides.
func TestAsGroup(t *testing.T) {
	cmd := exec.Command("true")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 1}}
	AsGroup(cmd)
	if a := cmd.SysProcAttr; !a.Setpgid || a.Credential == nil || a.Credential.Uid != 1 {
		t.Errorf("%+v", a)
	}
}
