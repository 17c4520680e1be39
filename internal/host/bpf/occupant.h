//go:build ignore

// Who has the CPUs that threads of the target wait for. Each thread is in the
// queue of one CPU, so it is enough to look on at the switches of those: of any
// other CPU, nobody has to know.

static __always_inline void wait_no_more(struct known *k)
{
	if (k->queue)
		__sync_fetch_and_add(&waiting[(k->queue - 1) % max_cpus], -1);
	k->queue = 0;
}

static __always_inline void wait_for(struct known *k, u32 cpu)
{
	wait_no_more(k);
	if (cpu == nowhere)
		return;
	k->queue = cpu + 1;
	__sync_fetch_and_add(&waiting[cpu % max_cpus], 1);
}

/* queue_of is the CPU in whose queue p is. */
static __always_inline u16 queue_of(struct task_struct *p)
{
	if (bpf_core_field_exists(p->se.cfs_rq))
		return p->se.cfs_rq->rq->cpu;
	return nowhere;
}

static __always_inline int tell_occupant(struct task_struct *p, u64 time, u16 cpu)
{
	struct named_event n = {.e = new_event(time, occupy, 0)};
	n.e.cpu = cpu;
	n.e.other = p->pid;
	if (p->pid) {
		n.e.flags = named;
		__builtin_memcpy(n.name, p->comm, sizeof(n.name));
	}
	emit(&n, n.e.flags ? sizeof(n) : sizeof(n.e));
	return 0;
}

/* occupied tells of a switch between others on a CPU that a thread of the target
 * waits for. */
static __always_inline int occupied(struct task_struct *next)
{
	return tell_occupant(next, bpf_ktime_get_ns(), bpf_get_smp_processor_id());
}

/* occupant_of tells who has the CPU that p, which was woken, has to wait for. It
 * returns a flag for a CPU that nobody has. When a thread of the target has it, that
 * has been told. */
static __always_inline enum flag occupant_of(struct task_struct *p, u64 time, u16 cpu)
{
	if (cpu == nowhere)
		return 0;
	struct task_struct *now = p->se.cfs_rq->rq->curr;
	if (!now || now->tgid == target)
		return 0;
	if (!now->pid)
		return vacant;
	tell_occupant(now, time, cpu);
	return 0;
}

/* A thread that waits is moved to the queue of another CPU. Mostly that CPU fetches
 * it because it runs out of work; otherwise the next switch tells who has it. */
SEC("tp_btf/sched_migrate_task")
int BPF_PROG(on_migrate, struct task_struct *p, int cpu)
{
	struct known *k = p->tgid == target ? known(p) : 0;
	if (!k || !k->queue)
		return 0;
	struct event e = new_event(bpf_ktime_get_ns(), move, k->tid);
	e.cpu = cpu;
	wait_for(k, cpu);
	emit(&e, sizeof(e));
	return 0;
}
