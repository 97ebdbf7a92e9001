package localweb

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// Connections are limited to half of the process's file descriptors, because files and other processes need some too.
const (
	fewConnections  = 8
	manyConnections = 512
)

// A client has this time to send something before its connection may be closed in favor of another one: what it has sent may not
// have been read.
const patience = 50 * time.Millisecond

// A state of a connection says what the server must do for it.
type state int

const (
	idle     state = iota // no request has arrived, or not all of its headers
	awaiting              // a request has arrived: the rest of it has not, or its answer never ends
	answering
)

// A connections is a listener with a limit of open connections. For an additional one it closes the connection, among those waiting
// for the client, that has been silent for the longest time: clients that hold connections open cannot keep others from the server.
type connections struct {
	net.Listener
	most     int
	patience time.Duration

	mu    sync.Mutex
	freed *sync.Cond // a connection was closed, or has changed its state
	open  map[*connection]bool
}

func newConnections(l net.Listener, most int, patience time.Duration) *connections {
	c := &connections{Listener: l, most: most, patience: patience, open: map[*connection]bool{}}
	c.freed = sync.NewCond(&c.mu)
	return c
}

// Accept waits for a connection, and then until there is room for it.
func (l *connections) Accept() (net.Conn, error) {
	raw, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.open) >= l.most {
		if silent := l.silent(time.Now().Add(-l.patience)); silent != nil {
			delete(l.open, silent)
			silent.Conn.Close()
		} else {
			l.wait(l.patience)
		}
	}
	c := &connection{Conn: raw, of: l, heard: time.Now()}
	l.open[c] = true
	return c, nil
}

// wait waits for a change of a connection, with a time limit.
func (l *connections) wait(most time.Duration) {
	timer := time.AfterFunc(most, func() {
		l.mu.Lock() // held by the caller until Wait releases it: the signal cannot come before
		defer l.mu.Unlock()
		l.freed.Signal()
	})
	defer timer.Stop()
	l.freed.Wait()
}

// silent returns the connection to close first; nil: all have sent something since, or are being answered.
func (l *connections) silent(since time.Time) (first *connection) {
	for c := range l.open {
		if c.state != answering && c.heard.Before(since) && (first == nil || c.state < first.state || c.state == first.state && c.heard.Before(first.heard)) {
			first = c
		}
	}
	return first
}

// A connection of connections, whose lock guards its fields.
type connection struct {
	net.Conn
	of    *connections
	state state
	heard time.Time // when data last arrived from the client
}

func (c *connection) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if n > 0 {
		c.of.mu.Lock()
		defer c.of.mu.Unlock()
		c.heard = time.Now()
	}
	return n, err
}

func (c *connection) Close() error {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	delete(c.of.open, c)
	c.of.freed.Signal()
	return c.Conn.Close()
}

func (c *connection) set(s state) {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	c.state = s
	c.of.freed.Signal()
}

// connectionKey is the context key of a request's connection.
type connectionKey struct{}

func withConnection(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connectionKey{}, c)
}

// during sets the state of a request's connection until the returned function is called.
func during(r *http.Request, now, then state) (end func()) {
	c, ok := r.Context().Value(connectionKey{}).(*connection)
	if !ok { // in a test
		return func() {}
	}
	c.set(now)
	return func() { c.set(then) }
}

// Await marks a request as waiting for the client, for the rest of its body or for its end, until the returned function is called.
// Its connection may be closed in favor of another one.
func Await(r *http.Request) (end func()) { return during(r, awaiting, answering) }
