//go:build ignore

// When the quotas of the target's groups are refilled, and their queues throttled.

/* watch_group remembers the timers of the groups that p is in. */
static __always_inline void watch_group(struct task_struct *p)
{
	if (!bpf_core_field_exists(p->sched_task_group) ||
	    !bpf_core_field_exists(((struct task_group *)0)->cfs_bandwidth))
		return;
	struct task_group *g = p->sched_task_group;
	if (g == group)
		return;
	group = g;
	for (int i = 0; g && i < max_depth; i++, g = g->parent) {
		u64 timer = (u64)&g->cfs_bandwidth.period_timer;
		u8 here = 1;
		bpf_map_update_elem(&timers, &timer, &here, BPF_ANY);
	}
}

SEC("tp_btf/hrtimer_expire_entry")
int BPF_PROG(on_timer, struct hrtimer *t)
{
	u64 timer = (u64)t;
	if (!bpf_map_lookup_elem(&timers, &timer))
		return 0;
	struct event e = new_event(bpf_ktime_get_ns(), refill, 0);
	emit(&e, sizeof(e));
	return 0;
}

static __always_inline int queue(struct cfs_rq *q, enum kind kind)
{
	u64 timer = (u64)&q->tg->cfs_bandwidth.period_timer;
	if (!bpf_map_lookup_elem(&timers, &timer))
		return 0;
	struct event e = new_event(bpf_ktime_get_ns(), kind, 0);
	e.cpu = q->rq->cpu;
	emit(&e, sizeof(e));
	return 0;
}

SEC("fexit/throttle_cfs_rq")
int BPF_PROG(on_throttle, struct cfs_rq *q, bool done)
{
	return done ? queue(q, throttle) : 0;
}

SEC("fentry/unthrottle_cfs_rq")
int BPF_PROG(on_unthrottle, struct cfs_rq *q)
{
	return queue(q, unthrottle);
}
