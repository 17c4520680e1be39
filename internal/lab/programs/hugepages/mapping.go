//go:build linux

package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// From linux/mman.h; package syscall lacks the flags of madvise.
const (
	madvHugepage   = 14
	madvNohugepage = 15
)

// mapped maps memory and writes to all of its pages, so that the kernel has to give them.
func mapped(pages string, size int) ([]byte, error) {
	flags := syscall.MAP_PRIVATE | syscall.MAP_ANON
	advice := 0
	switch pages {
	case "small":
		advice = madvNohugepage
	case "madvise":
		advice = madvHugepage
	case "hugetlb":
		flags |= syscall.MAP_HUGETLB
	default:
		return nil, fmt.Errorf("-pages=%s: want small, madvise or hugetlb", pages)
	}
	memory, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, flags)
	if err != nil {
		return nil, fmt.Errorf("mapping %d MiB of %s pages: %w; huge ones are reserved by /proc/sys/vm/nr_hugepages", size>>20, pages, err)
	}
	if advice != 0 {
		if err := syscall.Madvise(memory, advice); err != nil {
			return nil, fmt.Errorf("madvise: %w: has the kernel transparent huge pages?", err)
		}
	}
	for i := 0; i < len(memory); i += os.Getpagesize() {
		memory[i] = 0
	}
	return memory, nil
}

// hugeShare returns the share of the memory that is in huge pages. The kernel may have merged
// its mapping with a neighbour, or split it: all that lie within count.
func hugeShare(memory []byte) (float64, error) {
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		return 0, err
	}
	defer f.Close()
	first, err := strconv.ParseUint(fmt.Sprintf("%p", memory), 0, 64) // where its first byte is
	if err != nil {
		return 0, err
	}
	last := first + uint64(len(memory))
	inside, kilobytes := false, 0
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		name, rest, _ := strings.Cut(lines.Text(), " ")
		if from, to, ok := strings.Cut(name, "-"); ok {
			a, _ := strconv.ParseUint(from, 16, 64)
			b, _ := strconv.ParseUint(to, 16, 64)
			inside = a < last && first < b
			continue
		}
		if inside && (name == "AnonHugePages:" || name == "Private_Hugetlb:") {
			n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(rest), " kB"))
			if err != nil {
				return 0, fmt.Errorf("%q: %w", lines.Text(), err)
			}
			kilobytes += n
		}
	}
	return float64(kilobytes<<10) / float64(len(memory)), lines.Err()
}
