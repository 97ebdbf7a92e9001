package localweb

import (
	"sync"
	"time"
)

// ticketPath is the first element of addresses that redirect to the one with the token.
const ticketPath = "open"

// ticketLife is the maximum time for a browser to start.
const ticketLife = time.Minute

// tickets are valid once, for a limited time. The zero value has none.
type tickets struct {
	mu  sync.Mutex
	all map[string]time.Time // when they expire
}

func (t *tickets) add() string {
	ticket := newToken()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all == nil {
		t.all = map[string]time.Time{}
	}
	t.all[ticket] = time.Now().Add(ticketLife)
	return ticket
}

// use reports whether a ticket is valid; afterwards it is not.
func (t *tickets) use(ticket string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	end := t.all[ticket]
	delete(t.all, ticket)
	return time.Now().Before(end)
}
