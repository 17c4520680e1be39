package machine

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tare/internal/record"
)

// throttleCounts adds up how often heat slowed CPUs down. Every CPU counts for
// its core and for its package, so that one CPU of each is enough. Only Intel
// has these: see drivers/thermal/intel/therm_throt.c.
func (s source) throttleCounts() (string, float64, error) {
	if s.coresErr != nil {
		return "", 0, s.coresErr
	}
	var cores, packages int64
	seen := make(map[string]bool)
	for _, c := range s.cores {
		dir := cpuFile(c.cpus[0], "thermal_throttle")
		n, err := s.number(dir + "/core_throttle_count")
		if err != nil {
			return "", 0, err
		}
		cores += n
		if seen[c.socket] {
			continue
		}
		seen[c.socket] = true
		if n, err = s.number(dir + "/package_throttle_count"); err != nil {
			return "", 0, err
		}
		packages += n
	}
	return fmt.Sprintf("%d core and %d package events since boot", cores, packages), float64(cores + packages), nil
}

// sensor is where a temperature is read, and the one at which the hardware steps
// in, both in millidegrees. The limit is empty where there is none.
type sensor struct{ input, limit string }

// temperature is that of the hottest sensor of the CPUs, from their own driver
// or, where there is none, from the thermal zones.
func (s source) temperature() (string, float64, error) {
	sensors, err := s.hwmonSensors()
	if len(sensors) == 0 && (err == nil || missing(err)) {
		sensors, err = s.zoneSensors()
	}
	if err != nil {
		return "", 0, err
	}
	var limit string
	highest := math.Inf(-1)
	for _, sensor := range sensors {
		milli, e := s.number(sensor.input)
		if e != nil {
			err = e // it matters when no sensor can be read: some sleep
			continue
		}
		if c := float64(milli) / 1000; c > highest {
			limit, highest = sensor.limit, c
		}
	}
	switch {
	case !math.IsInf(highest, -1):
		return fmt.Sprintf("%.0f°C", highest) + s.limit(limit), highest, nil
	case err != nil:
		return "", 0, err
	}
	return "", 0, lack{record.Unsupported, "no driver offers a temperature of the CPUs, as in most virtual machines"}
}

// limit only embellishes.
func (s source) limit(file string) string {
	if file == "" {
		return ""
	}
	milli, err := s.number(file)
	if err != nil {
		return ""
	}
	return fmt.Sprintf(", limit %.0f°C", float64(milli)/1000)
}

// cpuDrivers are the hwmon drivers of CPUs: of Intel, of AMD (k10temp, and
// zenpower in its place), and of ARM boards.
var cpuDrivers = []string{"coretemp", "k10temp", "zenpower", "cpu_thermal"}

// hwmonSensors: see Documentation/hwmon/sysfs-interface.rst.
func (s source) hwmonSensors() ([]sensor, error) {
	devices, err := s.entries("sys/class/hwmon", "hwmon")
	if err != nil {
		return nil, err
	}
	var sensors []sensor
	for _, device := range devices {
		driver, err := s.text(device + "/name")
		if err != nil {
			return nil, err
		}
		if !slices.Contains(cpuDrivers, driver) {
			continue
		}
		files, err := s.entries(device, "temp")
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			if prefix, ok := strings.CutSuffix(file, "_input"); ok {
				sensors = append(sensors, sensor{file, prefix + "_crit"})
			}
		}
	}
	return sensors, nil
}

// zoneSensors returns the thermal zones that are named after CPUs or the chip
// that holds them: see Documentation/driver-api/thermal/sysfs-api.rst.
func (s source) zoneSensors() ([]sensor, error) {
	zones, err := s.entries("sys/class/thermal", "thermal_zone")
	if err != nil {
		return nil, err
	}
	var sensors []sensor
	for _, zone := range zones {
		kind, err := s.text(zone + "/type")
		if err != nil {
			return nil, err
		}
		if strings.Contains(kind, "cpu") || strings.HasPrefix(kind, "soc") || kind == "x86_pkg_temp" {
			sensors = append(sensors, sensor{zone + "/temp", s.criticalTrip(zone)})
		}
	}
	return sensors, nil
}

// criticalTrip returns the file with the temperature at which a zone shuts the
// machine down, or "".
func (s source) criticalTrip(zone string) string {
	trips, _ := s.entries(zone, "trip_point_")
	for _, trip := range trips {
		if prefix, ok := strings.CutSuffix(trip, "_type"); ok {
			if kind, _ := s.text(trip); kind == "critical" {
				return prefix + "_temp"
			}
		}
	}
	return ""
}
