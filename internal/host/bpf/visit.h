//go:build ignore

// The target and its threads, as they are found.

/* meet tells of a thread that was not known. It must not be called by programs
 * that hold a run queue's lock, because it allocates. */
static __always_inline struct known *meet(struct task_struct *p)
{
	struct named_event n = {.e = new_event(bpf_ktime_get_ns(), thread, own_number(p))};
	n.e.flags = named;
	BPF_CORE_READ_STR_INTO(&n.name, p, comm);
	emit(&n, sizeof(n));
	struct known *k = bpf_task_storage_get(&threads, p, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (k) {
		k->tid = n.e.tid;
		k->met = n.e.time;
	}
	return k;
}

/* find looks for the target among the processes that tare sees. */
static __always_inline void find(struct task_struct *p)
{
	u32 level = BPF_CORE_READ(bpf_get_current_task_btf(), thread_pid, level);
	if (number(p, level) != wanted)
		return;
	target = p->tgid;
	if (bpf_core_field_exists(p->nsproxy->time_ns)) {
		struct timespec64 t = BPF_CORE_READ(p, nsproxy, time_ns, offsets.monotonic);
		clock_offset = t.tv_sec * 1000000000 + t.tv_nsec;
	}
}

/* tell_state tells what p does, unless a record has done so. When one does so
 * right now, its time is later than this one's. */
static __always_inline void tell_state(struct task_struct *p, struct known *k)
{
	struct event e = new_event(bpf_ktime_get_ns(), change, 0);
	bool on = p->on_cpu; /* until after the record that it is not */
	barrier();
	enum flag why = why_off(p);
	barrier();
	if (k->told)
		return;
	k->told = e.time;
	k->on = on;
	k->asleep = !on && why == sleeping;
	if (!on && why != sleeping)
		wait_for(k, queue_of(p));
	e.cpu = nowhere;
	e.other = on ? k->tid : nobody;
	e.tid = on ? 0 : k->tid;
	e.flags = on ? ours : taken | why;
	emit(&e, sizeof(e));
}

SEC("iter/task")
int each_thread(struct bpf_iter__task *ctx)
{
	struct task_struct *p = ctx->task;
	if (!p)
		return 0;
	if (task == find_target) {
		find(p);
		return 0;
	}
	if (p->tgid != target || p->__state & task_dead)
		return 0;
	struct known *k = known(p);
	if (task == meet_threads && !k) {
		watch_group(p);
		meet(p);
	}
	if (task == tell_states && k)
		tell_state(p, k);
	return 0;
}
