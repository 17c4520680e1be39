package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"tare/eval/neighbours"
)

// helpers are the other processes that programs need. Those that a program starts end
// with their stdin.
var helpers = map[string]func(args []string){
	"client": client, "metronome": metronome, "echo": echo, "backend": backend, "spin": spin, "nap": nap,
}

// helper starts this program again, as another one.
func helper(args ...string) (stop func(), err error) {
	cmd, err := command(args...)
	if err != nil {
		return nil, err
	}
	return func() { _, _ = cmd.Process.Kill(), cmd.Wait() }, cmd.Start() // it says that it was killed
}

func command(args ...string) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, args...)
	cmd.Stderr = os.Stderr
	// It is one of many goroutines here, and must not be late by itself.
	cmd.Env = append(os.Environ(), "GOMAXPROCS=2", "GODEBUG=")
	_, err = cmd.StdinPipe()
	return cmd, err
}

// spoken keeps helpers: they end when their stdin is closed, and so when it is collected.
var spoken []*exec.Cmd

// speaker starts a helper and returns what it prints.
func speaker(args ...string) *bufio.Reader {
	cmd, err := command(args...)
	var out io.ReadCloser
	if err == nil {
		out, err = cmd.StdoutPipe()
	}
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		log.Fatal(fmt.Errorf("starting %s: %w", args[0], err))
	}
	spoken = append(spoken, cmd)
	return bufio.NewReaderSize(out, 16)
}

func endWithStdin() {
	_, _ = io.Copy(io.Discard, os.Stdin)
	os.Exit(0)
}

// client sends requests to a URL, from so many connections, with a pause after each.
func client(args []string) {
	go endWithStdin()
	url := args[0]
	conns, err := strconv.Atoi(args[1])
	if err != nil {
		log.Fatal(err)
	}
	think := durationOf(args[2])
	http.DefaultTransport.(*http.Transport).MaxIdleConnsPerHost = conns
	for range conns {
		go ask(url, think, args[3] == "true")
	}
	select {}
}

// ask sends one request after the other. While one is served that has no body, net/http
// has another goroutine look for the end of the connection.
func ask(url string, think time.Duration, post bool) {
	for {
		var body io.Reader
		method := http.MethodGet
		if post {
			method, body = http.MethodPost, strings.NewReader("work")
		}
		request, err := http.NewRequest(method, url, body)
		if err != nil {
			log.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			time.Sleep(10 * time.Millisecond) // it is going to end, or to begin
			continue
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
		time.Sleep(think)
	}
}

// metronome prints a byte again and again.
func metronome(args []string) {
	go endWithStdin()
	for range time.Tick(durationOf(args[0])) {
		if _, err := os.Stdout.Write([]byte{'.'}); err != nil {
			return
		}
	}
}

// echo answers each byte, after a pause, with the time of the answer. It prints its
// address.
func echo(args []string) {
	go endWithStdin()
	pause, l := durationOf(args[0]), listen()
	fmt.Println(l.Addr())
	for {
		c, err := l.Accept()
		if err != nil {
			log.Fatal(err)
		}
		go answerBytes(c, pause)
	}
}

func answerBytes(c net.Conn, pause time.Duration) {
	defer c.Close()
	var question [1]byte
	for {
		if _, err := io.ReadFull(c, question[:]); err != nil {
			return
		}
		time.Sleep(pause)
		if err := binary.Write(c, binary.LittleEndian, now()); err != nil {
			return
		}
	}
}

// backend is an HTTP server that takes its time. It prints its URL.
func backend(args []string) {
	go endWithStdin()
	pause, l := durationOf(args[0]), listen()
	fmt.Println("http://" + l.Addr().String() + "/")
	log.Fatal(http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		time.Sleep(pause)
		fmt.Fprintln(w, "here you are")
	})))
}

// spin keeps a CPU busy: all the time, or for a while with pauses.
func spin(args []string) {
	habit := neighbours.Steady
	if len(args) == 2 {
		habit = habitOf(args)
	}
	habit.Live()
}

// nap sleeps all the time, in steps, and hardly works.
func nap(args []string) { habitOf(args).Live() }

// habitOf reads how long to be busy, and idle after that.
func habitOf(args []string) neighbours.Habit {
	return neighbours.Habit{Busy: durationOf(args[0]), Idle: durationOf(args[1])}
}

func durationOf(arg string) time.Duration {
	d, err := time.ParseDuration(arg)
	if err != nil {
		log.Fatal(err)
	}
	return d
}

// listen waits for connections at an address that nobody has.
func listen() net.Listener {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	return l
}
