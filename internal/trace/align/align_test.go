package align

import (
	"errors"
	"strings"
	"testing"

	"tare/internal/record"
)

// everything is what a recording by eBPF says for sure.
var everything = map[record.KernelFact]record.Sure{record.FactSwitches: record.Seen, record.FactThrottled: record.Seen, record.FactPreempter: record.Seen, record.FactWakeups: record.Seen}

// start is a goroutine 1 that runs on thread 10 with P 0 from time 10 on.
const start = `
	10 on 10
	10 proc 10 0 idle running
	10 go 10/0/0 1 none runnable main.work
	10 go 10/0/0 1 runnable running
`

func TestPieces(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		sure  map[record.KernelFact]record.Sure
		lanes map[string]string
		marks string
	}{
		"throttled while it runs": {
			text: start + `
				20 off 10 throttled
				70 refill 0
				80 on 10
				90 go 10/0/1 1 running waiting chan receive
				95 go 10/0/0 1 waiting runnable`,
			lanes: map[string]string{
				"G1":  "10-20 running|20-70 throttled|70-80 off CPU: waiting for a CPU (inferred)|80-90 running|90-95 blocked: chan receive",
				"T10": "10-20 running|20-70 throttled|70-80 run-queue wait (inferred)|80-90 running|90-95 scheduler",
				"P0":  "10-20 running|20-70 throttled|70-80 off CPU: waiting for a CPU (inferred)|80-90 running|90-95 scheduler",
			},
			marks: "throttle 20-70  G1 T10",
		},
		"preempted by another process and by its own": {
			text: start + `
				20 off 10 preempted by stress
				30 on 10
				40 off 10 preempted own
				50 on 10
				60 go 10/0/1 1 running none`,
			lanes: map[string]string{"G1": "10-20 running|20-30 preempted: stress|30-40 running|40-50 oversubscribed|50-60 running"},
		},
		"one has the CPU first, another for longer": {
			text: start + `
				20 off 10 preempted by sleeper
				23 occupy 0 by spinner
				70 occupy 0
				75 on 10
				80 go 10/0/1 1 running none`,
			lanes: map[string]string{
				"G1":  "10-20 running|20-23 preempted: sleeper|23-70 preempted: spinner|70-75 off CPU: waiting for a CPU|75-80 running",
				"T10": "10-20 running|20-23 preempted: sleeper|23-70 preempted: spinner|70-75 run-queue wait|75-80 running",
			},
			marks: "wait 20-75  G0 T10",
		},
		"woken behind another process": {
			text: start + `
				20 go 10/0/1 1 running syscall
				25 off 10 sleep
				38 occupy 0 by spinner
				40 wake 10
				45 on 10
				50 go 10/0/1 1 syscall running
				60 go 10/0/1 1 running none`,
			lanes: map[string]string{
				"G1":  "10-20 running|20-25 syscall, on CPU|25-40 syscall, waiting|40-45 preempted: spinner|45-50 syscall, on CPU|50-60 running",
				"T10": "10-20 running|20-25 syscall, on CPU|25-40 syscall, waiting|40-45 preempted: spinner|45-50 syscall, on CPU|50-60 running",
			},
			marks: "wake 40-45  G0 T10",
		},
		"the thread that looks at the network waits behind another process": {
			text: start + `
				20 go 10/0/1 1 running waiting network
				30 proc 10 0 running idle
				40 off 10 sleep
				100000 occupy 0 by spinner
				100100 wake 10
				200000 on 10
				200010 proc 10 0 idle running
				200020 go 10/0/0 1 waiting runnable
				200030 go 10/0/0 1 runnable running`,
			lanes: map[string]string{"G1": "10-20 running|20-100100 blocked: network|100100-200000 preempted: spinner (inferred)|200000-200020 blocked: network|200020-200030 runnable"},
		},
		"a timer is due while the only P is busy": {
			text: start + `
				10 go 10/0/1 2 none runnable main.sleep
				20 go 10/0/1 1 running runnable
				20 go 10/0/0 2 runnable running
				30 go 10/0/2 2 running waiting sleep
				40 go 10/0/0 1 runnable running
				90040 go 10/0/1 1 running runnable preempted
				90050 go 10/0/0 2 waiting runnable
				90060 go 10/0/0 2 runnable running`,
			lanes: map[string]string{"G2": "10-20 runnable|20-30 running|30-40 blocked: sleep|40-90050 late wake-up: sleep (bounded)|90050-90060 runnable"},
		},
		"a preempted thread's successor is not known": {
			text: start + `
				20 off 10 preempted
				30 on 10
				40 go 10/0/1 1 running none`,
			lanes: map[string]string{"G1": "10-20 running|20-30 off CPU: waiting for a CPU|30-40 running"},
		},
		"the queue that it waits in is throttled": {
			text: start + `
				20 off 10 preempted own
				25 throttle 0
				60 unthrottle 0
				70 on 10
				80 go 10/0/1 1 running none`,
			lanes: map[string]string{
				"G1":  "10-20 running|20-25 oversubscribed|25-60 throttled|60-70 oversubscribed|70-80 running",
				"T10": "10-20 running|20-25 oversubscribed|25-60 throttled|60-70 oversubscribed|70-80 running",
			},
			marks: "throttle 25-60  G1 T10",
		},
		"a system call that sleeps": {
			text: start + `
				20 go 10/0/1 1 running syscall
				25 off 10 sleep
				40 wake 10
				45 on 10
				50 go 10/0/1 1 syscall running
				60 go 10/0/1 1 running none`,
			lanes: map[string]string{
				"G1":  "10-20 running|20-25 syscall, on CPU|25-40 syscall, waiting|40-45 off CPU: waiting for a CPU|45-50 syscall, on CPU|50-60 running",
				"T10": "10-20 running|20-25 syscall, on CPU|25-40 syscall, waiting|40-45 run-queue wait|45-50 syscall, on CPU|50-60 running",
			},
			marks: "wake 40-45  G0 T10",
		},
		"a thread that has no goroutine": {
			text: start + `
				20 go 10/0/1 1 running waiting select
				22 proc 10 0 running idle
				24 off 10 sleep
				40 wake 10
				44 on 10
				46 proc 10 0 idle running
				48 go 10/0/0 1 waiting runnable
				49 go 10/0/0 1 runnable running
				60 go 10/0/1 1 running none`,
			lanes: map[string]string{
				"T10": "10-20 running|20-22 scheduler|22-24 spinning|24-40 idle|40-44 run-queue wait|44-46 spinning|46-49 scheduler|49-60 running",
				"P0":  "10-20 running|20-22 scheduler|22-46 idle|46-49 scheduler|49-60 running",
				"G1":  "10-20 running|20-48 blocked: select|48-49 runnable|49-60 running",
			},
		},
		"the world stops": {
			text: start + `
				12 go 10/0/0 2 none runnable main.other
				20 begin 10/0/1 1 stop-the-world (GC sweep termination)
				30 end 10/0/1 1 stop-the-world (GC sweep termination)
				40 go 10/0/1 1 running none`,
			lanes: map[string]string{
				"G1": "10-20 running|20-30 stopped world|30-40 running",
				"G2": "12-20 runnable|20-30 stopped world|30-40 runnable",
			},
			marks: "stop 20-30 stop-the-world (GC sweep termination) G1 T10",
		},
		"throttled while the world stops": {
			text: start + `
				20 begin 10/0/1 1 stop-the-world (start trace)
				25 off 10 throttled
				65 on 10
				70 end 10/0/1 1 stop-the-world (start trace)
				80 go 10/0/1 1 running none`,
			lanes: map[string]string{"G1": "10-20 running|20-25 stopped world|25-65 throttled|65-70 stopped world|70-80 running"},
			marks: "throttle 25-65  G1 T10",
		},
		"assist": {
			text: start + `
				20 begin 10/0/1 1 GC mark assist
				30 end 10/0/1 1 GC mark assist
				40 go 10/0/1 1 running none`,
			lanes: map[string]string{"G1": "10-20 running|20-30 GC assist|30-40 running"},
			marks: "assist 20-30 GC mark assist G1 T10",
		},
		"a region cuts pieces": {
			text: start + `
				20 region 10/0/1 op
				30 region 10/0/1 inner
				40 endregion 10/0/1 op
				50 go 10/0/1 1 running none`,
			lanes: map[string]string{"G1": "10-20 running|20-30 running|30-40 running|40-50 running"},
			marks: "region 30-40 inner G1 T10",
		},
		"events were lost": {
			text: start + `
				20 off 10 throttled
				30 lost 7
				40 on 10
				50 go 10/0/1 1 running none`,
			lanes: map[string]string{"G1": "10-20 running|20-30 throttled|30-40 running (inferred)|40-50 running"},
		},
		"no kernel": {
			text: strings.Replace(start, "10 on 10", "", 1) + `
				20 go 10/0/1 1 running syscall
				30 go 10/0/1 1 syscall running
				40 go 10/0/1 1 running none`,
			lanes: map[string]string{"G1": "10-20 running (inferred)|20-30 syscall (inferred)|30-40 running (inferred)"},
		},
		"runs already when the trace begins": {
			text: `
				5 on 10
				10 proc 10 0 unknown running
				10 go 0/-1/0 1 unknown running
				20 begin 10/0/1 1 GC mark assist
				30 off 10 preempted own
				40 on 10
				50 go 10/0/1 1 running none`,
			lanes: map[string]string{"G1": "10-20 running (inferred)|20-30 GC assist|30-40 oversubscribed|40-50 GC assist"},
		},
		"throttling is inferred from cpu.stat": {
			sure: map[record.KernelFact]record.Sure{record.FactSwitches: record.Seen, record.FactThrottled: record.Inferred},
			text: `
				1000000 stat 0
				1000000 on 10
				1000000 proc 10 0 idle running
				1000000 go 10/0/0 1 none runnable main.work
				1000000 go 10/0/0 1 runnable running
				20000000 off 10 preempted
				100000000 on 10
				101000000 stat 80000000
				110000000 off 10 preempted
				114000000 on 10
				115000000 stat 80000000
				120000000 go 10/0/1 1 running none`,
			lanes: map[string]string{"G1": "1000000-20000000 running|20000000-100000000 throttled (inferred)|100000000-110000000 running|110000000-114000000 off CPU: waiting for a CPU ()|114000000-120000000 running"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			g, k := parse(t, c.text)
			b := newBook(t)
			if n := len(k.events); n > 0 {
				// The recorder's last reading says how long the recording went on.
				k.events = append(k.events, record.KernelEvent{Kind: record.KernelSteal, Time: max(k.events[n-1].Time, g.events[len(g.events)-1].Time)})
			}
			sure := c.sure
			if sure == nil {
				sure = everything
			}
			Join(g, k, sure, b)
			for lane, want := range c.lanes {
				if got := strings.Join(b.pieces[lane], "|"); got != want {
					t.Errorf("%s\n got %s\nwant %s", lane, got, want)
				}
			}
			if all := strings.Join(b.marks, "\n"); !strings.Contains(all, c.marks) {
				t.Errorf("no mark %q in\n%s", c.marks, all)
			}
		})
	}
}

// What was read of a trace that breaks off counts, and the kernel's side goes on.
func TestBrokenTrace(t *testing.T) {
	g, k := parse(t, "5 on 10"+start+"\n20 begin 10/0/1 1 GC mark assist\n30 off 10 sleep\n40 on 10\n50 off 10 sleep")
	g.broken = errors.New("torn")
	b := newBook(t)
	r := Join(g, k, everything, b)
	if r.GoError != g.broken || r.KernelError != nil || r.GoEvents != 4 || r.KernelEvents != 5 || r.Begin != 5 || r.End != 50 {
		t.Errorf("%+v", r)
	}
	for lane, want := range map[string]string{"G1": "10-20 running", "P0": "10-20 running", "T10": "5-10 running|10-20 running|20-30 running|30-40 idle|40-50 running"} {
		if got := strings.Join(b.pieces[lane], "|"); got != want {
			t.Errorf("%s: %s", lane, got)
		}
	}
}

func TestNothing(t *testing.T) {
	if r := Join(nil, nil, nil, newBook(t)); r != (Result{}) {
		t.Errorf("%+v", r)
	}
}
