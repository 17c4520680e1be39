//go:build ignore

// The parts of kernel structures that sched.c reads. The loader finds out from
// the running kernel's BTF where they really are (CO-RE), so only the names
// matter here, and the types' sizes.

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct hrtimer {};

struct cfs_bandwidth {
	struct hrtimer period_timer;
};

struct task_group {
	struct task_group *parent;
	struct cfs_bandwidth cfs_bandwidth; /* CONFIG_CFS_BANDWIDTH */
};

struct task_struct;

struct rq {
	unsigned long long clock;
	int cpu;
	struct task_struct *curr;
};

struct cfs_rq {
	struct rq *rq;
	struct task_group *tg;
	int throttle_count; /* CONFIG_CFS_BANDWIDTH */
};

struct sched_entity {
	unsigned char sched_delayed; /* since Linux 6.12 */
	struct cfs_rq *cfs_rq;
};

struct sched_info {
	unsigned long long last_arrival;
};

struct upid {
	int nr;
	void *ns;
};

struct pid {
	unsigned int level;
	struct upid numbers[];
};

struct timespec64 {
	long long tv_sec;
	long tv_nsec;
};

struct timens_offsets {
	struct timespec64 monotonic;
};

struct time_namespace {
	struct timens_offsets offsets;
};

struct nsproxy {
	struct time_namespace *time_ns;
};

struct task_struct {
	unsigned int __state;
	int on_cpu;
	int on_rq;
	struct sched_entity se;
	struct task_group *sched_task_group; /* CONFIG_CGROUP_SCHED */
	_Bool throttled;		     /* since Linux 6.18 */
	int pid;
	int tgid;
	struct pid *thread_pid;
	struct sched_info sched_info; /* CONFIG_SCHED_INFO */
	char comm[16];
	struct nsproxy *nsproxy;
};

struct bpf_iter__task {
	struct task_struct *task;
};

#pragma clang attribute pop

enum {
	task_dead = 0x80, /* TASK_DEAD in include/linux/sched.h */
};
