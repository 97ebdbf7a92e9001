package serve

import "github.com/iprof-viz/iprof-viz/internal/localweb"

// The limits of concurrent work.
const (
	maxMakings = 2  // pages and answers
	maxWorkers = 2  // processes for those about uploads, and for checks of these
	maxPages   = 32 // open in browsers
)

// A Server answers the requests of serve.
type Server struct {
	profiles *Profiles
	making   localweb.Gate
	working  localweb.Gate
	Events   *localweb.Events
}

// NewServer returns a server for some profiles.
func NewServer(profiles *Profiles) *Server {
	s := &Server{profiles: profiles, making: localweb.NewGate(maxMakings), working: localweb.NewGate(maxWorkers)}
	s.Events = localweb.NewEvents(maxPages, s.listJSON)
	return s
}
