package main

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// call runs the program with arguments and gives status, output and errors.
func call(args ...string) (status int, out, err string) {
	var o, e bytes.Buffer
	status = run(&environment{in: strings.NewReader(""), out: &o, err: &e}, args)
	return status, o.String(), e.String()
}

func TestCommandLine(t *testing.T) {
	tests := []struct {
		args   []string
		status int
		out    string
		err    string
	}{
		{nil, 0, "serve", ""},
		{[]string{"help"}, 0, "serve", ""},
		{[]string{"--help"}, 0, "serve", ""},
		{[]string{"nonsense"}, 2, "", `unknown command "nonsense"`},
		{[]string{"serve", "--help"}, 0, "example: pagewalk serve", ""},
		{[]string{"serve", "--nonsense"}, 2, "", "flag provided but not defined"},
		{[]string{"serve", "extra"}, 2, "", `unexpected argument "extra"`},
		{[]string{"serve", "--addr", "8080"}, 2, "", "expected host:port"},
	}
	for _, test := range tests {
		status, out, err := call(test.args...)
		if status != test.status || !strings.Contains(out, test.out) || !strings.Contains(err, test.err) {
			t.Errorf("pagewalk %q: status %d, out %q, err %q", test.args, status, out, err)
		}
		if status == 2 && strings.Count(err, "\n") != 1 {
			t.Errorf("pagewalk %q: a usage error is one line, got %q", test.args, err)
		}
	}
}

func TestTakenPortIsSaidPlainly(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	status, _, said := call("serve", "--addr", taken.Addr().String())
	if status != 1 || !strings.Contains(said, "is taken by another program") {
		t.Errorf("status %d: %q", status, said)
	}
}

func TestShown(t *testing.T) {
	tests := []struct{ addr, want string }{
		{"127.0.0.1:8080", "127.0.0.1:8080"}, {"0.0.0.0:80", "localhost:80"}, {"[::]:80", "localhost:80"},
	}
	for _, test := range tests {
		addr, err := net.ResolveTCPAddr("tcp", test.addr)
		if err != nil {
			t.Fatal(err)
		}
		if got := shown(addr); got != test.want {
			t.Errorf("shown(%s) = %s, want %s", test.addr, got, test.want)
		}
	}
}

// TestShutdownFinishesOpenAnswers stops the server while an answer is being
// made, and expects the whole answer.
func TestShutdownFinishesOpenAnswers(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	begun := make(chan struct{})
	slow := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(begun)
		time.Sleep(100 * time.Millisecond)
		w.WriteHeader(http.StatusTeapot)
	})
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx, listener, slow) }()
	answered := make(chan int, 1)
	go func() {
		answer, err := http.Get("http://" + listener.Addr().String())
		if err != nil {
			answered <- 0
			return
		}
		answer.Body.Close()
		answered <- answer.StatusCode
	}()
	<-begun
	stop()
	if code := <-answered; code != http.StatusTeapot {
		t.Errorf("the open answer ended with status %d", code)
	}
	if err := <-ended; err != nil {
		t.Errorf("serve: %v", err)
	}
	if _, err := net.DialTimeout("tcp", listener.Addr().String(), time.Second); err == nil {
		t.Error("the port is still open")
	}
}
