// Package source reads the stacks of files in any known format, from any tool.
//
// Each format has one file in this package, with its [Format], and one line in [Formats].
package source

import (
	"path/filepath"
	"slices"
	"strings"
)

// Formats are all formats in detection order: a format that also recognizes files of another one comes after it.
var Formats = []*Format{JFR, Pprof, Xprof, Gprofng, Iprof, PerfScript, Folded}

// FormatOfName returns the format implied by the name of a file, by its extension before ".gz"; nil: none.
func FormatOfName(file string) *Format {
	file = strings.TrimSuffix(strings.ToLower(file), ".gz")
	for _, f := range Formats {
		if slices.Contains(f.Extensions, filepath.Ext(file)) {
			return f
		}
	}
	return nil
}
