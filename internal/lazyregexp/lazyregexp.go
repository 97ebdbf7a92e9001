// Package lazyregexp has regular expressions that are compiled when they are first used: together they take longer than the rest of the
// start of the program, and a command uses few.
package lazyregexp

import (
	"regexp"
	"sync"
)

// New returns a function that returns the regular expression, which must be valid: see [regexp.MustCompile]. It may be called by several
// goroutines.
func New(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
