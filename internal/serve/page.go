package serve

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"net/http"
	"strconv"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/load"
	"github.com/iprof-viz/iprof-viz/internal/localweb"
	"github.com/iprof-viz/iprof-viz/render/page"
)

// NoProfiles is the text of a page of serve without profiles.
const NoProfiles = "Drop files onto this page, or choose them with the button above: iprofs, or folded stacks, pprof and other profiles that report reads. " +
	"They stay in the memory of iprof-viz serve."

// first redirects to the page of the first profile, compared with --base, or shows that there is none.
func (s *Server) first(w http.ResponseWriter, r *http.Request) {
	all := s.profiles.List()
	if len(all) == 0 {
		s.writePage(w, http.StatusOK, func(w io.Writer) error { return page.ServedNotice(w, s.profiles.opts.Page, NoProfiles) })
		return
	}
	to := "profiles/" + all[0].id
	if base, ok := s.profiles.base(); ok && base.id != all[0].id {
		to += "?base=" + base.id
	}
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusSeeOther)
}

// profile returns the current state of the profile with an id; false: none.
func (s *Server) profile(id string) (Profile, bool) {
	p, changed, ok := s.profiles.current(id)
	if changed {
		s.Events.Changed()
	}
	return p, ok
}

// page writes the page of a profile.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	p, base, ok := s.ofPage(r)
	if !ok {
		s.writePage(w, http.StatusNotFound, func(w io.Writer) error {
			return page.ServedNotice(w, s.profiles.opts.Page, "This profile no longer exists.")
		})
		return
	}
	version := s.profiles.versionOf(p, base)
	if !s.enter(r) {
		return
	}
	var file bytes.Buffer
	err := s.makePage(r.Context(), &file, p, base, r.URL.Query().Get("view"), version)
	s.making.Leave()
	switch {
	case r.Context().Err() != nil: // nobody reads an answer
		return
	case err != nil:
		s.noPage(w, version, err)
		return
	}
	s.writePage(w, http.StatusOK, func(w io.Writer) error { _, err := file.WriteTo(w); return err })
}

// ofPage returns the current state of the profile of a page, and of the base that it is compared with; nil: none. False: one of
// them does not exist.
func (s *Server) ofPage(r *http.Request) (p Profile, base *Profile, ok bool) {
	p, ok = s.profile(r.PathValue("id"))
	if id := r.URL.Query().Get(baseParameter); id != "" && ok {
		var of Profile
		of, ok = s.profile(id)
		base = &of
	}
	return p, base, ok
}

// noPage says why there is no page of profiles, given their version.
func (s *Server) noPage(w http.ResponseWriter, version string, err error) {
	s.writePage(w, ViewStatus(err), func(w io.Writer) error {
		notice := s.profiles.opts.Page
		notice.Title, notice.Served = "This page could not be created", version
		return page.ServedNotice(w, notice, cli.TextOf(err), hintOf(err))
	})
}

// enter waits until something may be generated; false: the client has gone.
func (s *Server) enter(r *http.Request) bool { return s.making.Enter(r.Context()) == nil }

// writePage writes a page as a response.
func (s *Server) writePage(w http.ResponseWriter, status int, file func(io.Writer) error) {
	var b bytes.Buffer
	if err := file(&b); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Security-Policy", page.ServedPolicy())
	answer(w, status, "text/html; charset=utf-8", b.Bytes())
}

// answer writes a complete response.
func answer(w http.ResponseWriter, status int, contentType string, body []byte) {
	localweb.AllowWriting(w, int64(len(body)))
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	w.Write(body)
}

// versionOf returns the version of the page of a profile, compared with a base unless that is nil: the versions of everything on
// it.
func (s *Profiles) versionOf(p Profile, base *Profile) string {
	version := strconv.Itoa(p.version)
	if base != nil {
		version += "." + strconv.Itoa(base.version)
	}
	if production, ok := s.production(); ok {
		version += "." + strconv.Itoa(production.version)
	}
	return version
}

// makePage writes the report of a profile in a view, "" for the usual one, compared with a base unless that is nil. It fails soon after
// the context has ended.
func (s *Server) makePage(ctx context.Context, w io.Writer, p Profile, base *Profile, view, version string) (err error) {
	defer recoverDefect(&err)
	held := map[string][]byte{}
	formats := s.profiles.hold(held, p)
	baseName := ""
	if base != nil {
		formats = append(formats, s.profiles.hold(held, *base)...)
		baseName = base.name
	}
	look := page.Options{Theme: s.profiles.opts.Page.Theme, Served: version}
	look.Title = cmp.Or(load.Subtitle([]string{p.name}, baseName), load.StdinName)
	report := s.profiles.opts.Report(s.profiles.env.Holding(ctx, held, w), look, baseName)
	if view != "" {
		if err := report.Flags().Set("view", view); err != nil {
			return cli.FlagError(report, err)
		}
	}
	if err := s.profiles.opts.share(report, formats...); err != nil {
		return err
	}
	return report.RunE(report, []string{p.name})
}
