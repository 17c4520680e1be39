package bpf

//go:generate go run github.com/cilium/ebpf/cmd/bpf2go -target bpfel -tags linux -no-global-types sched sched.c -- -O2 -Wall -Werror -mcpu=v3 -I/usr/include/x86_64-linux-gnu
