package serve

import "github.com/iprof-viz/iprof-viz/internal/localweb"

// The limits of what happens at a time.
const (
	maxMakings   = 2  // pages, answers and checks of uploads
	maxUploading = 2  // uploads that arrive
	maxPages     = 32 // open in browsers
)

// A Server answers the requests of serve.
type Server struct {
	profiles  *Profiles
	making    localweb.Gate
	uploading localweb.Gate
	Events    *localweb.Events
}

// NewServer makes the server of some profiles.
func NewServer(profiles *Profiles) *Server {
	s := &Server{profiles: profiles, making: localweb.NewGate(maxMakings), uploading: localweb.NewGate(maxUploading)}
	s.Events = localweb.NewEvents(maxPages, s.listJSON)
	return s
}
