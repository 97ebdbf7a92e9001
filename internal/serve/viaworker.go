package serve

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// viaWorker makes a worker handle requests about uploads. Fail returns the function that answers such a request if the worker fails.
func (s *Server) viaWorker(handle http.HandlerFunc, fail func(r *http.Request) func(w http.ResponseWriter, err error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		about := s.about(r)
		if s.profiles.opts.Worker == nil || !slices.ContainsFunc(about, func(p Profile) bool { return p.uploaded }) {
			handle(w, r)
			return
		}
		if s.working.Enter(r.Context()) != nil {
			return
		}
		failed := fail(r)
		answered, err := s.profiles.work(r.Context(), r.URL.RequestURI(), about...)
		s.working.Leave()
		if err != nil {
			failed(w, err)
			return
		}
		maps.Copy(w.Header(), answered.Header)
		answer(w, answered.Status, answered.Header.Get("Content-Type"), answered.body)
	}
}

// about returns the current state of the profiles that a request names, and of the production samples.
func (s *Server) about(r *http.Request) (about []Profile) {
	ids := []string{r.PathValue("id")}
	for _, parameter := range []string{baseParameter, runsParameter, "production"} {
		ids = append(ids, strings.Split(r.URL.Query().Get(parameter), ",")...)
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		if p, ok := s.profile(id); ok {
			about = append(about, p)
		}
	}
	isThere := func(name string) bool {
		return slices.ContainsFunc(about, func(p Profile) bool { return p.name == name })
	}
	if p, ok := s.profiles.production(); ok && !isThere(p.name) {
		about = append(about, p)
	}
	return about
}

// pageFails answers for a page: it says why there is none for the current profiles.
func (s *Server) pageFails(r *http.Request) func(w http.ResponseWriter, err error) {
	p, base, _ := s.ofPage(r)
	version := s.profiles.versionOf(p, base)
	return func(w http.ResponseWriter, err error) { s.noPage(w, version, err) }
}

// viewFails answers for the API.
func viewFails(*http.Request) func(w http.ResponseWriter, err error) {
	return func(w http.ResponseWriter, err error) { answerError(w, ViewStatus(err), err) }
}
