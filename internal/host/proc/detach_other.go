//go:build !linux

package proc

import "os/exec"

// Detach is for systems whose settings tare can change.
func Detach(*exec.Cmd) {}
