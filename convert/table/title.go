package table

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/internal/words"
)

// TotalName names the row of everything.
const TotalName = "<Total>"

// Title says what the rows are, what they are sorted by, and how many are shown.
func Title(things, order string, shown, all int) string {
	title := things + " by " + order
	if shown < all {
		title += fmt.Sprintf(", %s of %s", words.Thousands(int64(shown)), words.Thousands(int64(all)))
	}
	return title
}

// More names the row of what a limit left out, which are things, in the plural.
func More(n int, things string) string {
	if n == 1 {
		things = words.Singular(things)
	}
	return fmt.Sprintf("<%s more %s>", words.Thousands(int64(n)), things)
}
