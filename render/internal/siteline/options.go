package siteline

import (
	"github.com/iprof-viz/iprof-viz/render/internal/fitname"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// Options are the options of trees as text.
type Options struct {
	Width int  // terminal columns, at least 40; 0: unlimited, nothing is truncated
	ASCII bool // write ASCII only, with \u200b and the like for other characters of names
	Color bool // use the terminal's colors
	Sites int  // maximum branches of an instance, and maximum calls with their types; 0: all
}

// Text escapes a text, to ASCII if that is an option.
func (o Options) Text(s string) string {
	if s = plaintext.Visible(s); o.ASCII {
		s = plaintext.Ascii(s)
	}
	return s
}

// Cut shortens names that are read together to their columns; see [fitname.Fit].
func (o Options) Cut(names []fitname.NameInRoom) fitname.ShortNames {
	if !o.ASCII {
		return fitname.Fit(names)
	}
	const longer = 2 * len("..") // less than this is only ellipses
	narrow := make([]fitname.NameInRoom, len(names))
	for i, n := range names {
		if narrow[i] = n; len(n.Name) > n.Room {
			narrow[i].Room = max(n.Room-longer, 1)
		}
	}
	fitted, short := fitname.Fit(narrow), fitname.ShortNames{}
	for i, n := range names {
		short[n] = plaintext.Ascii(fitted[narrow[i]])
	}
	return short
}
