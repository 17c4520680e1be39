//go:build ignore

// Sched records when the threads of one process are put on a CPU, taken off,
// and woken. Programs that run for all processes return after one comparison
// for any other one, or two where a thread of the target may wait for the CPU.

#include <linux/bpf.h>
#include <stdbool.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <bpf/bpf_core_read.h>
#include "kernel.h"
#include "record.h"
#include "task.h"
#include "quota.h"
#include "occupant.h"
#include "visit.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

/* emit_sample tells e with the user stack of the running thread. */
static __always_inline void emit_sample(void *ctx, struct named_event *n)
{
	u32 zero = 0;
	struct sample *s = bpf_map_lookup_elem(&scratch, &zero);
	if (!s)
		return;
	s->n = *n;
	long size = bpf_get_stack(ctx, s->pcs, sizeof(s->pcs), BPF_F_USER_STACK);
	if (size < 0)
		size = 0;
	if (size <= sizeof(s->pcs))
		emit(s, sizeof(s->n) + size);
}

/* arrived tells that p was put on its CPU, late. The kernel skips a program that
 * would interrupt itself, and may hide processes of its own, and with them their
 * switches to others. The run queue has another clock, but it has just been set. */
static __always_inline void arrived(struct task_struct *p, struct known *k, u64 now)
{
	struct event e = new_event(now, change, 0);
	if (bpf_core_field_exists(p->sched_info.last_arrival))
		e.time -= p->se.cfs_rq->rq->clock - p->sched_info.last_arrival;
	u64 before = k->told ? k->told : k->met;
	if (e.time < before)
		e.time = before;
	e.other = k->tid;
	e.flags = ours;
	emit(&e, sizeof(e));
}

/* samples tells whether to take the stack of a thread that is taken off now, for
 * a recording that has a Go trace beside it. Walking it takes several times as long
 * as all else. A thread that is preempted again and again wakes others by system
 * calls, and the Go trace has its stack at those. */
static __always_inline bool samples(struct known *k, enum flag why, u64 now)
{
	bool due = why == throttled || (why == preempted && now - k->sampled > sample_interval);
	if (due)
		k->sampled = now;
	return due;
}

/* taken_off tells that a thread leaves its CPU to next, as e says so far. */
static __always_inline void taken_off(void *ctx, struct named_event *n, struct task_struct *prev,
				      struct known *from, struct task_struct *next)
{
	enum flag why = why_off(prev);
	if (!from->on)
		arrived(prev, from, n->e.time);
	from->on = false;
	from->told = n->e.time;
	from->asleep = why == sleeping;
	if (why == preempted || why == throttled)
		wait_for(from, n->e.cpu);
	else
		wait_no_more(from);
	n->e.tid = from->tid;
	n->e.flags |= taken | why;
	bool sampled = all_stacks ? why != exited : samples(from, why, n->e.time);
	if (sampled || (!(n->e.flags & ours) && next->pid)) {
		n->e.flags |= named;
		__builtin_memcpy(n->name, next->comm, sizeof(n->name));
	}
	if (sampled)
		emit_sample(ctx, n);
	else
		emit(n, n->e.flags & named ? sizeof(*n) : sizeof(n->e));
}

SEC("tp_btf/sched_switch")
int BPF_PROG(on_switch, bool preempt, struct task_struct *prev, struct task_struct *next)
{
	bool off = prev->tgid == target, on = next->tgid == target;
	if (!off && !on)
		return waiting[bpf_get_smp_processor_id() % max_cpus] ? occupied(next) : 0;
	struct named_event n = {.e = new_event(bpf_ktime_get_ns(), change, 0)};
	n.e.other = next->pid;
	struct known *to = on ? known(next) : 0;
	if (to) {
		watch_group(next);
		wait_no_more(to);
		to->told = n.e.time;
		to->on = true;
		n.e.other = to->tid;
		n.e.flags = ours;
	}
	struct known *from = off ? known(prev) : 0;
	if (from)
		taken_off(ctx, &n, prev, from, next);
	else if (n.e.flags)
		emit(&n, sizeof(n.e));
	return 0;
}

static __always_inline void remember_waker(struct known *k, struct task_struct *waker)
{
	k->waker = waker->pid;
	k->by_us = false;
	if (waker->tgid != target)
		return;
	struct known *w = known(waker);
	if (w) {
		k->waker = w->tid;
		k->by_us = true;
	}
}

/* A wakeup begins here, but only when it ends is it certain that the thread has
 * gone to sleep. */
SEC("tp_btf/sched_waking")
int BPF_PROG(on_waking, struct task_struct *p)
{
	struct known *k = p->tgid == target ? known(p) : 0;
	if (!k)
		return 0;
	k->waking = bpf_ktime_get_ns();
	remember_waker(k, bpf_get_current_task_btf());
	return 0;
}

/* woken tells of a thread that has got into a run queue. */
static __always_inline int woken(struct task_struct *p)
{
	struct known *k = p->tgid == target ? known(p) : 0;
	if (!k || !k->asleep)
		return 0;
	struct event e = new_event(k->waking ? k->waking : bpf_ktime_get_ns(), wake, k->tid);
	/* A waker may be ahead of a thread that is still on its way to sleep. */
	if (e.time < k->told)
		e.time = k->told;
	e.other = k->waker;
	e.cpu = queue_of(p);
	e.flags = (k->by_us ? ours : 0) | (refused(p) ? throttled : 0) | occupant_of(p, e.time, e.cpu);
	wait_for(k, e.cpu);
	k->told = e.time;
	k->asleep = false;
	k->waking = 0;
	emit(&e, sizeof(e));
	return 0;
}

SEC("tp_btf/sched_wakeup")
int BPF_PROG(on_wakeup, struct task_struct *p)
{
	return woken(p);
}

SEC("tp_btf/sched_wakeup_new")
int BPF_PROG(on_wakeup_new, struct task_struct *p)
{
	return woken(p);
}

SEC("tp_btf/sched_process_fork")
int BPF_PROG(on_fork, struct task_struct *parent, struct task_struct *child)
{
	if (child->tgid != target)
		return 0;
	struct known *k = meet(child);
	if (!k)
		return 0;
	k->told = bpf_ktime_get_ns();
	k->asleep = true;
	remember_waker(k, parent);
	return 0;
}

/* A thread that calls execve takes over the number of the process's first one
 * when that has ended, just before it gets its new name. It is told as one that
 * takes the place of another. */
SEC("tp_btf/task_rename")
int BPF_PROG(on_rename, struct task_struct *p, const char *name)
{
	struct known *k = p->tgid == target ? known(p) : 0;
	if (!k)
		return 0;
	u64 now = bpf_ktime_get_ns();
	u32 tid = own_number(p);
	struct named_event n = {.e = new_event(now, thread, tid)};
	n.e.flags = named;
	bpf_probe_read_kernel_str(n.name, sizeof(n.name), name);
	emit(&n, sizeof(n));
	if (tid == k->tid)
		return 0;
	struct event e = new_event(now, change, k->tid);
	e.other = tid;
	e.flags = taken | exited | ours;
	k->tid = tid;
	emit(&e, sizeof(e));
	return 0;
}

SEC("tp_btf/sys_enter")
int BPF_PROG(on_syscall, struct pt_regs *regs, long id)
{
	if (bpf_get_current_pid_tgid() >> 32 != target)
		return 0;
	u32 zero = 0;
	u64 *counts = bpf_map_lookup_elem(&syscalls, &zero);
	if (counts && (u64)id < max_syscalls)
		counts[id]++;
	return 0;
}
