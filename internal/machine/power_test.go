package machine_test

import (
	"testing"

	"tare/internal/record"
)

func TestPower(t *testing.T) {
	adapter := func(online string) map[string]string {
		return device("power_supply", "ADP1", map[string]string{"type": "Mains", "online": online})
	}
	battery := func(status string) map[string]string {
		return device("power_supply", "BAT0", map[string]string{"type": "Battery", "status": status, "online": "1"})
	}
	mouse := device("power_supply", "hid0", map[string]string{"type": "Battery", "scope": "Device", "status": "Discharging"})
	checkReadings(t, "amd64", []reading{
		{name: "mains", fact: record.FactPower, files: with(adapter("1"), battery("Charging")), value: "mains"},
		{name: "battery", fact: record.FactPower, files: with(adapter("0"), battery("Discharging")), value: "battery (discharging)"},
		{name: "charger in a port", fact: record.FactPower, files: with(adapter("0"), battery("Not charging"),
			device("power_supply", "ucsi1", map[string]string{"type": "USB", "online": "1"})), value: "mains"},
		{name: "two batteries", fact: record.FactPower, files: with(battery("Discharging"),
			device("power_supply", "BAT1", map[string]string{"type": "Battery", "status": "Full"})), value: "battery (discharging)"},
		{name: "second battery in use", fact: record.FactPower, files: with(battery("Not charging"),
			device("power_supply", "BAT1", map[string]string{"type": "Battery", "status": "Discharging"})), value: "battery (discharging)"},
		{name: "mouse", fact: record.FactPower, files: mouse, status: record.Unsupported, why: "no power supply reports itself"},
		{name: "supply that says nothing", fact: record.FactPower, files: with(battery("Full"), device("power_supply", "UPS", map[string]string{"type": "UPS"})),
			value: "battery (full)"},
		{name: "damaged", fact: record.FactPower, files: adapter("x"), why: "ADP1/online: \"x\" is not a number"},
		{name: "none", fact: record.FactPower, files: map[string]string{cpus + "online": "0\n"},
			status: record.Unsupported, why: "/sys/class/power_supply: "},
	})
}
