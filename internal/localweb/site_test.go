package localweb

import (
	"errors"
	"net"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// listen takes a free address of this machine.
func listen(t *testing.T) *Site {
	t.Helper()
	s, err := Listen("127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestListen(t *testing.T) {
	for _, tt := range []struct {
		addr   string
		remote bool
		want   error
	}{
		{"127.0.0.1:0", false, nil},
		{"localhost:0", false, nil},
		{"127.0.0.1:0", true, nil},
		{"0.0.0.0:0", true, nil},
		{":0", true, nil},
		{":0", false, ErrRemote},
		{"0.0.0.0:0", false, ErrRemote},
		{"[::]:0", false, ErrRemote},
		{"192.0.2.1:0", false, ErrRemote},
		{"", false, ErrAddress},
		{"127.0.0.1", false, ErrAddress},
		{"8080", false, ErrAddress},
		{"127.0.0.1:http", false, ErrAddress},
		{"127.0.0.1:65536", false, ErrAddress},
		{"127.0.0.1:-1", false, ErrAddress},
	} {
		s, err := Listen(tt.addr, tt.remote)
		if err == nil {
			s.Close()
		}
		if !errors.Is(err, tt.want) {
			t.Errorf("%q, remote %v: %v, expected %v", tt.addr, tt.remote, err, tt.want)
		}
	}
	taken := listen(t)
	if _, err := Listen(net.JoinHostPort("127.0.0.1", taken.port), false); !errors.Is(err, syscall.EADDRINUSE) {
		t.Errorf("a taken port: %v", err)
	}
}

// Addresses have a token of 128 bits, another each time.
func TestAddress(t *testing.T) {
	one, other := listen(t), listen(t)
	form := regexp.MustCompile(`^http://127\.0\.0\.1:(\d+)/([A-Za-z0-9_-]{22})/$`)
	a, b := form.FindStringSubmatch(one.Address()), form.FindStringSubmatch(other.Address())
	if a == nil || b == nil || a[1] == b[1] || a[2] == b[2] {
		t.Errorf("%s and %s", one.Address(), other.Address())
	}
	if first, second := one.Address(), one.Address(); first != second {
		t.Errorf("%s becomes %s", first, second)
	}
}

// Hosts of this site have its port, and are not names that somebody else decides about.
func TestOwns(t *testing.T) {
	own := listen(t)
	remote, err := Listen("0.0.0.0:0", true)
	if err != nil {
		t.Fatal(err)
	}
	defer remote.Close()
	for _, tt := range []struct {
		host          string
		local, remote bool
	}{
		{"127.0.0.1:PORT", true, true},
		{"localhost:PORT", true, true},
		{"LocalHost:PORT", true, true},
		{"[::1]:PORT", true, true},
		{"192.0.2.1:PORT", false, true},
		{"127.0.0.1:1", false, false},
		{"127.0.0.1", false, false},
		{"localhost", false, false},
		{"[::1]", false, false},
		{"", false, false},
		{"evil.example:PORT", false, false},
		{"127.0.0.1.evil.example:PORT", false, false},
		{"localhost.evil.example:PORT", false, false},
		{"evil.example:PORT@127.0.0.1:PORT", false, false},
		{"0.0.0.0:PORT", false, true},
	} {
		for _, site := range []struct {
			*Site
			want bool
		}{{own, tt.local}, {remote, tt.remote}} {
			host := strings.ReplaceAll(tt.host, "PORT", site.port)
			if got := site.owns(host); got != site.want {
				t.Errorf("%s, remote %v: %v", host, site.remote, got)
			}
		}
	}
}
