package machine_test

import (
	"testing"

	"tare/internal/record"
)

func TestTools(t *testing.T) {
	const (
		devices = "sys/bus/event_source/devices/"
		mounts  = "1 0 8:1 / / rw - ext4 a rw\n"
		debug   = "2 1 0:8 / /sys/kernel/debug/tracing rw - tracefs tracefs rw\n"
		own     = "3 1 0:8 / /sys/kernel/tracing rw - tracefs tracefs rw\n"
		lock    = "sys/kernel/security/lockdown"
	)
	for _, c := range []struct {
		files  map[string]string
		fact   string
		want   string
		number float64
		status record.Status
	}{
		{map[string]string{"proc/sys/kernel/perf_event_paranoid": "-1\n"}, record.FactPerfParanoid, "-1", -1, record.Measured},
		{map[string]string{"proc/sys/kernel/perf_event_max_sample_rate": "100000\n"}, record.FactPerfRate, "100000Hz", 1e5, record.Measured},
		{map[string]string{devices + "cpu/type": "4", devices + "msr/type": "10", devices + "uncore_imc_0/type": "11"}, record.FactPMU, "cpu", 0, record.Measured},
		{map[string]string{devices + "cpu_core/type": "4", devices + "cpu_atom/type": "10"}, record.FactPMU, "cpu_atom, cpu_core", 0, record.Measured},
		{map[string]string{devices + "armv8_cortex_a72/type": "8", devices + "arm_spe_0/type": "9"}, record.FactPMU, "armv8_cortex_a72", 0, record.Measured},
		{map[string]string{devices + "software/type": "1", devices + "power/type": "9"}, record.FactPMU, "none", 0, record.Measured},
		{map[string]string{"sys/bus/cpu/uevent": ""}, record.FactPMU, "", 0, record.Unsupported},
		{map[string]string{mountinfo: mounts}, record.FactTracefs, "not mounted", 0, record.Measured},
		{map[string]string{mountinfo: mounts + debug}, record.FactTracefs, "mounted at /sys/kernel/debug/tracing", 0, record.Measured},
		{map[string]string{mountinfo: mounts + own + debug}, record.FactTracefs, "mounted at /sys/kernel/tracing", 0, record.Measured},
		{map[string]string{lock: "none [integrity] confidentiality\n"}, record.FactLockdown, "integrity", 0, record.Measured},
		{map[string]string{lock: "none integrity\n"}, record.FactLockdown, "", 0, record.Undetermined},
		{map[string]string{"sys/kernel/security/lsm": "capability"}, record.FactLockdown, "", 0, record.Unsupported},
		{map[string]string{"sys/kernel/uevent_seqnum": "1"}, record.FactLockdown, "", 0, record.Undetermined},
	} {
		if f := readOne(t, c.files, c.fact); f.Value != c.want || f.Number != c.number || f.Status != c.status {
			t.Errorf("%v: got %+v, want %q and %v", c.files, f, c.want, c.number)
		}
	}
}
