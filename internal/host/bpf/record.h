//go:build ignore

// What the programs share: the records that they write, and what they remember.

typedef __u64 u64;
typedef __u32 u32;
typedef __u16 u16;
typedef __u8 u8;

enum {
	max_frames = 32,
	max_syscalls = 512,
	max_depth = 32,		   /* of control groups */
	max_cpus = 1024,	   /* a power of two; those beyond share a count with others */
	sample_interval = 1000000, /* ns */
	nobody = -1,
	nowhere = 0xffff,
};

/* What a record is about. The rest of the format is in decode.go. */
enum kind { thread = 1, change, wake, refill, throttle, unthrottle, occupy, move };

enum flag {
	sleeping = 1, /* one of these four, of the thread taken off */
	preempted,
	throttled,
	exited,
	taken = 1 << 3, /* tid was taken off its CPU */
	ours = 1 << 4,	/* other is a thread of the target */
	named = 1 << 5, /* a name follows */
	vacant = 1 << 6, /* of a wakeup: cpu has nothing else to run */
};

struct event {
	u64 time;
	u32 tid;
	u32 other;
	u32 lost; /* events so far, of all CPUs */
	u16 cpu;
	u8 kind;
	u8 flags;
};

struct named_event {
	struct event e;
	char name[16];
};

struct sample {
	struct named_event n;
	u64 pcs[max_frames];
};

/* What is remembered of each thread of the target. */
struct known {
	u64 met;
	u64 told;    /* time of the last record that tells its state */
	u64 sampled; /* when its stack was */
	u64 waking;  /* when its latest wakeup began */
	u32 tid;     /* in its own PID namespace */
	u32 waker;
	u32 queue;   /* 1 + the CPU that it waits for; 0 while it has one or sleeps */
	bool by_us;  /* the waker is of the target */
	bool asleep;
	bool on; /* a CPU */
};

enum task { find_target, meet_threads, tell_states };

/* Set by the loader. */
u32 task = find_target;	 /* of the next visit to all threads */
u32 wanted = 0;		 /* PID of the target in the PID namespace of tare */
bool all_stacks = false; /* also of threads that go to sleep */

/* Found out. */
u32 target = nobody; /* TGID in the initial PID namespace */
long long clock_offset = 0;
struct task_group *group = 0; /* the latest one of the target's */
u32 lost = 0;
u32 waiting[max_cpus] = {}; /* threads of the target that wait for each CPU */

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
} events SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct known);
} threads SEC(".maps");

/* The timers that refill the quotas of the target's groups, by address. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 64);
	__type(key, u64);
	__type(value, u8);
} timers SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct sample);
} scratch SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, u64[max_syscalls]);
} syscalls SEC(".maps");

static __always_inline struct event new_event(u64 time, enum kind kind, u32 tid)
{
	return (struct event){
		.time = time, .kind = kind, .tid = tid, .lost = lost, .cpu = bpf_get_smp_processor_id(),
	};
}

/* The reader looks at the buffer when it likes: waking it up from within the
 * scheduler would cost more than all the rest. */
static __always_inline void emit(void *data, u64 size)
{
	if (bpf_ringbuf_output(&events, data, size, BPF_RB_NO_WAKEUP))
		__sync_fetch_and_add(&lost, 1);
}

static __always_inline struct known *known(struct task_struct *p)
{
	return bpf_task_storage_get(&threads, p, 0, 0);
}
