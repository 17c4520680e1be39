package recorder

import (
	"bytes"
	"errors"
	"io"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"

	"tare/internal/record"
	"tare/internal/test/vmtest"
	"tare/internal/trace/event"
	"tare/internal/trace/kernrec"
)

// Each level that this machine has makes a recording of this very process, which
// goes to sleep and wakes up, in its own threads' numbers and on its clock.
func TestThisMachine(t *testing.T) {
	for level, fact := range map[record.KernelLevel]record.KernelFact{
		record.KernelBPF: record.FactSwitches, record.KernelPerf: record.FactSwitches, record.KernelPoll: record.FactStolen,
	} {
		t.Run(string(level), func(t *testing.T) {
			var file bytes.Buffer
			ended := make(chan bool, 100)
			r, err := Start(Options{Level: level, File: &file, Stacks: true, Watch: func(e *event.KernelEvent) {
				if e.Kind == event.KernelExit {
					ended <- true
				}
			}})
			if err == nil {
				err = r.Follow(os.Getpid())
			}
			if err != nil {
				vmtest.Need(t, string(level), err)
			}
			begun := thisMachine().now()
			var sleepers sync.WaitGroup
			for range 3 {
				sleepers.Go(func() {
					runtime.LockOSThread() // never unlocked: the thread ends, too
					time.Sleep(5 * time.Millisecond)
				})
			}
			sleepers.Wait()
			if fact == record.FactSwitches {
				select { // a thread ends some time after its goroutine
				case <-ended:
				case <-time.After(10 * time.Second):
				}
			}
			if _, err := r.Stop(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			check(t, &file, fact, begun)
		})
	}
}

func check(t *testing.T, file io.Reader, fact record.KernelFact, begun int64) {
	t.Helper()
	k, err := kernrec.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	h := k.Header()
	if h.PID != os.Getpid() || h.CPUs < 1 || h.Kernel == "" || h.Sure[fact] == record.Unknown || h.Clock > begun || begun-h.Clock > 60e9 {
		t.Errorf("%+v, begun before %d", h, begun)
	}
	kinds, named := map[event.KernelKind]int{}, map[int32]bool{}
	var stacks []record.StackID
	var e event.KernelEvent
	for err = k.Next(&e); err == nil; err = k.Next(&e) {
		kinds[e.Kind]++
		if e.Kind == event.KernelThread {
			named[e.TID] = true
		}
		if (e.Kind == event.KernelOn || e.Kind == event.KernelOff) && !named[e.TID] {
			t.Errorf("%+v before the thread was told", e)
		}
		if e.Stack != 0 {
			stacks = append(stacks, e.Stack)
		}
	}
	if !errors.Is(err, io.EOF) || !named[int32(os.Getpid())] {
		t.Errorf("threads %v, then %v", named, err)
	}
	if fact == record.FactSwitches && (kinds[event.KernelOn] < 3 || kinds[event.KernelOff] < 3 || kinds[event.KernelExit] < 1) {
		t.Errorf("kinds of events: %v", kinds)
	}
	for _, id := range stacks {
		if k.Stack(id) == nil {
			t.Errorf("stack %d has no names", id)
		}
	}
}
