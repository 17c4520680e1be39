package machine_test

import (
	"fmt"
	"testing"

	"tare/internal/record"
)

const cpus = "sys/devices/system/cpu/"

// cores returns the topology of online CPUs, given as the CPUs of each core and
// the number of cores in a socket.
func cores(online string, perSocket int, siblings ...string) map[string]string {
	files := map[string]string{cpus + "online": online + "\n"}
	for i, list := range siblings {
		var first, second int
		n, _ := fmt.Sscanf(list, "%d,%d", &first, &second)
		for _, cpu := range []int{first, second}[:n] {
			dir := fmt.Sprintf("%scpu%d/topology/", cpus, cpu)
			files[dir+"thread_siblings_list"] = list + "\n"
			files[dir+"physical_package_id"] = fmt.Sprintln(i / perSocket)
		}
	}
	return files
}

func TestTopology(t *testing.T) {
	checkReadings(t, "amd64", []reading{
		{name: "threads", fact: record.FactTopology, files: cores("0-7", 4, "0,4", "1,5", "2,6", "3,7"),
			value: "1 socket × 4 cores × 2 threads", number: 4},
		{name: "sockets", fact: record.FactTopology, files: cores("0-3", 2, "0", "1", "2", "3"),
			value: "2 sockets × 2 cores × 1 thread", number: 4},
		{name: "hybrid", fact: record.FactTopology, files: cores("0-3", 3, "0,1", "2", "3"),
			value: "1 socket, 3 cores, 4 threads", number: 3},
		{name: "uneven sockets", fact: record.FactTopology, files: cores("0-2", 2, "0", "1", "2"),
			value: "2 sockets, 3 cores, 3 threads", number: 3},
		{name: "siblings offline", fact: record.FactTopology, files: cores("0-1", 2, "0", "1"),
			value: "1 socket × 2 cores × 1 thread", number: 2},
		{name: "none", fact: record.FactTopology, files: map[string]string{cpus + "online": "0\n"},
			status: record.Unsupported, why: "cpu0/topology/physical_package_id: "},
		{name: "damaged", fact: record.FactTopology, files: with(cores("0", 1, "0"), map[string]string{cpus + "cpu0/topology/thread_siblings_list": "x"}),
			why: "thread_siblings_list: \"x\" is not a list"},
		{name: "no online", fact: record.FactTopology, files: map[string]string{cpus + "online": "\n"},
			why: "cpu/online: it is empty"},
	})
}

func TestSMT(t *testing.T) {
	on := map[string]string{cpus + "smt/active": "1\n", cpus + "smt/control": "on\n"}
	off := map[string]string{cpus + "smt/active": "0\n", cpus + "smt/control": "off\n"}
	checkReadings(t, "amd64", []reading{
		{name: "on", fact: record.FactSMT, files: with(on, cores("0-3", 2, "0,2", "1,3")),
			value: "active (control on)", number: 2},
		{name: "off", fact: record.FactSMT, files: with(off, cores("0-1", 2, "0", "1")),
			value: "inactive (control off)", number: 1},
		{name: "no topology", fact: record.FactSMT, files: on,
			status: record.Unsupported, why: "cpu/online: "},
		{name: "old kernel", fact: record.FactSMT, files: cores("0", 1, "0"),
			status: record.Unsupported, why: "smt/active: "},
	})
}

func TestNUMANodes(t *testing.T) {
	checkReadings(t, "amd64", []reading{
		{name: "two", fact: record.FactNUMA, files: map[string]string{"sys/devices/system/node/online": "0-1\n"},
			value: "2", number: 2},
	})
}
