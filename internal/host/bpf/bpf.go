// Package bpf records when the threads of a process are on a CPU, and why not,
// by eBPF programs at the kernel's scheduler tracepoints. It needs Linux 5.14 with
// type information (BTF), and root or the capabilities BPF and PERFMON. It was
// tried on 6.1 and 6.18.
//
// The programs, in C, find their way through the structures of the running kernel
// by its type information, so that one object file serves all (CO-RE). They
// compare the process of each thread that they meet with the target's, and write
// records of 24 bytes, or 40 with a name, into a ring buffer that Read empties
// every 50 ms; nobody is woken up by an event.
//
// What is told agrees with the kernel's own counts: the KernelOff of a thread, by
// whether it sleeps, with getrusage(2) exactly. A thread that a quota keeps off is
// seen as such. From its KernelOff to the next KernelRefill (or its KernelOn, if
// that is earlier), as long as it is so for any thread of a CPU, is what cpu.stat
// calls throttled time, within 0.1 % on Linux 6.18. Older kernels throttle a
// group's whole queue on a CPU, even while all of its threads there sleep; there
// it is the time from KernelThrottle to KernelUnthrottle, within 1 % on 6.1. The
// KernelWake of a thread in such a queue has the reason, too.
//
// A wakeup has the time when it began, since it takes long to get a CPU out of
// idleness, and comes when it has ended, since a waker may find out that the
// thread does not sleep. Its waker is whoever had the CPU, if a wakeup comes from
// an interrupt.
//
// Recording takes, on a virtual machine with 2.3 GHz, some 150 to 200 ns of each
// context switch (both threads' together), 100 ns of each half of a wakeup, 600 ns
// of each stack, and 80 ns of each system call, most of which the kernel needs to
// call a program at all. Two threads that send each other a byte through pipes
// (200,000 switches a second) take 30 % longer, an echo over TCP 1 % or less; where
// system calls are counted, 45 % and 8 %. To measure it:
//
//	go test -run='^$' -bench=Cost -benchtime=200000x -count=8 ./internal/host/bpf
package bpf

//go:generate go run github.com/cilium/ebpf/cmd/bpf2go -target bpfel -tags linux -no-global-types sched sched.c -- -O2 -Wall -Werror -mcpu=v3 -I/usr/include/x86_64-linux-gnu
