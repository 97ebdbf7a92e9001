// Package version says which source a program was built from, as the go command recorded it in the program.
package version

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// Devel stands for the version of a commit that has no tag.
const Devel = "devel"

// A Source is what a program was built from. The zero value is an unknown one.
type Source struct {
	Tag      string // such as v1.2.0; "": the commit has none
	Commit   string // the first 12 hexadecimal digits of its hash; "": unknown
	Time     time.Time
	Modified bool // the checkout had changes that are not in the commit
}

// SourceOf returns the source that the go command recorded. In a checkout it is that of the version control system; a module that
// came from a proxy has only its version, which without a tag is a pseudo-version, of the time and the hash.
func SourceOf(info *debug.BuildInfo) Source {
	var s Source
	version, dirty := strings.CutSuffix(info.Main.Version, "+dirty")
	s.Modified = dirty
	if at, commit, ok := cutPseudoVersion(version); ok {
		s.Time, _ = time.Parse("20060102150405", at)
		s.Commit = commit
	} else if version != "" && version != "(devel)" {
		s.Tag = version
	}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			s.Commit = setting.Value[:min(len(setting.Value), 12)]
		case "vcs.time":
			s.Time, _ = time.Parse(time.RFC3339, setting.Value)
		case "vcs.modified":
			s.Modified = setting.Value == "true"
		}
	}
	return s
}

// cutPseudoVersion returns the time and the commit that a pseudo-version ends with: https://go.dev/ref/mod#pseudo-versions. It is not a
// regular expression, whose compilation would take a twentieth of the time of --version.
func cutPseudoVersion(version string) (at, commit string, ok bool) {
	const digits = "0123456789"
	all := func(text, of string, size int) bool { return len(text) == size && strings.Trim(text, of) == "" }
	dash := strings.LastIndexByte(version, '-')
	if dash < 0 || !all(version[dash+1:], digits+"abcdef", 12) {
		return "", "", false
	}
	start := strings.LastIndexAny(version[:dash], "-.")
	if start < 0 || !all(version[start+1:dash], digits, 14) {
		return "", "", false
	}
	return version[start+1 : dash], version[dash+1:], true
}

// String is the tag or "devel", and in parentheses the commit and its date (UTC), as far as they are known.
func (s Source) String() string { return s.text("") }

func (s Source) text(more string) string {
	text := cmp.Or(s.Tag, Devel)
	var facts []string
	if s.Commit != "" {
		fact := "commit " + s.Commit
		if !s.Time.IsZero() {
			fact += " of " + s.Time.UTC().Format(time.DateOnly)
		}
		if s.Modified {
			fact += ", modified"
		}
		facts = append(facts, fact)
	}
	if more != "" {
		facts = append(facts, more)
	}
	if facts == nil {
		return text
	}
	return fmt.Sprintf("%s (%s)", text, strings.Join(facts, ", "))
}

// OfProgram is the version of this program: its source, its compiler, and the system that it was built for.
func OfProgram() string {
	var s Source
	if info, ok := debug.ReadBuildInfo(); ok {
		s = SourceOf(info)
	}
	return s.text(fmt.Sprintf("%s, %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH))
}
