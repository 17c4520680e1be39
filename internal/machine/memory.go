package machine

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"tare/internal/read"
	"tare/internal/record"
	"tare/internal/record/unit"
)

var memoryReaders = []reader{
	{record.FactMemory, size("MemTotal")},
	{record.FactMemoryAvailable, size("MemAvailable")},
	{record.FactSwap, source.swap},
	{record.FactSwappiness, integer("proc/sys/vm/swappiness")},
	{record.FactTHP, chosen(transparentDir + "/enabled")},
	{record.FactTHPDefrag, chosen(transparentDir + "/defrag")},
	{record.FactHugePages, source.reservedHugePages},
	{record.FactKSM, text(source.sharedPages)},
	{record.FactOvercommit, source.overcommit},
}

// size reads a line of /proc/meminfo.
func size(name string) readFunc {
	return func(s source) (string, float64, error) {
		v, err := s.bytes(name)
		return unit.Bytes(float64(v)), float64(v), err
	}
}

func (s source) bytes(name string) (uint64, error) {
	if s.memErr != nil {
		return 0, s.memErr
	}
	v, ok := s.meminfo[name]
	if !ok {
		return 0, lack{record.Unsupported, "/proc/meminfo has no " + name}
	}
	return v, nil
}

func (s source) swap() (string, float64, error) {
	total, err := s.bytes("SwapTotal")
	if err != nil {
		return "", 0, err
	}
	free, err := s.bytes("SwapFree")
	if err != nil {
		return "", 0, err
	}
	if free > total {
		return "", 0, undetermined("/proc/meminfo: SwapFree exceeds SwapTotal")
	}
	used := float64(total - free)
	return unit.Bytes(used) + " of " + unit.Bytes(float64(total)), used, nil
}

// overcommit names the modes of Documentation/mm/overcommit-accounting.rst.
func (s source) overcommit() (string, float64, error) {
	const name = "proc/sys/vm/overcommit_memory"
	modes := []string{"0 (heuristic)", "1 (always)", "2 (never)"}
	n, err := s.number(name)
	if err != nil {
		return "", 0, err
	}
	if n < 0 || n >= int64(len(modes)) {
		return "", 0, undetermined("/%s: unknown mode %d", name, n)
	}
	return modes[n], float64(n), nil
}

// sharedPages says what kernel same-page merging does. Stopping it leaves the
// pages merged, and the first write to each slow: Documentation/admin-guide/mm/ksm.rst.
func (s source) sharedPages() (string, error) {
	const name = "sys/kernel/mm/ksm/run"
	run, err := s.number(name)
	if err != nil {
		return "", err
	}
	switch run {
	case 1:
		return "running", nil
	case 2:
		return "off", nil
	case 0:
		shared, err := s.number("sys/kernel/mm/ksm/pages_shared")
		if err == nil && shared > 0 {
			return "stopped, pages merged before stay merged", nil
		}
		return "off", err
	}
	return "", undetermined("/%s: unknown value %d", name, run)
}

const transparentDir = "sys/kernel/mm/transparent_hugepage"

// reservedHugePages lists the pools of huge pages that ordinary memory lacks, by
// page size. See Documentation/admin-guide/mm/hugetlbpage.rst.
func (s source) reservedHugePages() (string, float64, error) {
	pools, err := s.entries("sys/kernel/mm/hugepages", "hugepages-")
	if err != nil {
		return "", 0, err
	}
	var reserved []string
	var total float64
	for _, pool := range pools {
		text := strings.TrimSuffix(strings.TrimPrefix(path.Base(pool), "hugepages-"), "kB")
		kib, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			return "", 0, undetermined("/%s is not named after a page size", pool)
		}
		n, err := s.number(pool + "/nr_hugepages")
		if err != nil {
			return "", 0, err
		}
		if n < 0 {
			return "", 0, undetermined("/%s/nr_hugepages: %d is negative", pool, n)
		}
		if n == 0 {
			continue
		}
		total += float64(n) * float64(kib<<10)
		reserved = append(reserved, fmt.Sprintf("%d × %s", n, wholeSize(kib<<10)))
	}
	if reserved == nil {
		return "none", 0, nil
	}
	return strings.Join(reserved, ", "), total, nil
}

// balloon returns the driver through which the hypervisor can take memory away.
// A driver that is only built in has no device.
func (s source) balloon() (string, error) {
	for _, driver := range []string{"bus/virtio/drivers/virtio_balloon", "bus/vmbus/drivers/hv_balloon"} {
		devices, err := s.boundDevices("sys/" + driver)
		if err != nil {
			return "", err
		}
		if devices {
			return path.Base(driver), nil
		}
	}
	// Neither is a driver of devices: VMware's does not load elsewhere, and Xen's
	// makes a directory when it runs.
	for _, driver := range []struct{ name, dir string }{
		{"vmw_balloon", "sys/module/vmw_balloon"},
		{"xen-balloon", "sys/devices/system/xen_memory/xen_memory0"},
	} {
		err := read.Stat(s.root, driver.dir)
		if err == nil {
			return driver.name, nil
		}
		if !missing(err) {
			return "", err
		}
	}
	return "no", read.Stat(s.root, "sys/bus")
}

// boundDevices reports whether a driver has a device: an entry of its directory
// beside the attributes that every driver has (drivers/base/bus.c).
func (s source) boundDevices(driver string) (bool, error) {
	paths, err := s.entries(driver, "")
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	attributes := strings.Fields("bind unbind uevent module new_id remove_id")
	return slices.ContainsFunc(paths, func(p string) bool { return !slices.Contains(attributes, path.Base(p)) }), err
}
