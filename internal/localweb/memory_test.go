package localweb

import (
	"context"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
)

// inMemory runs a test of a site that has its clients in this process, by the clock of synctest: it goes on only when everybody waits, so
// that limits of time are exact, however busy the machine is, and nobody waits for them.
func inMemory(t *testing.T, test func(t *testing.T, s *Site)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := listen(t)
		s.listener = &memory{Listener: s.listener, arriving: make(chan net.Conn), closed: make(chan struct{})}
		test(t, s)
	})
}

// A memory is a listener for clients in this process. Its connections have no buffers: who writes waits for who reads.
type memory struct {
	net.Listener // its address
	arriving     chan net.Conn
	closed       chan struct{}
	once         sync.Once
}

func (m *memory) Accept() (net.Conn, error) {
	select {
	case c := <-m.arriving:
		return c, nil
	case <-m.closed:
		return nil, net.ErrClosed
	}
}

func (m *memory) Close() error {
	m.once.Do(func() { close(m.closed) })
	return m.Listener.Close()
}

// connect opens a connection to a site.
func connect(s *Site) (net.Conn, error) {
	m, ok := s.listener.(*memory)
	if !ok {
		return net.Dial("tcp", "127.0.0.1:"+s.port)
	}
	client, server := net.Pipe()
	m.arriving <- server
	return client, nil
}

// clientOf returns a client of a site, until the test ends.
func clientOf(t *testing.T, s *Site) *http.Client {
	transport := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return connect(s) }}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}
