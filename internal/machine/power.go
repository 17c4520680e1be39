package machine

import (
	"strings"

	"tare/internal/record"
)

// power returns what feeds the machine: "mains" when any charger or adapter is
// online, otherwise the state of a battery, of one in use if there is one. Those
// of mice and keyboards have the scope Device. See
// Documentation/ABI/testing/sysfs-class-power.
func (s source) power() (string, error) {
	supplies, err := s.entries("sys/class/power_supply", "")
	if err != nil {
		return "", err
	}
	battery := ""
	for _, supply := range supplies {
		kind, err := s.text(supply + "/type")
		if err != nil {
			return "", err
		}
		if scope, _ := s.text(supply + "/scope"); scope == "Device" {
			continue
		}
		if kind == "Battery" {
			status, err := s.text(supply + "/status")
			if err != nil {
				return "", err
			}
			if battery == "" || status == "Discharging" {
				battery = "battery (" + strings.ToLower(status) + ")"
			}
			continue
		}
		online, err := s.number(supply + "/online")
		if err != nil && !missing(err) {
			return "", err
		}
		if online > 0 {
			return "mains", nil
		}
	}
	if battery == "" {
		return "", lack{record.Unsupported, "no power supply reports itself, as on servers and virtual machines"}
	}
	return battery, nil
}
