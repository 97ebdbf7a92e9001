package localweb

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// dial opens a connection to a site and sends the beginning of a request, with HOST and PATH.
func dial(t *testing.T, s *Site, begin string) net.Conn {
	t.Helper()
	c, err := connect(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	io.WriteString(c, strings.NewReplacer("HOST", "127.0.0.1:"+s.port, "PATH", "/"+s.token+"/").Replace(begin))
	return c
}

// isOpen reports whether the site has left a connection open, without an answer.
func isOpen(c net.Conn) bool {
	c.SetReadDeadline(time.Now().Add(time.Millisecond))
	_, err := c.Read(make([]byte, 1))
	return os.IsTimeout(err)
}

// waitForClose waits until the site has closed a connection.
func waitForClose(t *testing.T, c net.Conn) {
	t.Helper()
	c.SetReadDeadline(time.Now().Add(hanging))
	if _, err := io.Copy(io.Discard, c); os.IsTimeout(err) {
		t.Error("it stays open")
	}
}

// Connections on which nothing happens make room for others, the longest silent first: those without a request before those that
// send the body of one. Those that are being answered stay.
func TestSilentConnectionsMakeRoom(t *testing.T) {
	s := listen(t)
	s.most, s.patience = 4, 0
	s.readHeaders, s.readBody, s.keepIdle = time.Hour, time.Hour, time.Hour
	arrived, finish := make(chan string, 10), make(chan bool)
	end := serving(t, s, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		arrived <- r.Method
		switch r.Method {
		case "POST":
			defer Await(r)()
			io.Copy(io.Discard, r.Body)
		case "PUT":
			<-finish
		}
		fmt.Fprintln(w, r.Method)
	}))
	slow := dial(t, s, "PUT PATH HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n")
	body := dial(t, s, "POST PATH HTTP/1.1\r\nHost: HOST\r\nContent-Length: 9\r\n\r\nabc")
	for range 2 { // both are with the handler
		<-arrived
	}
	var silent []net.Conn
	for range 6 {
		silent = append(silent, dial(t, s, ""))
	}
	answer := get(t, s)
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Errorf("%s", answer.Status)
	}
	for _, c := range silent[:5] {
		waitForClose(t, c)
	}
	for i, c := range []net.Conn{slow, body, silent[5]} {
		if !isOpen(c) {
			t.Errorf("connection %d is closed", i)
		}
	}
	for range 4 {
		silent = append(silent, dial(t, s, "GET PATH HTTP"))
	}
	get(t, s).Body.Close()
	if !isOpen(body) || !isOpen(slow) {
		t.Error("a request was closed while others had not begun")
	}
	close(finish)
	slow.SetReadDeadline(time.Now().Add(hanging))
	if text, err := io.ReadAll(slow); err != nil || !strings.HasSuffix(string(text), "PUT\n") {
		t.Errorf("%q, %v", text, err)
	}
	body.Close()
	http.DefaultClient.CloseIdleConnections()
	for _, c := range silent {
		c.Close()
	}
	end()
}

// Where all connections are being answered, the next one waits for the end of one.
func TestConnectionsWaitForRoom(t *testing.T) {
	s := listen(t)
	s.most, s.patience = 2, time.Hour
	arrived, finish := make(chan bool, 10), make(chan bool)
	serving(t, s, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		arrived <- true
		<-finish
	}))
	const request = "GET PATH HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n"
	all := []net.Conn{dial(t, s, request), dial(t, s, request), dial(t, s, request)}
	<-arrived
	<-arrived
	if len(arrived) > 0 {
		t.Error("there are three")
	}
	finish <- true
	<-arrived
	close(finish)
	for _, c := range all {
		c.SetReadDeadline(time.Now().Add(hanging))
		if text, _ := io.ReadAll(c); !strings.HasPrefix(string(text), "HTTP/1.1 200 ") {
			t.Errorf("%q", text)
		}
	}
}

// pipes is a listener on which clients arrive at once.
type pipes struct{ net.Listener }

func (pipes) Accept() (net.Conn, error) {
	c, _ := net.Pipe()
	return c, nil
}

// Until one of as many connections as there may be is closed, no other one is accepted.
func TestAcceptWaitsForRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const most, all = 2, 4
		l, accepted := newConnections(pipes{}, most, time.Hour), make(chan net.Conn, all)
		go func() {
			for range all {
				c, _ := l.Accept()
				accepted <- c
			}
		}()
		for range all - most {
			synctest.Wait()
			if len(accepted) != most {
				t.Fatalf("%d connections, of at most %d", len(accepted), most)
			}
			(<-accepted).Close()
		}
		synctest.Wait()
		if len(accepted) != most {
			t.Errorf("%d connections are left, want %d", len(accepted), most)
		}
	})
}
