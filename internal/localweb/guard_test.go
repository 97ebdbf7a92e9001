package localweb

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// Only requests of the user, with the token, get to the handler.
func TestGuard(t *testing.T) {
	s := listen(t)
	own := "127.0.0.1:" + s.port
	var seen string
	handler := s.guard(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen = r.URL.Path }))
	for _, tt := range []struct {
		name   string
		method string
		host   string
		path   string
		header map[string]string
		status int
		seen   string // by the handler; "": nothing
	}{
		{"a page", "GET", own, "/TOKEN/", nil, 200, "/"},
		{"deeper", "GET", own, "/TOKEN/api/profiles", nil, 200, "/api/profiles"},
		{"a script of the page", "POST", own, "/TOKEN/api", map[string]string{"Origin": "http://" + own, "Sec-Fetch-Site": "same-origin"}, 200, "/api"},
		{"typed", "GET", own, "/TOKEN/", map[string]string{"Sec-Fetch-Site": "none"}, 200, "/"},
		{"localhost", "GET", "localhost:" + s.port, "/TOKEN/", nil, 200, "/"},
		{"without the last slash", "GET", own, "/TOKEN", nil, 303, ""},
		{"a slash too many", "GET", own, "/TOKEN//api/profiles?a=b", nil, 307, ""},
		{"no token", "GET", own, "/", nil, 403, ""},
		{"no token, deeper", "GET", own, "/api/profiles", nil, 403, ""},
		{"another token", "GET", own, "/" + newToken() + "/", nil, 403, ""},
		{"a part of the token", "GET", own, "/" + s.token[:21] + "/", nil, 403, ""},
		{"more than the token", "GET", own, "/" + s.token + "x/", nil, 403, ""},
		{"the token elsewhere", "GET", own, "/api/TOKEN/", nil, 403, ""},
		{"rebound", "GET", "evil.example:" + s.port, "/TOKEN/", nil, 403, ""},
		{"rebound, without a port", "GET", "evil.example", "/TOKEN/", nil, 403, ""},
		{"another port", "GET", "127.0.0.1:1", "/TOKEN/", nil, 403, ""},
		{"another site", "POST", own, "/TOKEN/", map[string]string{"Origin": "http://evil.example"}, 403, ""},
		{"another port of this host", "POST", own, "/TOKEN/", map[string]string{"Origin": "http://127.0.0.1:1"}, 403, ""},
		{"another name of this host", "POST", own, "/TOKEN/", map[string]string{"Origin": "http://localhost:" + s.port}, 403, ""},
		{"https", "POST", own, "/TOKEN/", map[string]string{"Origin": "https://" + own}, 403, ""},
		{"a file", "POST", own, "/TOKEN/", map[string]string{"Origin": "null"}, 403, ""},
		{"an empty origin", "POST", own, "/TOKEN/", map[string]string{"Origin": ""}, 403, ""},
		{"a link of another site", "GET", own, "/TOKEN/", map[string]string{"Sec-Fetch-Site": "cross-site"}, 403, ""},
		{"a link of another port", "GET", own, "/TOKEN/", map[string]string{"Sec-Fetch-Site": "same-site"}, 403, ""},
		{"no ticket", "GET", own, "/open/", nil, 403, ""},
		{"no such ticket", "GET", own, "/open/" + newToken(), nil, 403, ""},
	} {
		seen = ""
		r := httptest.NewRequest(tt.method, strings.ReplaceAll(tt.path, "TOKEN", s.token), nil)
		r.Host = tt.host
		for name, value := range tt.header {
			r.Header.Set(name, value)
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code != tt.status || seen != tt.seen {
			t.Errorf("%s: %d, the handler sees %q", tt.name, w.Code, seen)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "X-Frame-Options": "DENY",
			"Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin", "Access-Control-Allow-Origin": "", "Set-Cookie": "",
		} {
			if got := w.Header().Get(name); got != want {
				t.Errorf("%s: %s: %s", tt.name, name, got)
			}
		}
		if body, _ := io.ReadAll(w.Body); w.Code == 403 && strings.Contains(string(body), s.token) {
			t.Errorf("%s: the answer has the token: %s", tt.name, body)
		}
	}
}

// The address for the command that opens the browser leads to the page once.
func TestOpeningAddress(t *testing.T) {
	s := listen(t)
	handler := s.guard(http.NotFoundHandler())
	address := s.OpeningAddress()
	if strings.Contains(address, s.token) {
		t.Fatalf("%s has the token", address)
	}
	get := func() *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest("GET", address, nil))
		return w
	}
	if w := get(); w.Code != 303 || w.Header().Get("Location") != "/"+s.token+"/" {
		t.Errorf("the first time %d, to %s", w.Code, w.Header().Get("Location"))
	}
	if w := get(); w.Code != 403 {
		t.Errorf("the second time %d", w.Code)
	}
	address = s.OpeningAddress()
	for ticket := range s.tickets.all {
		s.tickets.all[ticket] = time.Now()
	}
	if w := get(); w.Code != 403 {
		t.Errorf("when its time is over %d", w.Code)
	}
}
