package machine

import (
	"fmt"
	"slices"
)

// core is one core with CPUs online.
type core struct {
	cpus   []int // those online, ascending
	socket string
}

// readCores groups the online CPUs by core, in the order of each core's first
// CPU. Only online CPUs have the attributes, and one CPU of a core speaks for
// all of them: see Documentation/admin-guide/cputopology.rst.
func (s source) readCores() ([]core, error) {
	if s.onlineErr != nil {
		return nil, s.onlineErr
	}
	var cores []core
	seen := make(map[int]bool)
	for _, cpu := range s.online {
		if seen[cpu] {
			continue
		}
		c, err := s.readCore(cpu)
		if err != nil {
			return nil, err
		}
		for _, sibling := range append(c.cpus, cpu) {
			seen[sibling] = true
		}
		cores = append(cores, c)
	}
	return cores, nil
}

func (s source) readCore(cpu int) (core, error) {
	dir := cpuFile(cpu, "topology")
	socket, err := s.text(dir + "/physical_package_id")
	if err != nil {
		return core{}, err
	}
	siblings, err := s.list(dir + "/thread_siblings_list")
	return core{siblings, socket}, err
}

// topology multiplies out what is the same everywhere, "2 sockets × 8 cores × 2
// threads", and otherwise counts: "1 socket, 16 cores, 24 threads".
func (s source) topology() (string, float64, error) {
	if s.coresErr != nil {
		return "", 0, s.coresErr
	}
	threads := 0
	sockets := make(map[string]int) // cores of each
	for _, c := range s.cores {
		sockets[c.socket]++
		threads += len(c.cpus)
	}
	cores, perSocket, perCore := len(s.cores), sockets[s.cores[0].socket], threadsPerCore(s.cores)
	uneven := slices.ContainsFunc(s.cores, func(c core) bool {
		return len(c.cpus) != perCore || sockets[c.socket] != perSocket
	})
	if uneven {
		return fmt.Sprintf("%s, %s, %s",
			counted(len(sockets), "socket"), counted(cores, "core"), counted(threads, "thread")), float64(cores), nil
	}
	return fmt.Sprintf("%s × %s × %s",
		counted(len(sockets), "socket"), counted(perSocket, "core"), counted(perCore, "thread")), float64(cores), nil
}

// threadsPerCore is that of the cores with the most: efficient cores often have
// one where the others have two.
func threadsPerCore(cores []core) int {
	most := 0
	for _, c := range cores {
		most = max(most, len(c.cpus))
	}
	return most
}

// counted returns "1 core" or "2 cores".
func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
