package machine

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tare/internal/read"
)

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
