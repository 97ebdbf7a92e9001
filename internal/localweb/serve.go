package localweb

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"time"
)

// The limits of a connection. Handlers extend the limits for bodies if something takes longer: see [AllowReading] and
// [AllowWriting].
const (
	readHeaders = 5 * time.Second
	readBody    = 30 * time.Second // including the headers
	writeAnswer = 60 * time.Second
	keepIdle    = 60 * time.Second
	drain       = 3 * time.Second // from the end of the context
	maxHeaders  = 16 << 10        // bytes
	minSpeed    = 1 << 18         // bytes per second
)

// Serve answers requests until the context ends, which also ends the contexts of requests; answers that are being written have
// three more seconds. The handler sees paths without the token. The error is nil after the end of the context.
func (s *Site) Serve(ctx context.Context, inside http.Handler) error {
	server := &http.Server{
		Handler:           s.guard(inside),
		ReadHeaderTimeout: s.readHeaders,
		ReadTimeout:       s.readBody,
		WriteTimeout:      s.writeAnswer,
		IdleTimeout:       s.keepIdle,
		MaxHeaderBytes:    maxHeaders,
		ErrorLog:          log.New(io.Discard, "", 0), // errors of single connections
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ConnContext:       withConnection,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(newConnections(s.listener, s.most, s.patience)) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.drain)
	defer cancel()
	if err := server.Shutdown(patience); errors.Is(err, context.DeadlineExceeded) {
		return server.Close()
	} else if err != nil {
		return err
	}
	return nil
}

// AllowReading gives the client of a request enough time to send a body of that size.
func AllowReading(w http.ResponseWriter, bytes int64) {
	http.NewResponseController(w).SetReadDeadline(time.Now().Add(readBody + time.Duration(bytes/minSpeed)*time.Second))
}

// AllowWriting gives the client of a request enough time to read a response of that size, from now on: generating it may have taken
// long.
func AllowWriting(w http.ResponseWriter, bytes int64) {
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeAnswer + time.Duration(bytes/minSpeed)*time.Second))
}

// A Gate limits concurrent requests.
type Gate chan struct{}

// NewGate returns a gate for n concurrent requests.
func NewGate(n int) Gate { return make(Gate, n) }

// Enter waits for a free slot. If the context ends first, Enter returns its error, and Leave must not be called.
func (g Gate) Enter(ctx context.Context) error {
	select {
	case g <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Leave frees the slot.
func (g Gate) Leave() { <-g }
