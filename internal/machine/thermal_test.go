package machine_test

import (
	"fmt"
	"syscall"
	"testing"

	"tare/internal/machine"
	"tare/internal/record"
)

func TestThrottleCounts(t *testing.T) {
	counts := func(cpu, core, pkg int) map[string]string {
		dir := fmt.Sprintf("%scpu%d/thermal_throttle/", cpus, cpu)
		return map[string]string{dir + "core_throttle_count": fmt.Sprintln(core), dir + "package_throttle_count": fmt.Sprintln(pkg)}
	}
	// Siblings and cores of one package repeat each other's counts.
	laptop := with(cores("0-3", 2, "0,2", "1,3"), counts(0, 5, 3), counts(1, 7, 3), counts(2, 5, 3), counts(3, 7, 3))
	checkReadings(t, "amd64", []reading{
		{name: "one package", fact: record.FactThrottleCounts, files: laptop,
			value: "12 core and 3 package events since boot", number: 15},
		{name: "two packages", fact: record.FactThrottleCounts, files: with(cores("0-1", 1, "0", "1"), counts(0, 1, 2), counts(1, 10, 20)),
			value: "11 core and 22 package events since boot", number: 33},
		{name: "never", fact: record.FactThrottleCounts, files: with(cores("0", 1, "0"), counts(0, 0, 0)),
			value: "0 core and 0 package events since boot"},
		{name: "AMD", fact: record.FactThrottleCounts, files: cores("0", 1, "0"),
			status: record.Unsupported, why: "cpu0/thermal_throttle/core_throttle_count: "},
	})
}

// device returns the files of one device in a class.
func device(class, name string, attributes map[string]string) map[string]string {
	files := make(map[string]string)
	for attribute, value := range attributes {
		files["sys/class/"+class+"/"+name+"/"+attribute] = value + "\n"
	}
	return files
}

func TestTemperature(t *testing.T) {
	disk := device("hwmon", "hwmon0", map[string]string{"name": "nvme", "temp1_input": "99000"})
	intel := device("hwmon", "hwmon1", map[string]string{"name": "coretemp",
		"temp1_input": "54000", "temp1_crit": "100000", "temp2_input": "51000", "temp2_crit": "90000"})
	pi := device("thermal", "thermal_zone0", map[string]string{"type": "cpu-thermal", "temp": "48312",
		"trip_point_0_type": "passive", "trip_point_0_temp": "80000", "trip_point_1_type": "critical", "trip_point_1_temp": "110000"})
	board := device("thermal", "thermal_zone1", map[string]string{"type": "acpitz", "temp": "98000"})
	checkReadings(t, "amd64", []reading{
		{name: "hottest of the driver", fact: record.FactTemperature, files: with(disk, intel, pi),
			value: "54°C, limit 100°C", number: 54},
		{name: "no limit", fact: record.FactTemperature, files: device("hwmon", "hwmon0", map[string]string{"name": "k10temp", "temp1_input": "61250"}),
			value: "61°C", number: 61.25},
		{name: "zone", fact: record.FactTemperature, files: with(disk, pi, board),
			value: "48°C, limit 110°C", number: 48.312},
		{name: "zone without hwmon", fact: record.FactTemperature,
			files: device("thermal", "thermal_zone0", map[string]string{"type": "x86_pkg_temp", "temp": "-5000"}),
			value: "-5°C", number: -5},
		{name: "none of a CPU", fact: record.FactTemperature, files: with(disk, board),
			status: record.Unsupported, why: "no driver offers a temperature of the CPUs"},
		{name: "damaged", fact: record.FactTemperature, files: device("hwmon", "hwmon0", map[string]string{"name": "k10temp", "temp1_input": "hot"}),
			why: "temp1_input: \"hot\" is not a number"},
		{name: "no thermal", fact: record.FactTemperature, files: disk,
			status: record.Unsupported, why: "/sys/class/thermal: "},
	})
	asleep := failing{tree(intel), func(name string) error {
		if name == "sys/class/hwmon/hwmon1/temp1_input" {
			return syscall.EAGAIN
		}
		return nil
	}}
	if f := machine.Read(asleep, machine.Options{GOOS: "linux"}).Fact(record.FactTemperature); f.Value != "51°C, limit 90°C" {
		t.Errorf("got %+v", f)
	}
}
