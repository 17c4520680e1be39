package explainpage

import "tare/internal/record"

// look is how an item is drawn and what it means. Class picks its colour in the
// style sheet: blue is the program, green the garbage collector, warm colours are
// what others took, pink is waiting to go on, grey is waiting for something.
type look struct {
	Class, Name, Means string
}

var looks = func() (ls [record.Items]look) {
	for item, l := range map[record.Item]look{
		record.ItemUnknown:    {Class: "of-unknown", Means: "nothing was recorded about it"},
		record.ItemRunning:    {Class: "of-running", Means: "on a CPU, in the program's code"},
		record.ItemAssist:     {Class: "of-assist", Means: "on a CPU, marking for the garbage collector in return for allocating"},
		record.ItemStopped:    {Class: "of-stopped", Means: "wanted to go on while the world was stopped"},
		record.ItemThrottled:  {Class: "of-throttled", Means: "the CPU quota was used up"},
		record.ItemPreempted:  {Class: "of-preempted", Means: "another process had the CPU"},
		record.ItemCrowded:    {Class: "of-crowded", Means: "another thread of this process had the CPU"},
		record.ItemOffCPU:     {Class: "of-offcpu", Means: "not on a CPU, and nothing says why"},
		record.ItemRunnable:   {Class: "of-runnable", Means: "wanted a P"},
		record.ItemSyscallOn:  {Class: "of-syscallon", Means: "in a system call, on a CPU"},
		record.ItemSyscallOff: {Class: "of-syscalloff", Means: "in a system call that waits"},
		record.ItemSyscall:    {Class: "of-syscall", Means: "in a system call; nothing says whether on a CPU"},
		record.ItemLate:       {Class: "of-late", Means: "was due, and nobody had the time to notice"},
		record.ItemBlocked:    {Class: "of-blocked", Means: "waits for something"},
		record.ItemScheduler:  {Class: "of-scheduler", Means: "on a CPU with a P, looking for a goroutine to run"},
		record.ItemSpinning:   {Class: "of-spinning", Means: "on a CPU without a P: looks for work, parks, monitors"},
		record.ItemIdle:       {Class: "of-idle", Means: "thread asleep; P without work"},
		record.ItemWaking:     {Class: "of-waking", Means: "woken or refilled, waits for its turn on a CPU"},
		record.ItemFaults:     {Class: "of-faults", Means: "on a CPU, in the kernel, and in no system call"},
		record.ItemGC:         {Class: "of-gc", Means: "on a CPU, in a goroutine of the garbage collector"},
	} {
		l.Name = item.String()
		ls[item] = l
	}
	return ls
}()

// residual is the look of what the items of an account leave.
var residual = look{Class: "of-residual", Name: "residual", Means: "what the items leave of the whole"}

func lookOf(i record.Item) look {
	if i >= record.Items {
		i = record.ItemUnknown
	}
	return looks[i]
}

// sure words how a figure is known.
func sure(s record.Sure) string {
	if s == record.Unknown {
		return "not known"
	}
	return string(s)
}
