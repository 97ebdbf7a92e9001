package serve

import (
	"bytes"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"runtime/debug"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/localweb"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A ListedProfiles is the JSON of ADDRESS/api/profiles, and of its events: docs/schema/serve.json.
type ListedProfiles struct {
	SchemaVersion int             `json:"schema_version"`
	Profiles      []ListedProfile `json:"profiles"`
	Production    *listedFile     `json:"production,omitempty"`
	MaxUpload     int64           `json:"max_upload"` // bytes
}

// A ListedProfile is a profile in the list of /api/profiles.
type ListedProfile struct {
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

// An APIError is the JSON of a request that failed.
type APIError struct {
	Error string `json:"error"`
	Hint  string `json:"hint,omitempty"`
}

// listJSON returns the list of profiles, on one line.
func (s *Server) listJSON() []byte {
	all := ListedProfiles{SchemaVersion: 1, Profiles: []ListedProfile{}, MaxUpload: s.profiles.maxUpload()}
	for _, p := range s.profiles.List() {
		all.Profiles = append(all.Profiles, p.listed())
	}
	if p, ok := s.profiles.production(); ok {
		file := p.listed().listedFile
		all.Production = &file
	}
	return jsonOf(all)
}

func (p Profile) listed() ListedProfile {
	return ListedProfile{ID: p.id, listedFile: listedFile{Name: p.name, Format: p.format.Name, Version: p.version, Problem: p.problem}, Uploaded: p.uploaded}
}

func answerJSON(w http.ResponseWriter, status int, text []byte) {
	answer(w, status, "application/json", text)
}

// answerError says why a request failed.
func answerError(w http.ResponseWriter, status int, err error) {
	answerJSON(w, status, jsonOf(APIError{Error: cli.TextOf(err), Hint: hintOf(err)}))
}

func noSuchProfile(w http.ResponseWriter, id string) {
	answerError(w, http.StatusNotFound, cli.Usage("api/profiles lists them", "unknown profile %q", id))
}

func (s *Server) list(w http.ResponseWriter, r *http.Request) {
	answerJSON(w, http.StatusOK, s.listJSON())
}

// ProblemHeader is the header of an answer about an earlier content of a file, and says why the current one cannot be read, encoded as RFC 2047
// says if it is not ASCII.
const ProblemHeader = "Iprof-Viz-Problem"

// view answers with the output of a command.
func (s *Server) view(w http.ResponseWriter, r *http.Request) {
	p, ok := s.profile(r.PathValue("id"))
	if !ok {
		noSuchProfile(w, r.PathValue("id"))
		return
	}
	if p.problem != "" {
		w.Header().Set(ProblemHeader, mime.QEncoding.Encode("utf-8", p.problem))
	}
	var b bytes.Buffer
	q, err := NewQuery(r.Context(), &b, s.profiles, r.PathValue("view"), p, r.URL.RawQuery)
	if err != nil {
		answerError(w, ViewStatus(err), err)
		return
	}
	if !s.enter(r) {
		return
	}
	err = q.Run()
	s.making.Leave()
	switch {
	case r.Context().Err() != nil: // nobody reads an answer
		return
	case err != nil:
		answerError(w, ViewStatus(err), err)
		return
	}
	answer(w, http.StatusOK, q.contentType(), b.Bytes())
}

// upload adds a profile from a page, or from a script.
func (s *Server) upload(w http.ResponseWriter, r *http.Request) {
	limit, err := s.profiles.room()
	if err != nil {
		answerError(w, http.StatusRequestEntityTooLarge, err)
		return
	}
	name := uploadName(r.URL.Query().Get("name"))
	tooLarge := func() {
		answerError(w, http.StatusRequestEntityTooLarge, &cli.Failure{Status: cli.StatusLimit, File: name, Err: fmt.Errorf("%w (%d bytes)", iprof.ErrTooLarge, limit),
			Hint: "name the file on the command line of iprof-viz serve, where only --max-input limits its size"})
	}
	if r.ContentLength > limit {
		w.Header().Set("Connection", "close")
		tooLarge()
		return
	}
	claimed := int64(0)
	defer func() { s.profiles.unclaim(claimed) }()
	localweb.AllowReading(w, max(r.ContentLength, 0))
	arrived := localweb.Await(r)
	data, err := readChunks(http.MaxBytesReader(w, r.Body, limit), func(bytes int) error {
		err := s.profiles.claim(int64(bytes))
		if err == nil {
			claimed += int64(bytes)
		}
		return err
	})
	arrived()
	if len(data) > load.SmallSize || err != nil {
		defer debug.FreeOSMemory() // the chunks, and the memory used to read the profile
	}
	var beyond *http.MaxBytesError
	switch {
	case errors.As(err, &beyond):
		tooLarge()
		return
	case errors.Is(err, errNoRoom):
		answerError(w, http.StatusRequestEntityTooLarge, &cli.Failure{Status: cli.StatusLimit, File: name, Err: err, Hint: "try again when other uploads have ended, or remove some"})
		return
	case err != nil:
		answerError(w, http.StatusBadRequest, &cli.Failure{Status: cli.StatusInput, File: name, Err: errors.New("the upload is incomplete")})
		return
	}
	if s.working.Enter(r.Context()) != nil {
		return
	}
	id, err := s.profiles.Upload(r.Context(), name, data)
	s.working.Leave()
	if err != nil {
		status := http.StatusBadRequest
		if ViewStatus(err) == http.StatusRequestEntityTooLarge {
			status = http.StatusRequestEntityTooLarge
		}
		answerError(w, status, err)
		return
	}
	s.Events.Changed()
	p, _ := s.profiles.Get(id)
	w.Header().Set("Location", "profiles/"+id)
	answerJSON(w, http.StatusCreated, jsonOf(p.listed()))
}

// remove removes a profile that was uploaded.
func (s *Server) remove(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	p, ok := s.profiles.Get(id)
	switch {
	case !ok:
		noSuchProfile(w, id)
	case !p.uploaded:
		answerError(w, http.StatusBadRequest, cli.Usage("", "%s is a file of iprof-viz serve: only uploads can be removed", cli.Printable(p.name)))
	default:
		s.profiles.remove(id)
		s.Events.Changed()
		w.WriteHeader(http.StatusNoContent)
	}
}
