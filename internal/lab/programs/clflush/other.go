//go:build !linux || !amd64

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "CLFLUSH is an instruction of amd64 CPUs, and looked for in executables of Linux")
	os.Exit(1)
}
