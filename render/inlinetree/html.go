package inlinetree

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert/inlining"
	"github.com/iprof-viz/iprof-viz/render/internal/htmltext"
	"github.com/iprof-viz/iprof-viz/render/internal/numbers"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
	"github.com/iprof-viz/iprof-viz/render/internal/siteline"
)

// HTML writes inlining trees as a document for browsers and for paper: one file without a script. Callees are nested under their
// callers, and can be collapsed. Each unit has an anchor. Sites is as in [Text]; other options are ignored.
func HTML(w io.Writer, in *inlining.Trees, opts HTMLOptions) error {
	h := newTreeHTML(w)
	h.ofAll = ofAll(in)
	for i := range in.Units {
		u := &in.Units[i]
		h.add(in.Name(u.Root().Slot), unitHead(in, i), inlineRows(in, u, TextOptions{Sites: opts.Sites}), u.Inclusive, u.Known, in.Base)
	}
	h.rest = unitsLeftOut(in)
	return h.write(treesTitle(in), inlineHead(in), opts)
}

// IntoHTML writes where methods are inlined as a document, like [HTML].
func IntoHTML(w io.Writer, in *inlining.Into, opts HTMLOptions) error {
	h := newTreeHTML(w)
	for i := range in.Callers {
		c := &in.Callers[i]
		h.add(in.Name(c.Slot), callerHead(c, 0), callerRows(in, c, 0, allRemarks), c.Entries, c.Known, in.Base)
		h.trees[i].countHead, h.trees[i].shareHead = "calls", "inlined"
	}
	if in.Way != nil {
		h.add(in.Way[0].From, wayHead, wayRows(in, in.Way, 0), 0, false, in.Base)
		h.trees[len(h.trees)-1].countHead = "calls"
	}
	for i := range in.Methods {
		m := &in.Methods[i]
		h.add(in.Name(m.Slot), methodHead(m, i), intoRows(in, m), m.Total(), m.Known, in.Base)
	}
	if left := in.Matching - len(in.Methods); left > 0 {
		h.rest = "… " + numbers.Plural(left, "more method")
	}
	return h.write("Where methods are inlined", intoHead(in), opts)
}

// HTMLOptions are the options of trees as documents.
type HTMLOptions struct {
	Title    string // "": says what the trees are
	Subtitle string // names the profile and filters, so that the head need not; "": none
	Sites    int    // maximum branches of an instance, and maximum calls with their types; 0: all
}

// A treeHTML writes trees.
type treeHTML struct {
	*htmltext.Writer
	anchors htmltext.Anchors
	trees   []htmlTree
	rest    string // how many trees are left out; "" for none
	ofAll   string // the entries that shares are of
}

// An htmlTree is a tree and its entry in the index.
type htmlTree struct {
	name, anchor, head string
	rows               *treeRows
	entries, all       int64 // of the tree, and of the profile
	known              bool  // entries are known

	countHead, shareHead string // above the columns
}

func newTreeHTML(w io.Writer) *treeHTML {
	return &treeHTML{Writer: htmltext.NewWriter(w), anchors: htmltext.Anchors{}, ofAll: "of all entries"}
}

func (h *treeHTML) add(name, head string, rows *treeRows, entries int64, known bool, all int64) {
	h.trees = append(h.trees, htmlTree{name, h.anchors.Of(name), head, rows, entries, all, known, "entries", "share"})
}

func (h *treeHTML) write(title string, head treeHead, opts HTMLOptions) error {
	lines := slices.Clone(head.lines)
	if view := head.view.Words(); view != "" && opts.Subtitle == "" { // which names the view and the filters
		lines[head.of] += ", " + view
	}
	if opts.Title == "" { // the first line repeats the title
		lines[0] = strings.TrimLeft(strings.TrimPrefix(lines[0], strings.ToLower(title)), ", ")
	}
	if opts.Subtitle != "" {
		lines[0] = opts.Subtitle + ": " + lines[0]
	}
	count, factor := len("entries"), len("×")
	for _, t := range h.trees {
		for _, p := range t.rows.places {
			row := t.rows.at(p, TextOptions{})
			count, factor = max(count, plaintext.Columns(row.count)), max(factor, plaintext.Columns(row.factor))
		}
	}
	h.Begin(cmp.Or(opts.Title, title), lines, htmltext.WidthFor("count", count), htmltext.WidthFor("factor", factor))
	if len(h.trees) > 1 {
		h.index()
	}
	for i := range h.trees {
		h.tree(&h.trees[i])
	}
	if h.rest != "" {
		h.Element(`p class="sub"`, h.rest)
		h.Raw("\n")
	}
	return h.End(head.notes)
}

func (h *treeHTML) index() {
	h.Raw(`<nav>`, "\n<table>\n", `<tr><th></th><th>`, h.ofAll, `</th><th class="optional"></th></tr>`, "\n")
	for _, t := range h.trees {
		h.Raw("<tr><td>")
		h.Name(`a href="#`+t.anchor+`"`, t.name)
		h.Raw("</td>")
		if !t.known {
			h.Raw(`<td>n/a</td><td class="optional"></td></tr>`, "\n")
			continue
		}
		h.Element("td", numbers.TreePercent(t.entries, t.all))
		h.Raw(`<td class="optional">`)
		h.Bar(float64(t.entries) / float64(max(t.all, 1)))
		h.Raw("</td></tr>\n")
	}
	h.Raw("</table>\n</nav>\n")
}

// maxNested is the maximum nesting of elements. Deeper rows follow at this depth: browsers nest at most 512 elements.
const maxNested = 60

func (h *treeHTML) tree(t *htmlTree) {
	h.Raw(`<section id="`, t.anchor, `">`, "\n")
	h.MethodHeading(t.name, t.anchor)
	h.Element(`p class="facts"`, t.head)
	h.Raw("\n", `<div class="rows tree"><div class="row head"><span></span>`)
	h.Number("", t.countHead)
	h.Number("", "×")
	h.Number("", t.shareHead)
	h.Raw("<span></span></div>\n<ul>\n")
	open := []int32{} // depths of rows whose lists are open
	places := t.rows.places
	for i, p := range places {
		row := t.rows.at(p, TextOptions{})
		r := &row
		for len(open) > 0 && open[len(open)-1] >= min(p.depth, maxNested) {
			h.Raw("</ul></details></li>\n")
			open = open[:len(open)-1]
		}
		nested := i+1 < len(places) && places[i+1].depth > p.depth && p.depth < maxNested
		if !nested {
			h.Raw("<li>")
			h.row(r, "div", "leaf", i == 0)
			h.sites(r)
			h.Raw("</li>\n")
			continue
		}
		h.Raw("<li><details open=\"\"><summary>")
		h.row(r, "span", "", i == 0)
		h.Raw("</summary>")
		h.sites(r)
		h.Raw("<ul>\n")
		open = append(open, p.depth)
	}
	for range open {
		h.Raw("</ul></details></li>\n")
	}
	h.Raw("</ul></div>\n</section>\n")
}

// row writes a row as an element with a tag and a class.
func (h *treeHTML) row(r *treeRow, tag, class string, root bool) {
	if r.more != "" {
		h.Element(`p class="more"`, r.more)
		return
	}
	if root {
		class += " root"
	}
	if strings.Contains(string(r.style), string(siteline.MatchStyle)) {
		class += " match"
	}
	if r.leaving {
		class += " call"
	}
	h.Raw("<", tag, ` class="row `, strings.TrimSpace(class), `"><span class="t">`)
	if r.site != "" {
		h.Element(`span class="at"`, r.site)
		h.Raw(" ")
	}
	h.Name("span", r.name)
	if r.note != "" {
		h.Element(`span class="more"`, "  "+r.note)
	}
	h.Raw("</span>")
	h.Number("", r.count)
	h.Number("", r.factor)
	h.Number("", strings.Trim(r.share, "[]"))
	if r.share == "" || r.share == unknownShare {
		h.Raw("<span></span>")
	} else {
		h.Bar(r.part)
	}
	h.Raw("</", tag, ">\n")
}

func (h *treeHTML) sites(r *treeRow) {
	for i := range r.lines {
		h.Site(&r.lines[i], nil)
	}
}
