package classpath

import (
	"strings"
)

// A manifest holds the entries of META-INF/MANIFEST.MF that matter to a class path (JAR File Specification).
type manifest struct {
	multiRelease bool
	classPath    []string // relative URLs
}

const (
	manifestName = "META-INF/MANIFEST.MF"
	maxManifest  = 8 << 20 // bytes; a signed jar lists all of its files in it
)

// readManifest reads the main attributes: lines of Name: Value up to an empty line. A line that begins with a space continues the
// previous one.
func readManifest(text string) manifest {
	var m manifest
	var line strings.Builder
	attribute := func() {
		name, value, _ := strings.Cut(line.String(), ":")
		switch value = strings.TrimSpace(value); {
		case strings.EqualFold(name, "Multi-Release"):
			m.multiRelease = strings.EqualFold(value, "true")
		case strings.EqualFold(name, "Class-Path"):
			m.classPath = strings.Fields(value)
		}
		line.Reset()
	}
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	for l := range strings.Lines(text) {
		l = strings.TrimSuffix(l, "\n")
		if rest, more := strings.CutPrefix(l, " "); more {
			line.WriteString(rest)
			continue
		}
		attribute()
		if l == "" {
			break
		}
		line.WriteString(l)
	}
	attribute()
	return m
}
