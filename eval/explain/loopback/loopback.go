// Package loopback talks over a TCP connection within the machine: what the echo
// benchmarks and the echo command have in common.
package loopback

import (
	"fmt"
	"io"
	"net"
)

// Dial returns one end of a connection; serve gets the other one, in a goroutine
// of its own, and ends when this one is closed.
func Dial(serve func(net.Conn)) (net.Conn, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	defer l.Close()
	client, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		return nil, err
	}
	server, err := l.Accept()
	if err != nil {
		client.Close()
		return nil, err
	}
	go func() {
		defer server.Close()
		serve(server)
	}()
	return client, nil
}

// Size of a message, in bytes.
const Size = 64

// Echo sends back each message that it gets. (io.Copy would have the kernel do
// that.)
func Echo(c net.Conn) {
	for buf := make([]byte, Size); ; {
		if _, err := io.ReadFull(c, buf); err != nil {
			return
		}
		if _, err := c.Write(buf); err != nil {
			return
		}
	}
}

// Ask sends a message of Size bytes and waits for the answer.
func Ask(c net.Conn, message []byte) error {
	if _, err := c.Write(message); err != nil {
		return fmt.Errorf("asking: %w", err)
	}
	if _, err := io.ReadFull(c, message); err != nil {
		return fmt.Errorf("waiting for the answer: %w", err)
	}
	return nil
}
