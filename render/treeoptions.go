package render

// TreeOptions say how a tree looks as text.
type TreeOptions struct {
	Width int  // columns of the terminal, at least 40; 0: as wide as it takes, nothing cut
	ASCII bool // draw with ASCII alone, and write other characters of names by their numbers
	Color bool // use the terminal's colours
	Sites int  // branches, and calls with their types, that an instance shows at the most; 0: all of them
}

const unlimited = 1 << 30 // columns, or sites

// text makes a text harmless and, where that is asked for, ASCII.
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
