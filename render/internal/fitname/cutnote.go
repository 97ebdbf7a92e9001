package fitname

import (
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// Missing returns the end of a text that is cut: …(+59,000 characters).
func Missing(rest string) string {
	return plaintext.Ellipsis + "(+" + numbers.Plural(utf8.RuneCountInString(rest), "character") + ")"
}
