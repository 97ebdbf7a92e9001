package folded

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/words"
)

// Write writes a tree as folded stacks: one line for each node with a self value, with the frames from the root on, separated by
// ";", and the value after a space. The lines are sorted by their bytes, as LC_ALL=C sort does. [EscapeName] escapes names. The sum
// of the lines is the tree's total.
func Write(w io.Writer, t *stacks.Tree) error {
	if len(t.Nodes) == 0 { // the zero Tree does not even have a root
		return nil
	}
	// A child of a node has two positions in the order: one for the line that ends in it, with a space after its name, and one for
	// the lines that continue, with a semicolon. Siblings may sort between the two: "a c" < "a$b" < "a;".
	names := make([]string, len(t.Frames))
	for i, f := range t.Frames {
		names[i] = EscapeName(f.Name)
	}
	kinds := make([]int32, 2*len(names)) // frame<<1, +1 for the lines that continue
	for i := range kinds {
		kinds[i] = int32(i)
	}
	sortTexts(kinds, func(k int32, from int) string {
		name, end := names[k>>1], " ;"[k&1:k&1+1]
		switch {
		case from+8 <= len(name):
			return name[from : from+8]
		case from <= len(name):
			return name[from:] + end
		}
		return ""
	})
	rank := make([]int32, len(kinds))
	for i, k := range kinds {
		rank[k] = int32(i)
	}

	events := newLineEvents(t, kinds, rank)
	b := bufio.NewWriterSize(w, 64<<10)
	type level struct {
		next, end int32 // the range of events still to write
		prefix    int   // length of line before the events' names
	}
	line := []byte(nil)
	stack := []level{{events.first[0], events.first[1], 0}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == top.end {
			stack = stack[:len(stack)-1]
			continue
		}
		e := events.list[top.next]
		top.next++
		line = append(line[:top.prefix], names[e.kind>>1]...)
		if e.kind&1 == 1 {
			line = append(line, ';')
			stack = append(stack, level{events.first[e.node], events.first[e.node+1], len(line)})
			continue
		}
		line = append(line, ' ')
		line = strconv.AppendInt(line, t.Nodes[e.node].Self, 10)
		line = append(line, '\n')
		b.Write(line) // errors are kept, and returned by Flush
	}
	return b.Flush()
}

// A lineEvent is a child of a node: the line that ends in it or, if its kind is odd, the lines that continue.
type lineEvent struct {
	node int32
	kind int32 // frame<<1, +1 for the lines that continue
}

// lineEvents holds the events below each node in the order of the lines: those below node n are list[first[n]:first[n+1]]. Stacks
// without frames have no line.
type lineEvents struct {
	first []int32
	list  []lineEvent
}

// newLineEvents sorts events by parent and rank, in two passes of a counting sort. The argument kinds is by rank, and rank by kind.
func newLineEvents(t *stacks.Tree, kinds, rank []int32) lineEvents {
	n := len(t.Nodes)
	inner := make([]bool, n)
	for i := n - 1; i > 0; i-- {
		node := &t.Nodes[i]
		if node.Total > 0 { // a caller with nothing counted below it has no lines
			inner[node.Parent] = inner[node.Parent] || node.Self > 0 || inner[i]
		}
	}
	each := func(f func(node, parent, rank int32)) {
		for i := 1; i < n; i++ {
			node := &t.Nodes[i]
			if node.Self > 0 {
				f(int32(i), node.Parent, rank[node.Frame<<1])
			}
			if inner[i] {
				f(int32(i), node.Parent, rank[node.Frame<<1|1])
			}
		}
	}
	byRank := make([]int32, len(kinds)+1) // by rank: first the start of its events, then the position of the next one, finally their end
	first := make([]int32, n+1)
	each(func(_, parent, rank int32) {
		byRank[rank+1]++
		first[parent+1]++
	})
	for i := 1; i < len(byRank); i++ {
		byRank[i] += byRank[i-1]
	}
	for i := 1; i < len(first); i++ {
		first[i] += first[i-1]
	}
	ranked := make([]struct{ node, parent int32 }, first[n])
	each(func(node, parent, rank int32) {
		ranked[byRank[rank]] = struct{ node, parent int32 }{node, parent}
		byRank[rank]++
	})
	list := make([]lineEvent, len(ranked))
	at := slices.Clone(first)
	from := int32(0)
	for rank, kind := range kinds {
		for _, e := range ranked[from:byRank[rank]] {
			list[at[e.parent]] = lineEvent{e.node, kind}
			at[e.parent]++
		}
		from = byRank[rank]
	}
	return lineEvents{first, list}
}

// EscapeName escapes a name for folded text, so that [UnescapeName] restores it. These become \xHH, byte by byte: a
// semicolon, a control character, a character that is invisible or changes the direction of text, a space at the beginning or
// the end, and a space followed only by digits, which flamegraph.pl takes for a second count. A backslash becomes two.
func EscapeName(name string) string {
	tail := len(name) // start of a last word that has only digits, or is empty
	for tail > 0 && (name[tail-1] >= '0' && name[tail-1] <= '9' || name[tail-1] == '.' || name[tail-1] == ' ') {
		tail--
	}
	harmless := true
	for i := 0; i < len(name) && harmless; i++ {
		c := name[i]
		harmless = c > ' ' && c < 0x7f && c != ';' && c != '\\'
	}
	if harmless {
		return name
	}
	var b strings.Builder
	for i, r := range name {
		n := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, n = utf8.DecodeRuneInString(name[i:])
		}
		switch {
		case r == '\\':
			b.WriteString(`\\`)
		case r == ';', words.IsUnprintable(r), r == ' ' && (i == 0 || i >= tail):
			words.WriteBytes(&b, name[i:i+n])
		default:
			b.WriteString(name[i : i+n])
		}
	}
	return b.String()
}
