package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
)

// parts are what can be left out.
var parts = []string{"sbom", "deb", "rpm", "image"}

// options are those of a run.
type options struct {
	out         string
	targets     []target
	without     []string
	skipMissing bool
	maintainer  string
}

func (o options) has(part string) bool { return !slices.Contains(o.without, part) }

// A target is a system and an architecture, by Go's names.
type target struct{ system, arch string }

func (t target) String() string { return t.system + "_" + t.arch }

// A release is the files of one commit.
type release struct {
	options
	tools   tools
	staging string // a directory for files on the way
	source  *source
	shared  []file // files of all archives; set with source
}

// A file is one of an archive, a package or an image.
type file struct {
	name string // with slashes, without the archive's directory
	from string // where it is now
	mode os.FileMode
}

// Licenses come with each copy of the programs.
var documents = []string{"LICENSE", "NOTICE", "THIRD_PARTY_NOTICES.md", "CHANGELOG.md"}

// programNames are the packages below cmd.
var programNames = []string{"iprof-viz", "iprof-viz-dot"}

// tools are programs; "" is one that is not needed, or missing.
type tools struct{ packager, sbom string }

// A source is what the files of a release are made of.
type source struct {
	version string    // for names: 1.2.0, or 0.0.0-20261128023421-e5619c742c39 without a tag
	commit  string    // "": unknown
	date    time.Time // in UTC
}

// packageVersion is the version by the rules of Debian and RPM: ~ sorts before the release, and - is not part of a version.
func (s *source) packageVersion() string {
	v := s.version
	if !startsWithDigit.MatchString(v) {
		v = "0~" + v
	}
	return strings.ReplaceAll(strings.Replace(v, "-", "~", 1), "-", ".")
}

var startsWithDigit = regexp.MustCompile(`^\d`)
