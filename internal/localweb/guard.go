package localweb

import (
	"crypto/subtle"
	"net/http"
	"net/url"
	"path"
	"strings"
)

// guard answers requests of the user with a handler, which sees paths without the token, and rejects all others.
func (s *Site) guard(inside http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer during(r, answering, idle)()
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer") // addresses have the token
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if reason := s.foreign(r); reason != "" {
			http.Error(w, reason, http.StatusForbidden)
			return
		}
		first, rest, deeper := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		switch {
		case first == ticketPath && r.Method == http.MethodGet && s.tickets.use(rest):
			h.Set("Location", "/"+s.token+"/")
			w.WriteHeader(http.StatusSeeOther)
		case subtle.ConstantTimeCompare([]byte(first), []byte(s.token)) != 1:
			http.Error(w, "This address has no valid token: use the address printed by the running server.", http.StatusForbidden)
		case !deeper:
			h.Set("Location", "/"+s.token+"/")
			w.WriteHeader(http.StatusSeeOther)
		default:
			// A multiplexer would redirect to a clean path, without the token that it does not see.
			if path := strings.TrimPrefix(r.URL.EscapedPath(), "/"+s.token); path != cleanPath(path) {
				to := url.URL{Path: "/" + s.token + "/"}
				if clean, err := url.PathUnescape(cleanPath(path)); err == nil {
					to.Path, to.RawQuery = "/"+s.token+clean, r.URL.RawQuery
				}
				h.Set("Location", to.String())
				w.WriteHeader(http.StatusTemporaryRedirect)
				return
			}
			http.StripPrefix("/"+s.token, inside).ServeHTTP(w, r)
		}
	})
}

// cleanPath returns a path without empty elements, . and .., and with the slash at its end.
func cleanPath(of string) string {
	clean := path.Clean(of)
	if clean != "/" && strings.HasSuffix(of, "/") {
		clean += "/"
	}
	return clean
}

// foreign returns why a request does not come from the user, "" if it does. A page of another site can make the browser send
// requests, but cannot change these headers.
func (s *Site) foreign(r *http.Request) string {
	if !s.owns(r.Host) {
		return "The address of this server has another host or port: use the address that it printed. A forwarded port must keep its number."
	}
	if origin, ok := r.Header["Origin"]; ok && (len(origin) != 1 || origin[0] != "http://"+r.Host) {
		return "Cross-site requests are not allowed."
	}
	switch r.Header.Get("Sec-Fetch-Site") { // "": not a browser, or an old one
	case "", "none", "same-origin":
		return ""
	}
	return "Links from other sites are not allowed: paste the address into a new tab."
}
