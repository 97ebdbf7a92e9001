package render

// TreeOptions are the options of trees as text.
type TreeOptions struct {
	Width int  // columns of the terminal, at least 40; 0: any, and nothing is cut
	ASCII bool // write ASCII only, with \u200b and the like for other characters of names
	Color bool // use the terminal's colors
	Sites int  // branches, and as many calls with their types, that an instance shows at most; 0: all
}

const unlimited = 1 << 30 // columns, or sites

// text escapes a text, to ASCII if that is an option.
func (o TreeOptions) text(s string) string {
	if s = visible(s); o.ASCII {
		s = ascii(s)
	}
	return s
}

// cut shortens names that are read together to their rooms; see [fitNames].
func (o TreeOptions) cut(names []nameInRoom) shortNames {
	if !o.ASCII {
		return fitNames(names)
	}
	const longer = 2 * len("..") // than two ellipses
	narrow := make([]nameInRoom, len(names))
	for i, n := range names {
		if narrow[i] = n; len(n.name) > n.room {
			narrow[i].room = max(n.room-longer, 1)
		}
	}
	fitted, short := fitNames(narrow), shortNames{}
	for i, n := range names {
		short[n] = ascii(fitted[narrow[i]])
	}
	return short
}
