package render

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/inlining"
)

// InlineHTML writes inlining trees as a document for browsers and for paper: one file without a script. Callees are nested under
// their callers, and can be folded. Each unit has an anchor. Sites is as in [InlineText]; other options do not matter.
func InlineHTML(w io.Writer, in *inlining.Trees, opts TreeHTMLOptions) error {
	h := newTreeHTML(w)
	for i := range in.Units {
		u := &in.Units[i]
		h.add(in.Name(u.Root().Slot), unitHead(in, i), inlineRows(in, u, TreeOptions{Sites: opts.Sites}), u.Inclusive, u.Known, in.Base)
	}
	h.rest = unitsLeftOut(in)
	return h.write("Inlining trees", inlineHead(in), opts)
}

// IntoHTML writes where methods are inlined as a document, as [InlineHTML] does.
func IntoHTML(w io.Writer, in *inlining.Into, opts TreeHTMLOptions) error {
	h := newTreeHTML(w)
	for i := range in.Methods {
		m := &in.Methods[i]
		h.add(in.Name(m.Slot), methodHead(m, i), intoRows(in, m), m.Total(), m.Known, in.Base)
	}
	if left := in.Matching - len(in.Methods); left > 0 {
		h.rest = "… " + plural(left, "more method")
	}
	return h.write("Where methods are inlined", intoHead(in), opts)
}

// TreeHTMLOptions are the options of trees as documents.
type TreeHTMLOptions struct {
	Title    string // "": says what the trees are
	Subtitle string // names the profile; "": none
	Sites    int    // branches, and as many calls with their types, that an instance shows at most; 0: all
}

// A treeHTML writes trees.
type treeHTML struct {
	*htmlWriter
	anchors anchors
	trees   []htmlTree
	rest    string // how many trees are left out; "" for none
}

// An htmlTree is a tree with what the index says about it.
type htmlTree struct {
	name, anchor, head string
	rows               *treeRows
	entries, all       int64 // of the tree, and of the profile
	known              bool  // the entries of the tree are
}

func newTreeHTML(w io.Writer) *treeHTML {
	return &treeHTML{htmlWriter: newHTMLWriter(w), anchors: anchors{}}
}

func (h *treeHTML) add(name, head string, rows *treeRows, entries int64, known bool, all int64) {
	h.trees = append(h.trees, htmlTree{name, h.anchors.of(name), head, rows, entries, all, known})
}

func (h *treeHTML) write(title string, head treeHead, opts TreeHTMLOptions) error {
	lines := slices.Clone(head.lines)
	if opts.Title == "" { // the first line repeats the title
		lines[0] = strings.TrimLeft(strings.TrimPrefix(lines[0], strings.ToLower(title)), ", ")
	}
	if opts.Subtitle != "" {
		lines[0] = opts.Subtitle + ": " + lines[0]
	}
	count, factor := len("entries"), len("×")
	for _, t := range h.trees {
		for _, p := range t.rows.places {
			row := t.rows.at(p, TreeOptions{})
			count, factor = max(count, columnsOf(row.count)), max(factor, columnsOf(row.factor))
		}
	}
	h.begin(cmp.Or(opts.Title, title), lines, widthFor("count", count), widthFor("factor", factor))
	if len(h.trees) > 1 {
		h.index()
	}
	for i := range h.trees {
		h.tree(&h.trees[i])
	}
	if h.rest != "" {
		h.element(`p class="sub"`, h.rest)
		h.raw("\n")
	}
	return h.end(head.notes)
}

func (h *treeHTML) index() {
	h.raw(`<nav>`, "\n<table>\n", `<tr><th></th><th>of all entries</th><th class="optional"></th></tr>`, "\n")
	for _, t := range h.trees {
		h.raw("<tr><td>")
		h.element(`a href="#`+t.anchor+`"`, t.name)
		h.raw("</td>")
		if !t.known {
			h.raw(`<td>n/a</td><td class="optional"></td></tr>`, "\n")
			continue
		}
		h.element("td", treePercent(t.entries, t.all))
		h.raw(`<td class="optional">`)
		h.bar(float64(t.entries) / float64(max(t.all, 1)))
		h.raw("</td></tr>\n")
	}
	h.raw("</table>\n</nav>\n")
}

// maxNested is how deep elements are nested. Deeper rows follow at this depth: browsers nest 512 elements.
const maxNested = 60

func (h *treeHTML) tree(t *htmlTree) {
	h.raw(`<section id="`, t.anchor, `">`, "\n")
	h.methodHeading(t.name, t.anchor)
	h.element(`p class="facts"`, t.head)
	h.raw("\n", `<div class="rows tree"><div class="row head"><span></span>`)
	h.number("", "entries")
	h.number("", "×")
	h.number("", "share")
	h.raw("<span></span></div>\n<ul>\n")
	open := []int32{} // depths of rows whose lists are open
	places := t.rows.places
	for i, p := range places {
		row := t.rows.at(p, TreeOptions{})
		r := &row
		for len(open) > 0 && open[len(open)-1] >= min(p.depth, maxNested) {
			h.raw("</ul></details></li>\n")
			open = open[:len(open)-1]
		}
		nested := i+1 < len(places) && places[i+1].depth > p.depth && p.depth < maxNested
		if !nested {
			h.raw("<li>")
			h.row(r, "div", "leaf", i == 0)
			h.sites(r)
			h.raw("</li>\n")
			continue
		}
		h.raw("<li><details open=\"\"><summary>")
		h.row(r, "span", "", i == 0)
		h.raw("</summary>")
		h.sites(r)
		h.raw("<ul>\n")
		open = append(open, p.depth)
	}
	for range open {
		h.raw("</ul></details></li>\n")
	}
	h.raw("</ul></div>\n</section>\n")
}

// row writes a row as an element with a tag and a class.
func (h *treeHTML) row(r *treeRow, tag, class string, root bool) {
	if r.more != "" {
		h.element(`p class="more"`, r.more)
		return
	}
	if root {
		class += " root"
	}
	if strings.Contains(string(r.style), string(matchStyle)) {
		class += " match"
	}
	h.raw("<", tag, ` class="row `, strings.TrimSpace(class), `"><span class="t">`)
	if r.site != "" {
		h.element(`span class="at"`, r.site)
		h.raw(" ")
	}
	h.text(r.name)
	if r.note != "" {
		h.element(`span class="more"`, "  "+r.note)
	}
	h.raw("</span>")
	h.number("", r.count)
	h.number("", r.factor)
	h.number("", strings.Trim(r.share, "[]"))
	if r.share == "" || r.share == unknownShare {
		h.raw("<span></span>")
	} else {
		h.bar(r.part)
	}
	h.raw("</", tag, ">\n")
}

func (h *treeHTML) sites(r *treeRow) {
	for i := range r.lines {
		h.site(&r.lines[i], nil)
	}
}
