package localweb

import (
	"fmt"
	"net/http"
	"sync"
	"time"
)

// keepAlive is the time between keep-alive messages, and the time that a client has to read each message.
const keepAlive = 20 * time.Second

// Events keeps pages up to date: each gets a message when it connects, and again after every change, as server-sent events.
type Events struct {
	message func() []byte
	max     int // clients
	alive   time.Duration

	mu      sync.Mutex
	clients map[chan struct{}]bool
}

// NewEvents returns events for a limited number of clients at a time. The message is one line of text.
func NewEvents(max int, message func() []byte) *Events {
	return &Events{message: message, max: max, alive: keepAlive, clients: map[chan struct{}]bool{}}
}

// Changed sends the message to all clients. Slow clients miss messages, but not the last one.
func (e *Events) Changed() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for c := range e.clients {
		select {
		case c <- struct{}{}:
		default: // it has not got the one before
		}
	}
}

func (e *Events) enter() (c chan struct{}, ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.clients) >= e.max {
		return nil, false
	}
	c = make(chan struct{}, 1)
	e.clients[c] = true
	return c, true
}

func (e *Events) leave(c chan struct{}) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.clients, c)
}

// ServeHTTP sends messages until the client disconnects or the site ends. Beyond the limit of clients it answers 503.
func (e *Events) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	changes, ok := e.enter()
	if !ok {
		http.Error(w, fmt.Sprintf("%d pages are open already; close one", e.max), http.StatusServiceUnavailable)
		return
	}
	defer e.leave(changes)
	defer Await(r)()
	w.Header().Set("Content-Type", "text/event-stream")
	control := http.NewResponseController(w)
	alive := time.NewTicker(e.alive)
	defer alive.Stop()
	send := func(text string) bool {
		control.SetWriteDeadline(time.Now().Add(e.alive))
		if _, err := w.Write([]byte(text)); err != nil {
			return false
		}
		return control.Flush() == nil
	}
	for sent := send(fmt.Sprintf("data: %s\n\n", e.message())); sent; {
		select {
		case <-r.Context().Done():
			return
		case <-changes:
			sent = send(fmt.Sprintf("data: %s\n\n", e.message()))
		case <-alive.C:
			sent = send(":\n\n")
		}
	}
}
