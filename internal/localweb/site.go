// Package localweb serves pages only to the browser of the user at this machine. Every request must contain a random token, the
// first element of every path; requests from pages of other sites are rejected even with the token.
package localweb

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"time"
)

// A Site is a web server for one user, already bound to an address.
type Site struct {
	listener net.Listener
	remote   bool   // it may be reached from other machines
	name     string // the host, as the user named it; "": all interfaces
	port     string
	token    string
	tickets  tickets
	most     int // connections

	readHeaders, readBody, writeAnswer, keepIdle, drain, patience time.Duration // see the constants with these names
}

// The errors of [Listen] for addresses that it does not try.
var (
	ErrAddress = errors.New("it is not HOST:PORT")
	ErrRemote  = errors.New("other machines could reach it")
)

// Listen binds to an address, HOST:PORT; port 0 means a free one. Unless remote is set, it fails with [ErrRemote] if the host is
// not the machine itself, such as 127.0.0.1, [::1] or localhost. Errors other than that and [ErrAddress] come from package net.
func Listen(addr string, remote bool) (*Site, error) {
	name, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, ErrAddress
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || strconv.FormatUint(n, 10) != port {
		return nil, ErrAddress
	}
	to, err := net.ResolveTCPAddr("tcp", addr)
	if err != nil {
		return nil, err
	}
	if !remote && !to.IP.IsLoopback() {
		return nil, ErrRemote
	}
	listener, err := net.ListenTCP("tcp", to) // the resolved address: resolving the name again may give another one
	if err != nil {
		return nil, err
	}
	taken := listener.Addr().(*net.TCPAddr)
	if taken.IP.IsUnspecified() {
		name = ""
	}
	return &Site{
		listener: listener, remote: remote, name: name, port: strconv.Itoa(taken.Port), token: newToken(), most: maxConnections(),
		readHeaders: readHeaders, readBody: readBody, writeAnswer: writeAnswer, keepIdle: keepIdle, drain: drain, patience: patience,
	}, nil
}

// newToken returns 128 random bits as 22 characters that are valid in addresses.
func newToken() string {
	var bits [16]byte
	rand.Read(bits[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(bits[:])
}

// Address returns the address that the user opens, including the token.
func (s *Site) Address() string { return fmt.Sprintf("http://%s/%s/", s.host(), s.token) }

// OpeningAddress returns an address that redirects to the one with the token, once and within a minute. Other users of the machine
// can see the arguments of the command that opens a browser.
func (s *Site) OpeningAddress() string {
	return fmt.Sprintf("http://%s/%s/%s", s.host(), ticketPath, s.tickets.add())
}

// host returns the host and the port of addresses.
func (s *Site) host() string {
	name := s.name
	if name == "" {
		name = "localhost"
		if host, err := os.Hostname(); err == nil && host != "" {
			name = host
		}
	}
	return net.JoinHostPort(name, s.port)
}

// owns reports whether a Host header is about this site. A browser that was led here by a foreign site's name sends that name: DNS
// rebinding.
func (s *Site) owns(host string) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil { // without a port
		name, port = strings.Trim(host, "[]"), "80"
	}
	if port != s.port {
		return false
	}
	if ip, err := netip.ParseAddr(name); err == nil {
		return ip.IsLoopback() || s.remote // names can be made to resolve to anything, numbers cannot
	}
	own := strings.EqualFold(name, "localhost")
	if s.remote {
		machine, err := os.Hostname()
		own = own || s.name != "" && strings.EqualFold(name, s.name) || err == nil && strings.EqualFold(name, machine)
	}
	return own
}

// Close releases the address, if Serve has not been called.
func (s *Site) Close() error { return s.listener.Close() }
