package helptopics

import "testing"

// Paragraphs, texts beside a label, and commands are wrapped to the width; a shell can still read a wrapped command.
func TestNarrow(t *testing.T) {
	const wide = `A paragraph whose first line is as long as lines of help are, so that it goes on
here.
A line of its own.

  iprof-viz one 'a b c d e f g h i j k l m n o p q' --two three --four
  iprof-viz short
  iprof-viz short one    what it does
  iprof-viz longer one   what it does, beside it
  iprof-viz one --two three --four --five --six  what it does, which is
                                                 more than a line

      --flag VALUE    what a flag of this name does, which
                      has another line
  -o, --other         other

a, long, label, of, some, words
        and what is below it, all with its indent
`
	const want = `A paragraph whose first line is as long as
lines of help are, so that it goes on here.
A line of its own.

  iprof-viz one 'a b c d e f g h i j k l m n o p q' \
      --two three --four
  iprof-viz short
  iprof-viz short one    what it does
  iprof-viz longer one
      what it does, beside it
  iprof-viz one --two three --four --five \
      --six
      what it does, which is more than a line

      --flag VALUE    what a flag of this name
                      does, which has another
                      line
  -o, --other         other

a, long, label, of, some, words
        and what is below it, all with its
        indent
`
	if got := narrow(wide, 46); got != want {
		t.Errorf("got\n%s", got)
	}
	for _, columns := range []int{0, 80, 120} {
		if got := narrow(wide, columns); got != wide {
			t.Errorf("%d columns:\n%s", columns, got)
		}
	}
}
