//go:build !linux

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "this program pins threads by Linux's system calls")
	os.Exit(1)
}
