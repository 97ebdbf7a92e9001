package fitname

import (
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// ShortNamesNote says how to see the full names that text has shortened.
const ShortNamesNote = "names shortened to fit; --wide prints them in full"

// Missing returns the end of a truncated text: …(+59,000 characters).
func Missing(rest string) string {
	return plaintext.Ellipsis + "(+" + numbers.Plural(utf8.RuneCountInString(rest), "character") + ")"
}
