// Package csvtext writes names into CSV.
package csvtext

import (
	"strings"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/internal/words"
)

// Name escapes a name as described at [tables.CSV].
func Name(name string) string {
	name = printable(name)
	if first, _ := utf8.DecodeRuneInString(name); name != "" && strings.ContainsRune("=+-@'＝＋－＠", first) {
		return "'" + name
	}
	return name
}

// printable escapes backslashes and unprintable characters.
func printable(name string) string {
	harmless := true
	for i := 0; i < len(name) && harmless; i++ {
		harmless = name[i] >= ' ' && name[i] < 0x7f && name[i] != '\\'
	}
	if harmless {
		return name
	}
	var b strings.Builder
	for i, r := range name {
		n := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, n = utf8.DecodeRuneInString(name[i:])
		}
		switch {
		case r == '\\':
			b.WriteString(`\\`)
		case r == utf8.RuneError && n == 1, words.IsUnprintable(r):
			words.WriteBytes(&b, name[i:i+n])
		default:
			b.WriteString(name[i : i+n])
		}
	}
	return b.String()
}
