package xprof

// Limits for headers that have no block yet.
const (
	maxHeaders = 8
	maxCarried = 128 // maximum items kept when the next header comes: a block has fewer, because HotSpot elides rows
)

// An openHeader is a header that has no block yet.
type openHeader struct {
	header
	item    int // index of the item that follows it
	textual int // number of the line that follows it in the transcript

	adjacent bool // no empty line since the previous header: it may be a line of that thread's name
	hasRows  bool // there are rows before the next header
}

// open is the text since the oldest header that has no block yet. Several headers may compete for a block, because the name of a
// thread and the output of the program may have lines that look like a header.
type open struct {
	heads []openHeader // oldest first
	items items
	text  transcript
	gap   bool // an empty line came after the last header
}

// push adds a header.
func (o *open) push(h header, line []byte) {
	adjacent := len(o.heads) > 0 && !o.gap
	if len(o.heads) > 0 {
		o.text.add(line)
	}
	o.gap = false
	o.heads = append(o.heads, openHeader{header: h, item: len(o.items.all), textual: o.text.next(), adjacent: adjacent})
}

// add adds a line other than a header.
func (o *open) add(line []byte, number int) {
	if len(o.heads) == 0 {
		return
	}
	textual := o.text.next()
	o.text.add(line)
	if rest, ok := o.heads[len(o.heads)-1].prefix.Cut(line); ok && len(trimRight(rest)) == 0 {
		o.gap = true
		return
	}
	o.items.add(line, number, textual)
}

// checkRows looks for rows after the last header.
func (o *open) checkRows() {
	if len(o.heads) == 0 {
		return
	}
	last := &o.heads[len(o.heads)-1]
	listed := false // a title or list began
	for _, i := range o.items.all[last.item:] {
		switch i.kind {
		case titleItem, listItem:
			listed = true
		case globalItem:
			listed = false
		default:
			last.hasRows = last.hasRows || listed
		}
	}
}

// choose returns a header that has a block, and the block; false: none. The better block wins, then the larger one,
// because the header with fewer ticks is in the name of a thread or in output of the program. If headers have equal ticks, the last
// one wins, unless it may be in the name of a thread.
func (o *open) choose() (best int, block closing, ok bool) {
	best = -1
	rank := 0
	for at, h := range o.heads {
		c, r := h.closeBest(o.items.all[h.item:])
		switch {
		case r == 0 || best >= 0 && r > rank:
			continue
		case best >= 0 && r == rank:
			other := o.heads[best]
			if h.ticks < other.ticks || h.ticks == other.ticks && h.adjacent {
				continue
			}
		}
		best, block, rank = at, c, r
	}
	return best, block, best >= 0
}

// closeBest closes the block of a header. It returns its rank: 1 is the best, 0 means no block. Complete rows rank above correct
// percentages, because other VMs may compute percentages differently.
func (h header) closeBest(all []item) (closing, int) {
	strict, fits := closeBlock(h.ticks, all, true)
	if fits && strict.exact {
		return strict, 1
	}
	switch loose, ok := closeBlock(h.ticks, all, false); {
	case ok && loose.exact:
		return loose, 2
	case fits:
		return strict, 3
	case ok:
		return loose, 4
	}
	return closing{}, 0
}

// remove drops a header and its block, including the headers in it.
func (o *open) remove(at int, block closing) {
	from := o.heads[at].item
	end := from + block.end
	o.items.cut(from, end)
	rest := o.heads[:at]
	for _, h := range o.heads[at+1:] {
		if h.item >= end {
			h.item -= block.end
			rest = append(rest, h)
		}
	}
	o.heads = rest
	o.trim()
}

// dropOldest drops the oldest header.
func (o *open) dropOldest() {
	from := len(o.items.all)
	if len(o.heads) > 1 {
		from = o.heads[1].item
	}
	o.items.cut(0, from)
	o.heads = append(o.heads[:0], o.heads[1:]...)
	for i := range o.heads {
		o.heads[i].item -= from
	}
	o.trim()
}

// trim drops everything before the oldest header.
func (o *open) trim() {
	if len(o.heads) == 0 {
		o.items.cut(0, len(o.items.all))
		o.text.drop(o.text.next())
		return
	}
	o.text.drop(o.heads[0].textual)
}

// isCrowded reports whether too much is open, so that the oldest header must be dropped.
func (o *open) isCrowded() bool {
	return len(o.heads) > maxHeaders || len(o.items.all) > maxCarried || len(o.text.text) > maxTranscript/2
}
