package perf

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"tare/internal/record"
	"tare/internal/test/vmtest"
)

const childVariable = "TARE_PERF_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// need skips a test of events that this machine does not let us have.
func need(t *testing.T, r record.Reading) {
	t.Helper()
	if !r.OK() {
		vmtest.Need(t, "perf", fmt.Errorf("%s: %s", r.Status, r.Why))
	}
}

// Events that were opened before a fork cover the child from its first
// instruction.
func TestChildIsCovered(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	switches, reading := OpenSwitches()
	need(t, reading)
	defer switches.Close()
	migrations, reading := Open(record.Migrations)
	need(t, reading)
	defer migrations.Close()

	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"=1")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	seen, err := switches.Of(cmd.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	main := 0
	for _, s := range seen {
		if s.TID == cmd.Process.Pid && !s.Out {
			main++
		}
		if s.Preempt && !s.Out {
			t.Errorf("put on a CPU by preemption: %+v", s)
		}
	}
	if main == 0 {
		t.Errorf("%d switches, and the child's main thread was never put on a CPU", len(seen))
	}
	var v [3]uint64
	if n, err := migrations.Read(unsafe.Slice((*byte)(unsafe.Pointer(&v)), 24)); n != 24 || err != nil || v[2] == 0 {
		t.Errorf("migrations: %d bytes, %v, %v", n, err, v)
	}
}

func TestMissingEventsSayWhy(t *testing.T) {
	for err, want := range map[error]record.Status{
		unix.EACCES: record.Denied, unix.EPERM: record.Denied, unix.ENOENT: record.Unsupported, unix.ENOSYS: record.Unsupported,
		unix.EOPNOTSUPP: record.Unsupported, unix.EMFILE: record.Undetermined,
	} {
		if r := missing("x", err); r.Status != want || r.Why == "" {
			t.Errorf("%v: %+v", err, r)
		}
	}
}

// ring builds a buffer as the kernel maps it.
func ring(records []byte, tail uint64) cpuRing {
	size := unix.Getpagesize()
	r := make([]byte, size+4*size)
	page := (*unix.PerfEventMmapPage)(unsafe.Pointer(&r[0]))
	page.Data_tail, page.Data_head = tail, tail+uint64(len(records))
	for i, b := range records {
		r[size+int((tail+uint64(i))%uint64(4*size))] = b
	}
	return cpuRing{cpu: 3, memory: r}
}

func switchRecord(kind uint32, misc uint16, pid, tid uint32, time uint64) []byte {
	b := binary.NativeEndian.AppendUint32(nil, kind)
	b = binary.NativeEndian.AppendUint16(b, misc)
	b = binary.NativeEndian.AppendUint16(b, 24)
	b = binary.NativeEndian.AppendUint32(b, pid)
	b = binary.NativeEndian.AppendUint32(b, tid)
	return binary.NativeEndian.AppendUint64(b, time)
}

func TestDrain(t *testing.T) {
	const out, preempt = unix.PERF_RECORD_MISC_SWITCH_OUT, unix.PERF_RECORD_MISC_SWITCH_OUT_PREEMPT
	var records []byte
	records = append(records, switchRecord(unix.PERF_RECORD_SWITCH, 0, 7, 8, 100)...)
	records = append(records, switchRecord(unix.PERF_RECORD_SWITCH, 0, 6, 6, 110)...) // another process
	records = append(records, switchRecord(unix.PERF_RECORD_COMM, 0, 7, 8, 120)...)   // another kind
	records = append(records, switchRecord(unix.PERF_RECORD_SWITCH, out|preempt, 7, 8, 130)...)
	records = append(records, switchRecord(unix.PERF_RECORD_SWITCH, out, 7, 9, 140)...)
	want := []record.Switch{{Time: 100, TID: 8, CPU: 3}, {Time: 130, TID: 8, CPU: 3, Out: true, Preempt: true}, {Time: 140, TID: 9, CPU: 3, Out: true}}
	for _, tail := range []uint64{0, uint64(4*unix.Getpagesize()) - 20} { // in one piece, and over the end
		got, err := drain(nil, ring(records, tail), 7)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("from %d: %v, %v; want %v", tail, got, err, want)
		}
	}
	lost := append(records, switchRecord(unix.PERF_RECORD_LOST, 0, 0, 0, 0)...)
	if _, err := drain(nil, ring(lost, 0), 7); !errors.Is(err, ErrLost) {
		t.Errorf("after a loss: %v", err)
	}
}

func FuzzDrain(f *testing.F) {
	f.Add(switchRecord(unix.PERF_RECORD_SWITCH, 0, 7, 8, 100), uint64(0))
	f.Add([]byte{1, 2, 3}, uint64(1<<40))
	f.Fuzz(func(t *testing.T, records []byte, tail uint64) {
		if len(records) > 4096 || tail > 1<<62 {
			return
		}
		got, err := drain(nil, ring(records, tail), 7)
		if err == nil && len(got) > len(records)/8+1 {
			t.Errorf("%d switches from %d bytes", len(got), len(records))
		}
	})
}
