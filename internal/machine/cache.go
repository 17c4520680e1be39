package machine

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tare/internal/read/sysfs"
	"tare/internal/record"
)

// cache is one data or unified cache of a CPU.
type cache struct {
	level  int64
	data   bool   // has nothing but data
	size   uint64 // bytes
	shared int    // by how many CPUs
	line   int64  // bytes; 0 if unknown
}

// caches describes those of the first CPU, which on hybrid processors is one of
// the fast ones.
func (s source) caches() (string, float64, error) {
	if s.coresErr != nil {
		return "", 0, s.coresErr
	}
	found, err := s.readCaches(cpuFile(s.online[0], "cache"))
	if err != nil {
		return "", 0, err
	}
	var parts []string
	for _, c := range found {
		part := "L" + strconv.FormatInt(c.level, 10)
		if c.data {
			part += "d"
		}
		part += " " + wholeSize(c.size)
		if c.shared > len(s.cores[0].cpus) {
			part += fmt.Sprintf(" shared by %d CPUs", c.shared)
		}
		parts = append(parts, part)
	}
	last := found[len(found)-1]
	if last.line > 0 {
		parts = append(parts, fmt.Sprintf("line %dB", last.line))
	}
	return strings.Join(parts, ", "), float64(last.size), nil
}

// readCaches returns the data and unified caches below a directory, from the
// first level to the last, at least one. See
// Documentation/ABI/testing/sysfs-devices-system-cpu.
func (s source) readCaches(dir string) ([]cache, error) {
	indexes, err := s.entries(dir, "index")
	if err != nil {
		return nil, err
	}
	var found []cache
	for _, index := range indexes {
		kind, err := s.text(index + "/type")
		if err == nil && kind == "Instruction" {
			continue
		}
		var c cache
		if err == nil {
			c, err = s.readCache(index)
		}
		if missing(err) {
			continue // the firmware of many ARM machines does not tell sizes
		}
		if err != nil {
			return nil, err
		}
		c.data = kind == "Data"
		found = append(found, c)
	}
	if len(found) == 0 {
		return nil, lack{record.Unsupported, "/" + dir + " gives no sizes"}
	}
	slices.SortStableFunc(found, func(a, b cache) int { return cmp.Compare(a.level, b.level) })
	return found, nil
}

func (s source) readCache(index string) (c cache, err error) {
	if c.level, err = s.number(index + "/level"); err != nil {
		return c, err
	}
	if c.size, err = parseText(s, index+"/size", sysfs.ParseSize); err != nil {
		return c, err
	}
	shared, err := s.list(index + "/shared_cpu_list")
	if err != nil {
		return c, err
	}
	c.shared = len(shared)
	c.line, err = s.number(index + "/coherency_line_size")
	if missing(err) {
		err = nil
	}
	return c, err
}

// wholeSize formats the exact size of something that is built in powers of two:
// 48KiB, 1.25MiB, 1GiB.
func wholeSize(bytes uint64) string {
	size, units := float64(bytes)/1024, []string{"KiB", "MiB", "GiB"}
	for ; size >= 1024 && len(units) > 1; units = units[1:] {
		size /= 1024
	}
	return strconv.FormatFloat(size, 'f', -1, 64) + units[0]
}
