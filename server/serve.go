package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"pagewalk/server/site"
	"pagewalk/static"
)

var serveCommand = command{
	name:    "serve",
	usage:   "[--addr 127.0.0.1:8080]",
	summary: "serve the site: lessons, playground, reader of out-of-memory messages",
	example: "pagewalk serve --addr 127.0.0.1:8080",
}

func init() { serveCommand.run = runServe }

// Time limits of a connection. Nothing that the site answers takes long, so a
// slow peer cannot hold a connection for ever.
const (
	headerTimeout = 5 * time.Second
	readTimeout   = 30 * time.Second
	writeTimeout  = 60 * time.Second
	idleTimeout   = 2 * time.Minute
	graceTimeout  = 5 * time.Second // how long open answers may finish at the end
	headerLimit   = 64 << 10
)

func runServe(env *environment, args []string) error {
	flags := serveCommand.flags(env)
	addr := flags.String("addr", "127.0.0.1:8080", "address to listen on, host:port")
	rest, err := parse(flags, args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return badUsage("unexpected argument %q", rest[0])
	}
	listener, err := listen(*addr)
	if err != nil {
		return err
	}
	if !static.Built() {
		fmt.Fprintln(env.err, "pagewalk serve: the assets are not built, pages come without style and script; make build builds them")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	fmt.Fprintf(env.out, "Pagewalk is at http://%s/ (Ctrl C ends it)\n", shown(listener.Addr()))
	return serve(ctx, listener, site.New(site.Options{Dist: static.Dist(), Log: env.err, Native: nativeRuns()}))
}

// listen opens the address and says in plain words why it cannot.
func listen(addr string) (net.Listener, error) {
	if _, _, err := net.SplitHostPort(addr); err != nil {
		return nil, badUsage("--addr %q: expected host:port, for example 127.0.0.1:8080", addr)
	}
	listener, err := net.Listen("tcp", addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s is taken by another program; choose a free port with --addr, for example --addr 127.0.0.1:8081", addr)
	case errors.Is(err, os.ErrPermission):
		return nil, fmt.Errorf("%s: no permission to listen there; ports below 1024 need a privileged user", addr)
	case err != nil:
		return nil, fmt.Errorf("cannot listen on %s: %w", addr, err)
	}
	return listener, nil
}

// shown is the address that a person can open: a wildcard becomes localhost.
func shown(addr net.Addr) string {
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return addr.String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}

// serve answers requests until ctx is done, then lets open answers finish.
func serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    headerLimit,
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.Background(), graceTimeout)
	defer cancel()
	if err := server.Shutdown(grace); err != nil {
		return fmt.Errorf("shutting down: %w", err)
	}
	return nil
}
