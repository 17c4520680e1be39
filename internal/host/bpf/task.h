//go:build ignore

// What the kernel says of a task.

static __always_inline u32 number(struct task_struct *p, u32 level)
{
	struct pid *pid = BPF_CORE_READ(p, thread_pid);
	return BPF_CORE_READ(pid, numbers[level].nr);
}

static __always_inline u32 own_number(struct task_struct *p)
{
	return number(p, BPF_CORE_READ(p, thread_pid, level));
}

/* runnable tells whether p waits for nothing but a CPU. Its state does not tell
 * that: a thread that is about to sleep may be preempted, or get a signal. */
static __always_inline bool runnable(struct task_struct *p)
{
	if (bpf_core_field_exists(p->se.sched_delayed) && p->se.sched_delayed)
		return false;
	return p->on_rq;
}

/* refused tells whether p, which is runnable, is kept from a CPU by a quota.
 * Since Linux 6.18 threads are throttled one by one, when they would return to
 * user mode, and before that with their group's whole queue. */
static __always_inline bool refused(struct task_struct *p)
{
	if (bpf_core_field_exists(p->throttled))
		return p->throttled;
	if (bpf_core_field_exists(((struct cfs_rq *)0)->throttle_count))
		return p->se.cfs_rq->throttle_count > 0;
	return false;
}

static __always_inline enum flag why_off(struct task_struct *p)
{
	if (!runnable(p))
		return p->__state & task_dead ? exited : sleeping;
	return refused(p) ? throttled : preempted;
}
