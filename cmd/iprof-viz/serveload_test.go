//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// connect opens a connection to a server, sends the beginning of a request, with HOST and PATH, and leaves it at that.
func (s *runningServe) connect(t *testing.T, begin string) net.Conn {
	t.Helper()
	host, path, _ := strings.Cut(strings.TrimPrefix(s.address, "http://"), "/")
	c, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	io.WriteString(c, strings.NewReplacer("HOST", host, "PATH", "/"+path).Replace(begin))
	return c
}

// isPending reports whether the server has neither answered nor closed a connection.
func isPending(c net.Conn) bool {
	c.SetReadDeadline(time.Now().Add(time.Millisecond))
	_, err := c.Read(make([]byte, 1))
	return os.IsTimeout(err)
}

// An upload does not wait for others that have stopped: they are still there when it has been answered.
func TestServeUploadBesideStalledOnes(t *testing.T) {
	s := startServe(t, shopFile)
	var stalled []net.Conn
	for range 20 {
		stalled = append(stalled, s.connect(t, "POST PATHapi/profiles?name=stalled HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1000000\r\n\r\n{"))
	}
	data := testfile.Read(t, wordcountFile)
	if status, text := ask(t, "POST", s.address+"api/profiles?name=good", bytes.NewReader(data)); status != http.StatusCreated {
		t.Errorf("%d %s", status, text)
	}
	for i, c := range stalled {
		if !isPending(c) {
			t.Errorf("upload %d is not pending: was it waited for?", i)
		}
	}
}

// With 64 descriptors, 200 connections on which nothing happens keep nobody from the server, and the profiles of files stay as they are.
func TestServeFewDescriptors(t *testing.T) {
	file := copyFile(t, shopFile, filepath.Join(t.TempDir(), "app.iprof"))
	installProgram(t)
	s := startServer(t, exec.Command("sh", "-c", `ulimit -n 64; exec iprof-viz serve "$@"`, "sh", file))
	data := testfile.Read(t, wordcountFile)
	var halves []net.Conn
	for i := range 200 {
		halves = append(halves, s.connect(t, []string{"", "GET PATHapi/pro", "POST PATHapi/profiles?name=x HTTP/1.1\r\nHost: HOST\r\nContent-Length: 9\r\n\r\n{"}[i%3]))
	}
	for path, want := range map[string]string{"api/profiles": `"name":"` + file + `"`, "profiles/1": "<title>app.iprof</title>", "api/profiles/1/top": `"schema_version"`} {
		if status, text := ask(t, "GET", s.address+path, nil); status != http.StatusOK || !strings.Contains(text, want) || strings.Contains(text, `"problem"`) {
			t.Errorf("%s: %d %.300s", path, status, text)
		}
	}
	madeRoom := false
	for i := 2; i < len(halves); i += 3 { // of uploads: one that the server waits for in vain gets an answer
		halves[i].SetReadDeadline(time.Now().Add(time.Millisecond))
		n, err := halves[i].Read(make([]byte, 1))
		madeRoom = madeRoom || n == 0 && !os.IsTimeout(err)
	}
	if !madeRoom {
		t.Error("these connections were waited for")
	}
	if status, text := ask(t, "POST", s.address+"api/profiles?name=good", bytes.NewReader(data)); status != http.StatusCreated {
		t.Errorf("upload: %d %s", status, text)
	}
	for _, c := range halves { // the server would give each of them three seconds
		c.Close()
	}
	s.end(t, os.Interrupt)
	if strings.Contains(s.stderr.String(), "too many open files") {
		t.Errorf("%s", s.stderr)
	}
}

// An upload that takes too much memory to be read, or to make a page of, fails alone.
func TestServeLargeUploadFailsAlone(t *testing.T) {
	testtier.Long(t, "uploads a file that takes all memory")
	c := exec.Command(installProgram(t), "serve", shopFile)
	c.Env = append(os.Environ(), "GOMEMLIMIT=192MiB")
	s := startServer(t, c)
	upload := func(data []byte) (status int, text string) {
		return ask(t, "POST", s.address+"api/profiles?name=x", bytes.NewReader(packed(t, data)))
	}
	var names bytes.Buffer // 70 MB, packed a thousandth
	for i := range 70 {
		fmt.Fprintf(&names, "%s%d 1\n", strings.Repeat("x", 1_000_000), i)
	}
	const beyond = "needs more than 64 MiB of memory"
	if status, text := upload(names.Bytes()); status != http.StatusRequestEntityTooLarge || !strings.HasPrefix(text, `{"error":"x: `+beyond+`"`) {
		t.Errorf("read: %d %.300s", status, text)
	}
	if status, text := upload(testprofile.Roots("callCountProfiles", 115_000)); status != http.StatusCreated {
		t.Fatalf("%d %.300s", status, text)
	}
	for path, want := range map[string]string{"profiles/2": "<p>" + beyond, "profiles/1?base=2": "<p>" + beyond} {
		if status, text := ask(t, "GET", s.address+path, nil); status != http.StatusRequestEntityTooLarge || !strings.Contains(text, want) {
			t.Errorf("%s: %d %.300s", path, status, text[max(0, strings.Index(text, "<body>")):])
		}
	}
	if status, text := ask(t, "GET", s.address+"profiles/1", nil); status != http.StatusOK || !strings.Contains(text, "<title>shop.iprof</title>") {
		t.Errorf("the other profile: %d %.300s", status, text)
	}
}
