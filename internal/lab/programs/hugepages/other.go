//go:build !linux

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "huge pages are asked for, and proven, as Linux has it")
	os.Exit(1)
}
