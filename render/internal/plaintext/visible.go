package plaintext

import "github.com/iprof-viz/iprof-viz/internal/words"

// Visible escapes control characters and invisible characters, as in messages: see [words.Visible].
func Visible(s string) string { return words.Visible(s) }
