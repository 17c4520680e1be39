package machine_test

import (
	"testing"

	"tare/internal/record"
)

func TestSteal(t *testing.T) {
	for text, want := range map[string]record.Fact{
		"cpu 100 0 50 900 10 0 0 50 0 0\n": {Value: "50 of 200 busy ticks since boot (25.00%)", Number: 0.25},
		"cpu 100 0 50 900 10 0 0 0 0 0\n":  {Value: "0 of 150 busy ticks since boot (0.00%)"},
		"cpu 0 0 0 900 10 0 0 0 0 0\n":     {},
		"cpu 100 0 50 900\n":               {}, // no field for it
	} {
		if f := readOne(t, map[string]string{"proc/stat": text}, record.FactSteal); f.Value != want.Value || f.Number != want.Number {
			t.Errorf("%q: got %+v, want %+v", text, f, want)
		}
	}
}

func TestBalloon(t *testing.T) {
	const virtio, hyperV = "sys/bus/virtio/drivers/virtio_balloon/", "sys/bus/vmbus/drivers/hv_balloon/"
	for _, c := range []struct {
		files []string
		want  string
	}{
		{[]string{virtio + "bind", virtio + "uevent", virtio + "unbind", virtio + "virtio0"}, "virtio_balloon"},
		{[]string{virtio + "bind", virtio + "uevent", virtio + "unbind", virtio + "module"}, "no"}, // a driver without a device
		{[]string{hyperV + "new_id", hyperV + "1eccfd72-4b41-45ef-b73a-4a6e44c12924"}, "hv_balloon"},
		{[]string{"sys/bus/cpu/uevent", "sys/module/vmw_balloon/initstate"}, "vmw_balloon"},
		{[]string{"sys/bus/cpu/uevent", "sys/devices/system/xen_memory/xen_memory0/target"}, "xen-balloon"},
		{[]string{"sys/bus/cpu/uevent"}, "no"},
		{[]string{"sys/kernel/uevent_seqnum"}, ""}, // cannot say
		{nil, ""},
	} {
		files := map[string]string{}
		for _, name := range c.files {
			files[name] = ""
		}
		if f := readOne(t, files, record.FactBalloon); f.Value != c.want {
			t.Errorf("%v: got %+v, want %q", c.files, f, c.want)
		}
	}
}
