package pattern

import "strings"

// OfGlob returns the regular expression for a pattern as shells have them for files, *.visit or *Tree*.visit, which is none itself; "": it is
// something else.
func OfGlob(s string) string {
	name := strings.TrimLeft(s, "*.")
	if !strings.HasPrefix(s, "*") || name == "" {
		return ""
	}
	expr := strings.ReplaceAll(name, "*", ".*")
	if _, err := Compile(expr); err != nil {
		return ""
	}
	return expr
}
