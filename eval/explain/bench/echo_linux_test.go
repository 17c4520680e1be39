package bench

import (
	"net"
	"testing"
	"time"

	"tare/eval/explain/loopback"
	"tare/eval/explain/truth"
	"tare/internal/record"
)

// BenchmarkEcho sends a byte through a TCP connection, and gets it back after the
// other side has worked for half a millisecond.
func BenchmarkEcho(b *testing.B) {
	const work = 500 * time.Microsecond
	var w watch
	var theirs, reading, writing sum
	client := dial(b, func(server net.Conn) {
		s, buf := newSpinner(), make([]byte, 1)
		for {
			if _, err := server.Read(buf); err != nil {
				return
			}
			start := now()
			s.spin(work)
			theirs.since(start)
			if _, err := server.Write(buf); err != nil {
				return
			}
		}
	})
	defer client.Close()
	buf := make([]byte, 1)
	for w.loop(b) {
		start := now()
		if _, err := client.Write(buf); err != nil {
			b.Fatal(err)
		}
		writing.since(start)
		start = now()
		if _, err := client.Read(buf); err != nil {
			b.Fatal(err)
		}
		reading.since(start)
	}
	rest := reading.float() - theirs.float()
	w.tell(b,
		truth.Blocked("network", theirs.float(), reading.float()),
		kept(0, writing.float()+rest, record.ItemRunning, record.ItemSyscallOn, record.ItemSyscallOff),
	)
}

// BenchmarkEchoOnly is what recording slows down most: hardly anything but
// switches.
func BenchmarkEchoOnly(b *testing.B) {
	client := dial(b, loopback.Echo)
	defer client.Close()
	message := make([]byte, loopback.Size)
	for b.Loop() {
		if err := loopback.Ask(client, message); err != nil {
			b.Fatal(err)
		}
	}
}

func dial(b *testing.B, serve func(net.Conn)) net.Conn {
	b.Helper()
	c, err := loopback.Dial(serve)
	if err != nil {
		b.Fatal(err)
	}
	return c
}
