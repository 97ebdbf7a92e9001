package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/serve"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
)

// hanging is when something is taken never to happen: far later than anything does on a busy machine.
const hanging = 5 * time.Minute

// A running serve is a process.
type runningServe struct {
	process *exec.Cmd
	address string // with the token and a slash at the end
	stderr  *bytes.Buffer
}

// startServe runs iprof-viz serve until the test ends, and waits for its address.
func startServe(t *testing.T, args ...string) *runningServe {
	t.Helper()
	return startServer(t, exec.Command(installProgram(t), append([]string{"serve"}, args...)...))
}

// startServer runs a command that becomes iprof-viz serve until the test ends, and waits for its address.
func startServer(t *testing.T, c *exec.Cmd) *runningServe {
	t.Helper()
	s := &runningServe{process: c, stderr: &bytes.Buffer{}}
	s.process.Stderr = s.stderr
	stdout, err := s.process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.process.Process.Kill()
		s.process.Wait()
	})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if s.address = strings.TrimSuffix(line, "\n"); err != nil || !regexp.MustCompile(`^http://127\.0\.0\.1:\d+/[\w-]{22}/$`).MatchString(s.address) {
		t.Fatalf("it prints %q, %v, and says %s", line, err, s.stderr)
	}
	return s
}

// end sends a signal and returns the exit status.
func (s *runningServe) end(t *testing.T, signal os.Signal) int {
	t.Helper()
	s.process.Process.Signal(signal)
	hangs := time.AfterFunc(hanging, func() { s.process.Process.Kill() })
	s.process.Wait()
	if !hangs.Stop() {
		t.Errorf("%v did not end the server", signal)
	}
	return s.process.ProcessState.ExitCode()
}

// events returns a function that waits for the next list of profiles that the server sends.
func (s *runningServe) events(t *testing.T) func() serve.ListedProfiles {
	t.Helper()
	answer, err := http.Get(s.address + "api/events")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { answer.Body.Close() })
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	return func() (list serve.ListedProfiles) {
		t.Helper()
		for lines.Scan() {
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				if err := json.Unmarshal([]byte(text), &list); err != nil {
					t.Fatal(err)
				}
				return list
			}
		}
		t.Fatalf("the events end: %v", lines.Err())
		return list
	}
}

// copyFile copies a file to a new name and returns that.
func copyFile(t *testing.T, from, to string) string {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// replaceFile replaces a file at once, as a slow test could be seen between two steps.
func replaceFile(t *testing.T, file string, data []byte) {
	t.Helper()
	err := os.WriteFile(file+".new", data, 0o600)
	if err == nil {
		err = os.Rename(file+".new", file)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A file that is replaced while a page is open is reloaded; one that is half written leaves the page as it is, and says so.
func TestServeFileReplaced(t *testing.T) {
	file := copyFile(t, shopFile, filepath.Join(t.TempDir(), "app.iprof"))
	s := startServe(t, file, wordcountFile)
	one, two := s.events(t), s.events(t) // two tabs
	expect := func(what string, version int, problem string) {
		t.Helper()
		for _, next := range []func() serve.ListedProfiles{one, two} {
			list := next()
			if len(list.Profiles) != 2 || list.Profiles[1].Version != 1 || list.Profiles[1].Problem != "" {
				t.Fatalf("%s: %+v", what, list)
			}
			if p := list.Profiles[0]; p.Version != version || (p.Problem == "") != (problem == "") || !strings.Contains(p.Problem, problem) {
				t.Errorf("%s: %+v", what, p)
			}
		}
	}
	total := func() string {
		t.Helper()
		_, text := ask(t, "GET", s.address+"api/profiles/1/top?limit=1", nil)
		return regexp.MustCompile(`"whole": (\d+)`).FindString(text)
	}
	expect("at first", 1, "")
	shop := total()
	_, page := ask(t, "GET", s.address+"profiles/1", nil)
	if !strings.Contains(page, `data-version="1"`) {
		t.Error("the page has not its version")
	}

	first := testfile.Read(t, shopFile)
	data := testfile.Read(t, wordcountFile)
	replaceFile(t, file, data[:len(data)/2])
	expect("half written", 1, "unexpected end of file")
	if got := total(); got != shop {
		t.Errorf("half written, top has %s", got)
	}
	replaceFile(t, file, data)
	expect("written", 2, "")
	if got := total(); got == shop {
		t.Errorf("written, top has %s as before", got)
	}
	os.Remove(file)
	expect("removed", 2, "no such file")
	replaceFile(t, file, first)
	expect("replaced", 3, "")
	if got := total(); got != shop {
		t.Errorf("replaced, top has %s", got)
	}
	if _, page := ask(t, "GET", s.address+"profiles/1", nil); !strings.Contains(page, `data-version="3"`) {
		t.Error("the page has not its new version")
	}
	s.end(t, os.Interrupt)
	var said []string
	for line := range strings.Lines(s.stderr.String()) {
		if line, ours := strings.CutPrefix(strings.Replace(line, "warning: ", "", 1), "iprof-viz: "+file+": "); ours && !strings.HasPrefix(line, "note: ") {
			said = append(said, line)
		}
	}
	const again, stays = "reloaded: the file changed\n", "; pages show the earlier content\n"
	if len(said) != 4 || !strings.Contains(said[0], "unexpected end of file") || !strings.HasSuffix(said[0], stays) || said[1] != again || said[2] != "no such file"+stays || said[3] != again {
		t.Errorf("the terminal says %q", said)
	}
}

// With --base the address opens a comparison, and its file is one of the profiles.
func TestServeBase(t *testing.T) {
	server, _ := servedAPI(t, optionsOf(t, "--base", wordcountFile), shopFile)
	if status, page := ask(t, "GET", server.URL, nil); status != http.StatusOK || !strings.Contains(page, "<title>shop.iprof, compared with wordcount.iprof</title>") {
		t.Errorf("%d %.300s", status, page)
	}
	server, _ = servedAPI(t, optionsOf(t, "--base", shopFile), shopFile)
	if status, page := ask(t, "GET", server.URL, nil); status != http.StatusOK || !strings.Contains(page, "<title>shop.iprof</title>") {
		t.Errorf("with itself: %d %.300s", status, page)
	}
}

// Who has another name for this machine, or comes from another site, gets no answer, with the token neither.
func TestServeRefusesOthers(t *testing.T) {
	s := startServe(t, shopFile)
	host := strings.SplitN(s.address, "/", 4)[2]
	_, port, _ := net.SplitHostPort(host)
	for _, tt := range []struct {
		address, host, origin, site string
		status                      int
	}{
		{s.address, "", "", "", 200},
		{s.address, "localhost:" + port, "", "none", 200},
		{s.address + "api/profiles", "", "http://" + host, "same-origin", 200},
		{s.address + "/api//profiles/", "", "", "", 404},
		{s.address + "/api/profiles", "", "", "", 200},
		{s.address + "api", "", "", "", 404},
		{s.address + "api/", "", "", "", 404},
		{s.address, "rebound.example:" + port, "", "", 403},
		{s.address + "api/profiles", "", "http://evil.example", "", 403},
		{s.address + "api/profiles", "", "null", "", 403},
		{s.address, "", "", "cross-site", 403},
		{"http://" + host + "/", "", "", "", 403},
		{"http://" + host + "/profiles/1", "", "", "", 403},
		{"http://" + host + "/api/profiles", "", "", "", 403},
		{"http://" + host + "/AAAAAAAAAAAAAAAAAAAAAA/api/profiles", "", "", "", 403},
	} {
		r, err := http.NewRequest("GET", tt.address, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = tt.host
		for name, value := range map[string]string{"Origin": tt.origin, "Sec-Fetch-Site": tt.site} {
			if value != "" {
				r.Header.Set(name, value)
			}
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if answer.StatusCode != tt.status || tt.status != 200 && strings.Contains(string(text), "shop") {
			t.Errorf("%+v: %s %.100s", tt, answer.Status, text)
		}
		if answer.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%+v: other sites may read the answer", tt)
		}
	}
	// Without the token, do not reveal which paths and methods exist.
	for _, path := range []string{"/api/profiles", "/api/nothing", "/profiles/1"} {
		r, _ := http.NewRequest("PUT", "http://"+host+path, nil)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != 403 || answer.Header.Get("Allow") != "" {
			t.Errorf("PUT %s: %s, allowed are %q", path, answer.Status, answer.Header.Get("Allow"))
		}
	}
}

// The header of a page has its policy, which allows its own scripts and requests to its own server alone. A report in a file may
// send none.
func TestServePolicy(t *testing.T) {
	server, _ := servedAPI(t, serveOptions{}, shopFile)
	var header string
	for _, path := range []string{"/profiles/1", "/profiles/9"} {
		answer, err := http.Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		page, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		meta := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindSubmatch(page)
		header = answer.Header.Get("Content-Security-Policy")
		if meta == nil || header != string(meta[1])+"; frame-ancestors 'none'" {
			t.Errorf("%s: the header is\n%s\nthe page has\n%s", path, header, meta)
		}
	}
	for _, want := range []string{"default-src 'none'", "connect-src 'self'", "form-action 'none'", "base-uri 'none'"} {
		if !strings.Contains(header, want) {
			t.Errorf("no %s in %s", want, header)
		}
	}
	if strings.Contains(header, "unsafe") || strings.Contains(header, "http:") {
		t.Error(header)
	}
	_, file, _, _ := runHere([]string{"report", shopFile})
	if !strings.Contains(file, "default-src 'none'") || strings.Contains(file, "connect-src") || strings.Contains(file, "EventSource") {
		t.Error("a report in a file may send requests")
	}
}

// A taken port is an error that says so. Without files there is a page that takes them.
func TestServeAddresses(t *testing.T) {
	s := startServe(t)
	if status, text := ask(t, "GET", s.address, nil); status != 200 || !strings.Contains(text, serve.NoProfiles) {
		t.Errorf("%d %s", status, text)
	}
	host := strings.SplitN(s.address, "/", 4)[2]
	status, stdout, stderr, err := runProgram([]string{"serve", "--addr", host, shopFile})
	if err != nil || status != cli.StatusOutput || stdout != "" || !strings.Contains(stderr, "--addr "+host+": the port is already in use\nhint: port 0 picks a free port\n") {
		t.Errorf("%d %v\n%s%s", status, err, stdout, stderr)
	}
	if status, _, stderr, err := runProgram([]string{"serve", "--addr", "127.0.0.1:99999", shopFile}); err != nil || status != cli.StatusUsage {
		t.Errorf("a port that none can be: %d %v\n%s", status, err, stderr)
	}
}

// The command of the system that opens the browser gets an address that leads to the page once, and has not the token.
func TestServeOpen(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the command is another")
	}
	dir := t.TempDir()
	opened := filepath.Join(dir, "opened")
	if err := os.WriteFile(filepath.Join(dir, "xdg-open"), []byte("#!/bin/sh\nprintf %s \"$1\" >'"+opened+".new' && mv '"+opened+".new' '"+opened+"'\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	s := startServe(t, "--open", shopFile)
	var address []byte
	for deadline := time.Now().Add(hanging); len(address) == 0 && time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		address, _ = os.ReadFile(opened)
	}
	token := strings.Split(s.address, "/")[3]
	if len(address) == 0 || strings.Contains(string(address), token) {
		t.Fatalf("opened was %q", address)
	}
	if status, page := ask(t, "GET", string(address), nil); status != 200 || !strings.Contains(page, "<title>shop.iprof</title>") {
		t.Errorf("%d %.300s", status, page)
	}
	if status, _ := ask(t, "GET", string(address), nil); status != 403 {
		t.Errorf("the second time %d", status)
	}
}
