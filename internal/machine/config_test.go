package machine_test

import (
	"bytes"
	"compress/gzip"
	"testing"

	"tare/internal/record"
)

func TestTick(t *testing.T) {
	packed := func(text string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, err := w.Write([]byte(text))
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	proc := map[string]string{sysctl + "osrelease": "6.12.1-arch\n"}
	own := map[string]string{"proc/config.gz": packed("# Linux\nCONFIG_HZ_1000=y\nCONFIG_HZ=1000\n")}
	boot := map[string]string{"boot/config-6.12.1-arch": "CONFIG_HZ_250=y\nCONFIG_HZ=250\n"}
	checkReadings(t, "amd64", []reading{
		{name: "the kernel's own", fact: record.FactTick, files: with(proc, own, boot), value: "1000Hz", number: 1000},
		{name: "boot", fact: record.FactTick, files: with(proc, boot), value: "250Hz", number: 250},
		{name: "modules", fact: record.FactTick, files: with(proc, map[string]string{"lib/modules/6.12.1-arch/config": "CONFIG_HZ=300\n"}), value: "300Hz", number: 300},
		{name: "of another kernel", fact: record.FactTick, files: with(proc, map[string]string{"boot/config-6.12.2": "CONFIG_HZ=250\n"}),
			why: "neither in /proc/config.gz nor in /boot"},
		{name: "nowhere", fact: record.FactTick, files: with(proc, map[string]string{"boot/vmlinuz": "x"}),
			why: "neither in /proc/config.gz nor in /boot"},
		{name: "without HZ", fact: record.FactTick, files: with(proc, map[string]string{"boot/config-6.12.1-arch": "CONFIG_SMP=y\n"}),
			why: "CONFIG_HZ=\"\" is not a frequency"},
		{name: "not packed", fact: record.FactTick, files: with(proc, boot, map[string]string{"proc/config.gz": "CONFIG_HZ=250\n"}),
			why: "/proc/config.gz: gzip: invalid header"},
		{name: "cut off", fact: record.FactTick, files: with(proc, boot, map[string]string{"proc/config.gz": own["proc/config.gz"][:20]}),
			why: "/proc/config.gz: unexpected EOF"},
	})
}
