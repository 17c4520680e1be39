package cell

import (
	"os/exec"
	"testing"
)

// BenchmarkCell is a trial of /bin/true from New to Close.
func BenchmarkCell(b *testing.B) {
	for _, c := range []struct {
		name, machine string
		limits        Limits
	}{
		{"plain", "as it is", Limits{}},
		{"limited", "as it is", Limits{Quota: 1, CPUs: "0", Memory: 1 << 30}},
		{"none", "no cgroup", Limits{}},
	} {
		b.Run(c.name, func(b *testing.B) {
			l := c.limits
			s, _, err := Open(Options{Limits: []Limits{l}, hide: hides[c.machine]})
			if err != nil {
				b.Skip(err)
			}
			defer s.Close()
			for b.Loop() {
				c, err := s.New(l)
				if err != nil {
					b.Fatal(err)
				}
				p, err := c.Start(Spec{Path: "/bin/true", ASLR: true})
				if err != nil {
					b.Skip(err)
				}
				if _, err := p.Wait(b.Context()); err != nil {
					b.Fatal(err)
				}
				if err := c.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkExec is what BenchmarkCell adds to.
func BenchmarkExec(b *testing.B) {
	for b.Loop() {
		if err := exec.Command("/bin/true").Run(); err != nil {
			b.Skip(err)
		}
	}
}
