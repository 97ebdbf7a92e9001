package localweb

import (
	"fmt"
	"net"
	"strings"
	"testing"
	"time"
)

func (e *Events) open() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.clients)
}

// Events go on after the limits of other answers.
func TestEventsOutliveLimits(t *testing.T) {
	t.Parallel()
	const limit = time.Second // a busy machine has to begin within it
	s := listen(t)
	s.readBody, s.writeAnswer = limit, limit
	e := NewEvents(1, func() []byte { return []byte("text") })
	serving(t, s, e)
	answer := get(t, s)
	next := messages(t, answer)
	if got := next(); got != "text" {
		t.Fatalf("first %q", got)
	}
	time.Sleep(2 * limit)
	e.Changed()
	if got := next(); got != "text" {
		t.Errorf("after the limits %q", got)
	}
}

// Clients get signs of life, without which proxies and browsers would give up.
func TestEventsAlive(t *testing.T) {
	t.Parallel()
	s := listen(t)
	e := NewEvents(1, func() []byte { return []byte("text") })
	e.alive = 300 * time.Millisecond // a busy machine has to send each within it
	serving(t, s, e)
	answer := get(t, s)
	const want = "data: text\n\n:\n\n:\n\n:\n\n"
	got := make([]byte, 0, len(want))
	for len(got) < len(want) {
		n, err := answer.Body.Read(got[len(got):cap(got)])
		got = got[:len(got)+n]
		if err != nil {
			t.Fatalf("%q, %v", got, err)
		}
	}
	if string(got) != want {
		t.Errorf("%q", got)
	}
}

// A client that reads nothing loses its place.
func TestEventsUnread(t *testing.T) {
	t.Parallel()
	s := listen(t)
	message := []byte(strings.Repeat("x", 32<<20)) // more than connections hold
	entered := make(chan bool, 1)
	e := NewEvents(1, func() []byte { entered <- true; return message })
	e.alive = 100 * time.Millisecond
	serving(t, s, e)
	c, err := net.Dial("tcp", "127.0.0.1:"+s.port)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close() // before the site ends, which it would wait for
	fmt.Fprintf(c, "GET /%s/ HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n\r\n", s.token, s.port)
	<-entered // it has its place
	for late := time.Now().Add(hanging); e.open() != 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(late) {
			t.Fatalf("%d clients", e.open())
		}
	}
}
