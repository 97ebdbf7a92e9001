package localweb

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// serving runs a site until the test ends, or the function is called, which waits for that end.
func serving(t *testing.T, s *Site, h http.Handler) (end func()) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, h) }()
	ended := false
	end = func() {
		if ended {
			return
		}
		ended = true
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Serve: %v", err)
		}
	}
	t.Cleanup(end)
	return end
}

// Who sends nothing, or a header in small pieces, is not waited for.
func TestSlowClient(t *testing.T) {
	s := listen(t)
	s.readHeaders = 100 * time.Millisecond
	serving(t, s, http.NotFoundHandler())
	c, err := net.Dial("tcp", "127.0.0.1:"+s.port)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.Write([]byte("GET / HTTP/1.1\r\nHost: "))
	c.SetReadDeadline(time.Now().Add(10 * time.Second))
	if answer, err := io.ReadAll(c); err != nil && !strings.Contains(err.Error(), "reset") {
		t.Errorf("the connection stays open: %q, %v", answer, err)
	}
}

func TestLargeHeader(t *testing.T) {
	s := listen(t)
	serving(t, s, http.NotFoundHandler())
	r, _ := http.NewRequest("GET", s.Address(), nil)
	r.Header.Set("X", strings.Repeat("x", 1<<20))
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return // the connection is closed while the rest is sent
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Error(answer.Status)
	}
}

// Answers that are being written when the site ends arrive; those that take longer than the limit are cut.
func TestDrain(t *testing.T) {
	begun, resume := make(chan bool, 2), make(chan bool)
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Write([]byte("begin,"))
		http.NewResponseController(w).Flush()
		begun <- true
		<-resume
		w.Write([]byte("end"))
	})
	for _, slow := range []bool{false, true} {
		s := listen(t)
		s.drain = 5 * time.Second
		if slow {
			s.drain = 50 * time.Millisecond
		}
		end := serving(t, s, handler)
		answer, err := http.Get(s.Address())
		if err != nil {
			t.Fatal(err)
		}
		<-begun
		ended := make(chan bool)
		go func() { end(); close(ended) }()
		if slow {
			<-ended
		}
		go func() { resume <- true }()
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if complete := err == nil && string(text) == "begin,end"; complete == slow {
			t.Errorf("slow %v: %q, %v", slow, text, err)
		}
		<-ended
	}
}

// messages returns a function that reads the next event of an answer.
func messages(t *testing.T, answer *http.Response) func() string {
	lines := bufio.NewScanner(answer.Body)
	return func() string {
		for lines.Scan() {
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				return text
			}
		}
		return "end"
	}
}

// Each client gets the message at once and after changes; there are not more than the limit; the end of the site ends them.
func TestEvents(t *testing.T) {
	text := make(chan string, 1)
	text <- "one"
	e := NewEvents(2, func() []byte { now := <-text; text <- now; return []byte(now) })
	s := listen(t)
	end := serving(t, s, e)
	var next []func() string
	for range 2 {
		answer, err := http.Get(s.Address())
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if got := answer.Header.Get("Content-Type"); got != "text/event-stream" {
			t.Error(got)
		}
		next = append(next, messages(t, answer))
	}
	expect := func(want string) {
		t.Helper()
		for i, n := range next {
			if got := n(); got != want {
				t.Errorf("client %d: %q, expected %q", i, got, want)
			}
		}
	}
	expect("one")
	<-text
	text <- "two"
	e.Changed()
	expect("two")
	third, err := http.Get(s.Address())
	if err != nil {
		t.Fatal(err)
	}
	third.Body.Close()
	if third.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a third client: %s", third.Status)
	}
	end()
	expect("end")
	if len(e.clients) > 0 {
		t.Errorf("%d clients are left", len(e.clients))
	}
}

// A gate lets in as many as it has places, and nobody waits for a request that has ended.
func TestGate(t *testing.T) {
	g := NewGate(1)
	if err := g.Enter(t.Context()); err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if g.Enter(gone) == nil {
		t.Fatal("there are two inside")
	}
	g.Leave()
	if err := g.Enter(t.Context()); err != nil {
		t.Fatal(err)
	}
}
