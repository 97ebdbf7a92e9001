// Package source reads the stacks of any file that has some, whatever tool has written it, for the same models and
// pictures as an iprof's.
//
// A format is a file of this package with a [Format], and a line in [Formats].
package source

// Formats are all formats, in the order in which an input is compared with them: first those that no other is taken for.
var Formats = []*Format{Pprof, Xprof, Gprofng, Iprof, Folded}
