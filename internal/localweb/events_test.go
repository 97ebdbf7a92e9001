package localweb

import (
	"testing"
	"testing/synctest"
	"time"
)

func (e *Events) open() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.clients)
}

// Events go on after the limits of other answers.
func TestEventsOutliveLimits(t *testing.T) {
	inMemory(t, func(t *testing.T, s *Site) {
		e := NewEvents(1, func() []byte { return []byte("text") })
		e.alive = time.Hour
		serving(t, s, e)
		answer := get(t, s)
		next := messages(t, answer)
		if got := next(); got != "text" {
			t.Fatalf("first %q", got)
		}
		time.Sleep(2 * (readBody + writeAnswer))
		e.Changed()
		if got := next(); got != "text" {
			t.Errorf("after the limits %q", got)
		}
	})
}

// Clients get signs of life, without which proxies and browsers would give up.
func TestEventsAlive(t *testing.T) {
	inMemory(t, func(t *testing.T, s *Site) {
		serving(t, s, NewEvents(1, func() []byte { return []byte("text") }))
		begun := time.Now()
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
		if took := time.Since(begun); string(got) != want || took != 3*keepAlive {
			t.Errorf("%q in %v", got, took)
		}
	})
}

// A client that reads nothing loses its place.
func TestEventsUnread(t *testing.T) {
	inMemory(t, func(t *testing.T, s *Site) {
		e := NewEvents(1, func() []byte { return []byte("text") })
		serving(t, s, e)
		dial(t, s, "GET PATH HTTP/1.1\r\nHost: HOST\r\n\r\n")
		synctest.Wait()
		if n := e.open(); n != 1 {
			t.Fatalf("%d clients", n)
		}
		time.Sleep(keepAlive)
		synctest.Wait()
		if n := e.open(); n != 0 {
			t.Errorf("%d clients are left", n)
		}
	})
}
