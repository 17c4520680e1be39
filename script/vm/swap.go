package main

import (
	"encoding/binary"
	"os"
)

// The size of the machine's swap area, and of its pages, in bytes.
const (
	swapSize = 16 << 20
	pageSize = 4096
)

// writeSwap makes a file that is an empty swap area: the header of
// include/linux/swap.h, as mkswap(8) writes it.
func writeSwap(file string) error {
	image := make([]byte, swapSize)
	const info = 1024 // behind what a boot loader may need
	binary.LittleEndian.PutUint32(image[info:], 1)
	binary.LittleEndian.PutUint32(image[info+4:], swapSize/pageSize-1)
	copy(image[pageSize-10:], "SWAPSPACE2")
	return os.WriteFile(file, image, 0o600)
}
