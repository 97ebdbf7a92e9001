// Package source reads the stacks of files in any known format, by whatever tool.
//
// Each format has one file in this package, with its [Format], and one line in [Formats].
package source

// Formats are all formats in the order of detection: a format that recognizes files of another comes after it.
var Formats = []*Format{Pprof, Xprof, Gprofng, Iprof, Folded}
