package main

import (
	"context"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/serve"
)

// A leavingClient is the context of a request whose client leaves when the server asks for the nth time whether it is still there.
type leavingClient struct {
	context.Context
	mu       sync.Mutex
	patience int
	asked    int
	gone     chan struct{}
}

func (l *leavingClient) Done() <-chan struct{} { return l.gone }

func (l *leavingClient) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.asked++; l.asked < l.patience {
		return nil
	}
	if l.asked == l.patience {
		close(l.gone)
	}
	return context.Canceled
}

// The work for a client ends soon after it has left, at any point, so that others need not wait for it: nothing is answered, and the server
// asks again only on its way out.
func TestServeStopsWhenClientLeaves(t *testing.T) {
	_, profiles := servedAPI(t, serveOptions{}, shopFile, wordcountFile)
	routes := serve.NewServer(profiles).Routes()
	handle := func(path string, patience int) (*leavingClient, *httptest.ResponseRecorder) {
		client := &leavingClient{Context: t.Context(), patience: patience, gone: make(chan struct{})}
		w := httptest.NewRecorder()
		routes.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil).WithContext(client))
		return client, w
	}
	parameters := map[string]string{"diff": "?base=2", "variance": "?runs=2", "peek": "?regexp=main", "into": "?regexp=main", "list": "?regexp=main"}
	least := map[string]int{"/profiles/1": 12, "/profiles/1?base=2": 12}
	for _, view := range slices.Sorted(maps.Keys(serve.Views)) {
		least["/api/profiles/1/"+view+parameters[view]] = 4 // while the profile is read, after that, when it is written, at the end
	}
	for path, want := range least {
		const forever = 1 << 30
		client, w := handle(path, forever)
		if w.Code != http.StatusOK || w.Body.Len() == 0 {
			t.Fatalf("%s: %d %s", path, w.Code, w.Body)
		}
		all := client.asked
		if all < want {
			t.Errorf("%s: asks %d times", path, all)
		}
		for patience := 1; patience <= all; patience++ {
			client, w := handle(path, patience)
			if w.Body.Len() > 0 {
				t.Errorf("%s, gone after %d of %d questions: answers %.200s", path, patience, all, w.Body)
			}
			if again := client.asked - patience; again > 3 {
				t.Errorf("%s, gone after %d of %d questions: asks %d times more", path, patience, all, again)
			}
		}
	}
}
