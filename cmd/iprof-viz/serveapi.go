package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/localweb"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A listedProfiles is the JSON of ADDRESS/api/profiles, and of its events: docs/schema/serve.json.
type listedProfiles struct {
	SchemaVersion int             `json:"schema_version"`
	Profiles      []listedProfile `json:"profiles"`
	Production    *listedFile     `json:"production,omitempty"`
	MaxUpload     int64           `json:"max_upload"` // bytes
}

type listedProfile struct {
	ID string `json:"id"`
	listedFile
	Uploaded bool `json:"uploaded"`
}

type listedFile struct {
	Name    string `json:"name"`
	Format  string `json:"format"`
	Version int    `json:"version"`
	Problem string `json:"problem,omitempty"`
}

// An apiError is the JSON of a request that failed.
type apiError struct {
	Error string `json:"error"`
	Hint  string `json:"hint,omitempty"`
}

// listJSON returns the list of profiles, in one line.
func (s *pageServer) listJSON() []byte {
	all := listedProfiles{SchemaVersion: 1, Profiles: []listedProfile{}, MaxUpload: s.profiles.maxUpload()}
	for _, p := range s.profiles.list() {
		all.Profiles = append(all.Profiles, p.listed())
	}
	if p, ok := s.profiles.production(); ok {
		file := p.listed().listedFile
		all.Production = &file
	}
	return jsonOf(all)
}

func (p servedProfile) listed() listedProfile {
	return listedProfile{ID: p.id, listedFile: listedFile{Name: p.name, Format: p.format.Name, Version: p.version, Problem: p.problem}, Uploaded: p.uploaded}
}

func jsonOf(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // not of strings and integers
	}
	return text
}

func answerJSON(w http.ResponseWriter, status int, text []byte) {
	answer(w, status, "application/json", text)
}

// answerError says why a request failed.
func answerError(w http.ResponseWriter, status int, err error) {
	answerJSON(w, status, jsonOf(apiError{Error: textOf(err), Hint: hintOf(err)}))
}

// hintOf returns the hint of a command's failure, "" for none.
func hintOf(err error) string {
	var f *failure
	if errors.As(err, &f) {
		return f.hint
	}
	return ""
}

// viewStatus is the HTTP status of a command's failure.
func viewStatus(err error) int {
	var f *failure
	if !errors.As(err, &f) {
		return http.StatusBadRequest
	}
	switch f.status {
	case statusCheck, statusInput: // the profile has none of it
		return http.StatusNotFound
	case statusLimit:
		return http.StatusRequestEntityTooLarge
	case statusDefect, statusOutput:
		return http.StatusInternalServerError
	}
	return http.StatusBadRequest
}

// noSuchRequest answers requests below /api that no other handler of the multiplexer takes, of an address or of its method.
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
		answerError(w, status, usage("GET api/profiles, api/profiles/ID/VIEW and api/events, POST api/profiles and DELETE api/profiles/ID are",
			"%s %s is no request of the API", printable(r.Method), printable(r.URL.Path)))
	}
}

func noSuchProfile(w http.ResponseWriter, id string) {
	answerError(w, http.StatusNotFound, usage("api/profiles lists them", "there is no profile %q", id))
}

func (s *pageServer) list(w http.ResponseWriter, r *http.Request) {
	answerJSON(w, http.StatusOK, s.listJSON())
}

// view answers with the output of a command.
func (s *pageServer) view(w http.ResponseWriter, r *http.Request) {
	p, ok := s.profile(r.PathValue("id"))
	if !ok {
		noSuchProfile(w, r.PathValue("id"))
		return
	}
	var b bytes.Buffer
	q, err := newQuery(&b, s.profiles, r.PathValue("view"), p, r.URL.RawQuery)
	if err != nil {
		answerError(w, viewStatus(err), err)
		return
	}
	if !s.enter(r) {
		return
	}
	err = q.run()
	s.making.Leave()
	if err != nil {
		answerError(w, viewStatus(err), err)
		return
	}
	answer(w, http.StatusOK, q.contentType(), b.Bytes())
}

// upload adds a profile from a page, or from a script.
func (s *pageServer) upload(w http.ResponseWriter, r *http.Request) {
	limit, err := s.profiles.room()
	if err != nil {
		answerError(w, http.StatusRequestEntityTooLarge, err)
		return
	}
	name := uploadName(r.URL.Query().Get("name"))
	tooLarge := func() {
		answerError(w, http.StatusRequestEntityTooLarge, &failure{status: statusLimit, file: name, err: fmt.Errorf("%w (%d bytes)", iprof.ErrTooLarge, limit),
			hint: "name the file on the command line of iprof-viz serve, where only --max-input limits its size"})
	}
	if r.ContentLength > limit {
		w.Header().Set("Connection", "close")
		tooLarge()
		return
	}
	if s.uploading.Enter(r.Context()) != nil {
		return
	}
	defer s.uploading.Leave()
	localweb.AllowReading(w, max(r.ContentLength, 0))
	data, err := readChunks(http.MaxBytesReader(w, r.Body, limit))
	if len(data) > smallSize || err != nil {
		defer debug.FreeOSMemory() // of the chunks, and of what reading the profile took
	}
	var beyond *http.MaxBytesError
	switch {
	case errors.As(err, &beyond):
		tooLarge()
		return
	case err != nil:
		answerError(w, http.StatusBadRequest, &failure{status: statusInput, file: name, err: errors.New("it did not arrive as a whole")})
		return
	}
	if !s.enter(r) {
		return
	}
	id, err := s.profiles.upload(name, data)
	s.making.Leave()
	if err != nil {
		status := http.StatusBadRequest
		if viewStatus(err) == http.StatusRequestEntityTooLarge {
			status = http.StatusRequestEntityTooLarge
		}
		answerError(w, status, err)
		return
	}
	s.events.Changed()
	p, _ := s.profiles.get(id)
	w.Header().Set("Location", "profiles/"+id)
	answerJSON(w, http.StatusCreated, jsonOf(p.listed()))
}

// readChunks is io.ReadAll for much that may come to nothing: it takes twice the memory of the result at most, where io.ReadAll
// takes more than twice, and five times with its garbage.
func readChunks(r io.Reader) ([]byte, error) {
	var chunks [][]byte
	chunk := make([]byte, 0, 1<<20)
	for {
		n, err := r.Read(chunk[len(chunk):cap(chunk)])
		chunk = chunk[:len(chunk)+n]
		switch {
		case err == io.EOF:
			return slices.Concat(append(chunks, chunk)...), nil
		case err != nil:
			return nil, err
		case len(chunk) == cap(chunk):
			chunks = append(chunks, chunk)
			chunk = make([]byte, 0, cap(chunk))
		}
	}
}

// remove removes a profile that was uploaded.
func (s *pageServer) remove(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	p, ok := s.profiles.get(id)
	switch {
	case !ok:
		noSuchProfile(w, id)
	case !p.uploaded:
		answerError(w, http.StatusBadRequest, usage("", "%s is a file of iprof-viz serve: only uploads can be removed", printable(p.name)))
	default:
		s.profiles.remove(id)
		s.events.Changed()
		w.WriteHeader(http.StatusNoContent)
	}
}
