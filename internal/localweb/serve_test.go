package localweb

import (
	"bufio"
	"context"
	"fmt"
	"io"
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

// hanging is when something is taken never to happen: far later than anything does on a busy machine.
const hanging = 5 * time.Minute

// Who sends a header or a body in small pieces, does not read the answer, or keeps a connection for nothing, is not waited for.
func TestSlowClient(t *testing.T) {
	const soon, never = time.Second, time.Hour
	for _, tt := range []struct {
		name    string
		limit   func(*Site) *time.Duration // the one that ends it
		request string                     // with HOST and PATH
		handler func(w http.ResponseWriter, r *http.Request) error
		fails   bool // the handler sees it
	}{
		{"header", func(s *Site) *time.Duration { return &s.readHeaders }, "GET PATH HTTP/1.1\r\nHost: ", nil, false},
		{"nothing", func(s *Site) *time.Duration { return &s.readHeaders }, "", nil, false},
		{"body", func(s *Site) *time.Duration { return &s.readBody }, "POST PATH HTTP/1.1\r\nHost: HOST\r\nContent-Length: 9\r\n\r\nabc", func(w http.ResponseWriter, r *http.Request) error {
			_, err := io.ReadAll(r.Body)
			return err
		}, true},
		{"answer", func(s *Site) *time.Duration { return &s.writeAnswer }, "GET PATH HTTP/1.1\r\nHost: HOST\r\n\r\n", func(w http.ResponseWriter, r *http.Request) (err error) {
			for err == nil { // until no buffer takes more
				_, err = w.Write(make([]byte, 1<<20))
			}
			return err
		}, true},
		{"idle", func(s *Site) *time.Duration { return &s.keepIdle }, "GET PATH HTTP/1.1\r\nHost: HOST\r\n\r\n", func(w http.ResponseWriter, r *http.Request) error { return nil }, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inMemory(t, func(t *testing.T, s *Site) {
				s.readHeaders, s.readBody, s.writeAnswer, s.keepIdle = never, never, never, never
				*tt.limit(s) = soon
				handled := make(chan error, 1)
				serving(t, s, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handled <- tt.handler(w, r) }))
				begun := time.Now()
				c := dial(t, s, tt.request)
				if tt.handler != nil {
					if err := <-handled; (err != nil) != tt.fails {
						t.Errorf("the handler gets %v", err)
					}
				}
				io.Copy(io.Discard, c) // until it is closed
				if took := time.Since(begun); took != soon {
					t.Errorf("it is closed after %v", took)
				}
			})
		})
	}
}

// Handlers give more time to those who send much, and to themselves for sending an answer. Making it takes as long as it takes: once
// the body of a request has been read, the time for reading does not end the request.
func TestAllow(t *testing.T) {
	const limit, longer = time.Second, 2 * time.Second
	t.Run("reading", func(t *testing.T) {
		inMemory(t, func(t *testing.T, s *Site) {
			s.readBody = limit
			serving(t, s, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				AllowReading(w, 3)
				text, err := io.ReadAll(r.Body)
				fmt.Fprint(w, string(text), err)
			}))
			body, send := io.Pipe()
			go func() {
				send.Write([]byte("abc"))
				time.Sleep(longer)
				send.Close()
			}()
			answer, err := clientOf(t, s).Post(s.Address(), "", body)
			expectBody(t, answer, err, "abc<nil>")
		})
	})
	for _, body := range []string{"", "abc"} {
		t.Run("making of "+body, func(t *testing.T) {
			inMemory(t, func(t *testing.T, s *Site) {
				s.readHeaders, s.readBody, s.writeAnswer = limit, limit, limit
				serving(t, s, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					text, _ := io.ReadAll(r.Body)
					select {
					case <-r.Context().Done():
					case <-time.After(longer):
					}
					AllowWriting(w, 3)
					fmt.Fprintf(w, "%s%v", text, r.Context().Err())
				}))
				answer, err := clientOf(t, s).Post(s.Address(), "", strings.NewReader(body))
				expectBody(t, answer, err, body+"<nil>")
			})
		})
	}
}

func expectBody(t *testing.T, answer *http.Response, err error, want string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if text, err := io.ReadAll(answer.Body); err != nil || string(text) != want {
		t.Errorf("%q, %v", text, err)
	}
}

func TestLargeHeader(t *testing.T) {
	t.Parallel()
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
	for takes, arrives := range map[time.Duration]bool{drain - time.Second: true, drain + time.Second: false} {
		inMemory(t, func(t *testing.T, s *Site) {
			handled, ended := make(chan bool), make(chan bool)
			end := serving(t, s, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				defer close(handled)
				w.Write([]byte("begin,"))
				http.NewResponseController(w).Flush()
				time.Sleep(takes)
				w.Write([]byte("end"))
			}))
			answer := get(t, s)
			go func() { end(); close(ended) }()
			text, err := io.ReadAll(answer.Body)
			if complete := err == nil && string(text) == "begin,end"; complete != arrives {
				t.Errorf("after %v: %q, %v", takes, text, err)
			}
			<-ended
			<-handled
		})
	}
}

// get asks for the page of a site, whose answer is closed after the test.
func get(t *testing.T, s *Site) *http.Response {
	t.Helper()
	answer, err := clientOf(t, s).Get(s.Address())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { answer.Body.Close() })
	return answer
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
		answer := get(t, s)
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
	third := get(t, s)
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

// A gate lets in as many as it has places, and a request that has ended does not wait.
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
