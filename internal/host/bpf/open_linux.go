//go:build amd64 || arm64

package bpf

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"sync"

	"github.com/cilium/ebpf"
	"github.com/cilium/ebpf/btf"
	"golang.org/x/sys/unix"

	"tare/internal/record"
)

// Recorder records the scheduling of one process. Its methods may be called at
// the same time; Syscalls, Lost and Cost also after Close.
type Recorder struct {
	kernel *ebpf.Collection
	done   chan struct{} // closed by Close

	mu        sync.Mutex
	stacks    bool
	uncounted bool
	followed  bool
	attached  []io.Closer
	meter     meter
}

// queuePrograms tell when a group's queue of a CPU is throttled. They need
// functions that the compiler may have inlined.
var queuePrograms = []string{schedProgOnThrottle, schedProgOnUnthrottle}

// Open loads the programs. Nothing is recorded before Follow. The reading says
// whether it can be, and if not, why.
func Open() (*Recorder, record.Reading) { return open(bufferSize) }

// bufferSize is that of the buffer between the kernel and Read, in bytes.
const bufferSize = 8 << 20

func open(buffer uint32) (*Recorder, record.Reading) {
	kernel, err := load(buffer)
	if err != nil {
		return nil, missing(err)
	}
	return &Recorder{kernel: kernel, done: make(chan struct{}), meter: meter{err: errors.New("nothing is recorded yet")}}, record.Of(0)
}

func load(buffer uint32) (*ebpf.Collection, error) {
	spec, err := loadSched()
	if err != nil {
		return nil, err
	}
	spec.Maps[schedMapEvents].MaxEntries = buffer
	if err := permitted(); err != nil {
		return nil, err
	}
	types, err := btf.LoadKernelSpec()
	if err != nil {
		return nil, fmt.Errorf("reading the kernel's types: %w", err)
	}
	options := ebpf.CollectionOptions{Programs: ebpf.ProgramOptions{KernelTypes: types}}
	if throttlesQueues(types) {
		if kernel, err := ebpf.NewCollectionWithOptions(spec, options); err == nil {
			return kernel, nil
		}
	}
	for _, name := range queuePrograms {
		delete(spec.Programs, name)
	}
	return ebpf.NewCollectionWithOptions(spec, options)
}

// permitted tries what needs the right to use eBPF and nothing else. Asking for
// more at once can be refused in ways that look as if the kernel lacked something.
func permitted() error {
	m, err := ebpf.NewMap(&ebpf.MapSpec{Type: ebpf.LRUHash, KeySize: 4, ValueSize: 4, MaxEntries: 1})
	if err != nil {
		return err
	}
	return m.Close()
}

// throttlesQueues reports whether groups are throttled with their whole queues.
// Linux 6.18 began to throttle thread by thread.
func throttlesQueues(types *btf.Spec) bool {
	var task *btf.Struct
	return types.TypeByName("task_struct", &task) == nil &&
		!slices.ContainsFunc(task.Members, func(m btf.Member) bool { return m.Name == "throttled" })
}

// missing says why the programs could not be loaded.
func missing(err error) record.Reading {
	var refused *ebpf.VerifierError
	switch {
	case errors.As(err, &refused):
		return record.Missing(record.Unsupported, fmt.Sprintf("this kernel does not accept tare's eBPF programs, which need Linux 5.14: %v", err))
	case errors.Is(err, unix.EPERM), errors.Is(err, unix.EACCES):
		return record.Missing(record.Denied, "eBPF needs root, or the capabilities BPF and PERFMON, and a kernel that is not locked down")
	case errors.Is(err, ebpf.ErrNotSupported), errors.Is(err, btf.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		return record.Missing(record.Unsupported, fmt.Sprintf("eBPF needs Linux 5.14 with type information (CONFIG_DEBUG_INFO_BTF): %v", err))
	}
	return record.Missing(record.Undetermined, fmt.Sprintf("loading eBPF programs: %v", err))
}
