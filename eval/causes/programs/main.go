// Command programs is all programs with planted faults: the name of one is its first
// argument. Each is a server that has a child send it requests, or a program that does
// units of work by itself, and keeps a diary of what it lost to the plant. It ends when
// it is interrupted, or after -for.
//
//	programs NAME [-listen=ADDRESS] [-tasks]      serves net/http/pprof as well
//	programs NAME -trace=FILE -for=3s             writes its execution trace itself
//
// Other names are helpers of these: neighbours, clients, and what servers depend on.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"time"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("programs: ")
	if len(os.Args) < 2 {
		log.Fatal("usage: programs NAME [flags]")
	}
	name, args := os.Args[1], os.Args[2:]
	if help, ok := helpers[name]; ok {
		help(args)
		return
	}
	plant, ok := plants()[name]
	if !ok {
		log.Fatalf("there is no program %s", name)
	}
	s := &site{think: time.Millisecond, interrupted: make(chan os.Signal, 1)}
	signal.Notify(s.interrupted, os.Interrupt)
	flags := flag.NewFlagSet(name, flag.ExitOnError)
	flags.StringVar(&s.listen, "listen", "127.0.0.1:0", "serve at `address`")
	flags.StringVar(&s.trace, "trace", "", "do not serve, and write an execution trace to `file`")
	flags.DurationVar(&s.length, "for", time.Hour, "end after `d`")
	flags.BoolVar(&s.tasks, "tasks", false, "make each unit of work a user task")
	_ = flags.Parse(args) // it exits
	s.worker = newWorker()
	plant(s)
	if err := s.run(); err != nil {
		log.Fatal(fmt.Errorf("%s: %w", name, err))
	}
}

// plants are the programs by name; each sets its site up.
func plants() map[string]func(*site) {
	return map[string]func(*site){
		// Somebody else takes the CPU.
		"work": plainWork, "manyprocs": plainCrowd,
		// The world stands still.
		"dumps": dumps, "longstop": longStop, "gcpause": gcPause,
		// Others have the Ps.
		"crowd": crowd, "rawcall": rawCall, "churn": churn, "timerstorm": timerStorm,
		"latetimer": lateTimer, "netpoll": netpoll, "fewprocs": fewProcs,
		// Goroutines wait for each other.
		"mutexio": mutexIO, "rwmutex": rwMutex, "chain": chain, "straggler": straggler, "cond": slowCond,
		"select": slowSelect, "finalizers": finalizers, "lookup": lookup, "stall": stall,
		// The kernel, C and others over the network.
		"syscall": blockingCall, "cgo": cCall, "faults": pageFaults, "fsync": diskSync, "downstream": downstream,
		// The collector.
		"assist": assist,
		// Two at once.
		"lock+work": lockAndWork, "lock+dumps": lockAndDumps, "chain+timer": chainAndTimer,
		"downstream+crowd": downstreamAndCrowd, "select+cgo": selectAndC, "quota+assist": quotaAndAssist,
	}
}
