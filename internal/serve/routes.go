package serve

import (
	"io"
	"net/http"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/render/page"
)

// Routes returns the handler of all requests.
func (s *Server) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.first)
	mux.HandleFunc("GET /profiles/{id}", s.viaWorker(s.page, s.pageFails))
	mux.HandleFunc("GET /api/profiles", s.list)
	mux.HandleFunc("POST /api/profiles", s.upload)
	mux.HandleFunc("DELETE /api/profiles/{id}", s.remove)
	mux.HandleFunc("GET /api/profiles/{id}/{view}", s.viaWorker(s.view, viewFails))
	mux.Handle("GET /api/events", s.Events)
	mux.Handle("/api", noSuchRequest(mux)) // otherwise the multiplexer redirects to the next one, without the token
	mux.Handle("/api/", noSuchRequest(mux))
	mux.HandleFunc("/", s.noSuchPage(mux))
	return mux
}

// refuse returns the status of an answer to a request with an unknown path or method, and states the methods that its path allows.
func refuse(w http.ResponseWriter, r *http.Request, mux *http.ServeMux) int {
	var allowed []string
	_, mine := mux.Handler(r)
	for _, method := range []string{http.MethodDelete, http.MethodGet, http.MethodHead, http.MethodPatch, http.MethodPost, http.MethodPut} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, pattern := mux.Handler(other); pattern != mine {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		return http.StatusNotFound
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	return http.StatusMethodNotAllowed
}

// noSuchPage handles requests outside of /api with an unknown path or method: in a browser, profiles can be chosen instead.
func (s *Server) noSuchPage(mux *http.ServeMux) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.writePage(w, refuse(w, r, mux), func(w io.Writer) error {
			notice := s.profiles.opts.Page
			notice.Title = "No such page"
			return page.ServedNotice(w, notice, "There is no page at this address: choose a profile above.")
		})
	}
}

// noSuchRequest handles requests below /api with an unknown path or method.
func noSuchRequest(mux *http.ServeMux) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		answerError(w, refuse(w, r, mux), cli.Usage("GET api/profiles, api/profiles/ID/VIEW and api/events, POST api/profiles and DELETE api/profiles/ID are",
			"%s %s is not an API endpoint", cli.Printable(r.Method), cli.Printable(r.URL.Path)))
	}
}
