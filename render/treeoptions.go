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

// cut shortens a name in its middle.
func (o TreeOptions) cut(name string, width int) string {
	if !o.ASCII {
		return cutMiddle(name, width)
	}
	if len(name) <= width {
		return name
	}
	head := max(width-len("..."), 0) / 3
	return name[:head] + "..."[:min(width, 3)] + name[len(name)-max(width-3-head, 0):]
}
