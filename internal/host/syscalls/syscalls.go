// Package syscalls names the system calls of Linux.
package syscalls

import "fmt"

//go:generate go run generate.go amd64 arm64

// Name returns the name of a system call of this architecture, such as
// "epoll_pwait", or its number in words when it is not known.
func Name(number int32) string {
	if number >= 0 && int(number) < len(names) && names[number] != "" {
		return names[number]
	}
	return fmt.Sprintf("call %d", number)
}
