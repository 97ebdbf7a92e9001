package localweb

import "sync"

// ticketPath is the first element of addresses that lead to the one with the token.
const ticketPath = "open"

// tickets are valid once. The zero value has none.
type tickets struct {
	mu  sync.Mutex
	all map[string]bool
}

func (t *tickets) add() string {
	ticket := newToken()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all == nil {
		t.all = map[string]bool{}
	}
	t.all[ticket] = true
	return ticket
}

// use reports whether a ticket is valid; then it is not any more.
func (t *tickets) use(ticket string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	valid := t.all[ticket]
	delete(t.all, ticket)
	return valid
}
