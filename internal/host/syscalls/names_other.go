//go:build !amd64 && !arm64

package syscalls

var names [0]string
