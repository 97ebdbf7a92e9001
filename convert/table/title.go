package table

import (
	"fmt"

	"github.com/iprof-viz/iprof-viz/internal/words"
)

// TotalName is the name of the row for everything.
const TotalName = "<Total>"

// Title returns the title of a table of things, given in the plural: their order, and how many of all are shown.
func Title(things, order string, shown, all int) string {
	title := things + " by " + order
	if shown < all {
		title += fmt.Sprintf(", %s of %s", words.Thousands(int64(shown)), words.Thousands(int64(all)))
	}
	return title
}

// More returns the name of the row for n things, given in the plural, beyond a limit.
func More(n int, things string) string {
	if n == 1 {
		things = words.Singular(things)
	}
	return fmt.Sprintf("<%s more %s>", words.Thousands(int64(n)), things)
}
