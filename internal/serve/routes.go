package serve

import (
	"net/http"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/cli"
)

// Routes returns the handler of all requests.
func (s *Server) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.first)
	mux.HandleFunc("GET /profiles/{id}", s.alone(s.page, s.pageFails))
	mux.HandleFunc("GET /api/profiles", s.list)
	mux.HandleFunc("POST /api/profiles", s.upload)
	mux.HandleFunc("DELETE /api/profiles/{id}", s.remove)
	mux.HandleFunc("GET /api/profiles/{id}/{view}", s.alone(s.view, viewFails))
	mux.Handle("GET /api/events", s.Events)
	mux.Handle("/api", noSuchRequest(mux)) // otherwise the multiplexer redirects to the next one, without the token
	mux.Handle("/api/", noSuchRequest(mux))
	return mux
}

// noSuchRequest handles requests below /api with an unknown path or method.
func noSuchRequest(mux *http.ServeMux) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var allowed []string
		_, mine := mux.Handler(r)
		for _, method := range []string{http.MethodDelete, http.MethodGet, http.MethodHead, http.MethodPatch, http.MethodPost, http.MethodPut} {
			other := r.Clone(r.Context())
			other.Method = method
			if _, pattern := mux.Handler(other); pattern != mine {
				allowed = append(allowed, method)
			}
		}
		status := http.StatusNotFound
		if len(allowed) > 0 {
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			status = http.StatusMethodNotAllowed
		}
		answerError(w, status, cli.Usage("GET api/profiles, api/profiles/ID/VIEW and api/events, POST api/profiles and DELETE api/profiles/ID are",
			"%s %s is not an API endpoint", cli.Printable(r.Method), cli.Printable(r.URL.Path)))
	}
}
