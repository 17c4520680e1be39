//go:build !linux

package proc

import "runtime"

// Allowed returns how many CPUs tare may run on, which is what its processes may.
func Allowed(int) (int, error) { return runtime.NumCPU(), nil }
