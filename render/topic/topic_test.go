package topic

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"github.com/iprof-viz/iprof-viz/docs"
	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// TestPagesAreReadAsOnGitHub: a reader of all Markdown finds the same blocks with the same texts.
func TestPagesAreReadAsOnGitHub(t *testing.T) {
	markdown := goldmark.New(goldmark.WithExtensions(extension.Table))
	for _, page := range docs.Pages() {
		source := []byte(page.Text)
		var want []string
		for n := markdown.Parser().Parse(text.NewReader(source)).FirstChild(); n != nil; n = n.NextSibling() {
			want = append(want, blocksOf(t, n, source)...)
		}
		var got []string
		for _, b := range read(page.Text) {
			switch b.kind {
			case heading:
				got = append(got, fmt.Sprintf("heading %d: %s", b.level, plain(b.text)))
			case paragraph:
				got = append(got, "paragraph: "+plain(b.text))
			case code:
				got = append(got, "code: "+strings.Join(b.lines, "\n"))
			case list:
				for _, item := range b.lines {
					got = append(got, "item: "+plain(item))
				}
			case table:
				for _, row := range b.rows {
					line := "row:"
					for _, cell := range row {
						line += " | " + plain(cell)
					}
					got = append(got, line)
				}
			}
		}
		if len(got) < 15 {
			t.Errorf("%s: %d blocks", page.Name, len(got))
		}
		for i := range max(len(got), len(want)) {
			switch {
			case i >= len(got) || i >= len(want):
				t.Fatalf("%s: %d blocks, want %d", page.Name, len(got), len(want))
			case got[i] != want[i]:
				t.Fatalf("%s:\n%s\nwant\n%s", page.Name, got[i], want[i])
			}
		}
	}
}

func blocksOf(t *testing.T, n ast.Node, source []byte) []string {
	t.Helper()
	switch n := n.(type) {
	case *ast.Heading:
		return []string{fmt.Sprintf("heading %d: %s", n.Level, textOf(n, source))}
	case *ast.Paragraph:
		return []string{"paragraph: " + textOf(n, source)}
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		return []string{"code: " + strings.TrimRight(string(n.Lines().Value(source)), "\n")}
	case *ast.List:
		var items []string
		for item := n.FirstChild(); item != nil; item = item.NextSibling() {
			items = append(items, "item: "+textOf(item, source))
		}
		return items
	case *extast.Table:
		var rows []string
		for row := n.FirstChild(); row != nil; row = row.NextSibling() {
			line := "row:"
			for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
				line += " | " + textOf(cell, source)
			}
			rows = append(rows, line)
		}
		return rows
	}
	t.Fatalf("%T is not known to this package", n)
	return nil
}

func textOf(n ast.Node, source []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			b.WriteString(strings.NewReplacer(`\|`, "|", "\n", " ").Replace(string(c.Segment.Value(source))))
			if c.SoftLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.Link:
			b.WriteString(textOf(c, source))
			if page, anchor, _ := strings.Cut(string(c.Destination), "#"); strings.HasSuffix(page, ".md") && !strings.Contains(page, "/") {
				b.WriteString(" (help " + strings.TrimSuffix(page, ".md"))
				if anchor != "" {
					b.WriteString("#" + anchor)
				}
				b.WriteString(")")
			}
		case *ast.Image:
			b.WriteString("[picture: " + textOf(c, source) + "]")
		default:
			b.WriteString(textOf(c, source))
		}
	}
	return b.String()
}

// TestLinesFit: no line is wider than the terminal, except code, which has to stay as it is, and words that have no place to break.
func TestLinesFit(t *testing.T) {
	for _, page := range docs.Pages() {
		for _, width := range []int{0, 40, 80, 200} {
			var b strings.Builder
			if _, err := Text(&b, page, nil, Options{Width: width}); err != nil {
				t.Fatal(err)
			}
			limit := min(max(width, 40), 80)
			if width == 0 {
				limit = 80
			}
			lines, wide := 0, 0
			for line := range strings.Lines(b.String()) {
				lines++
				if line = strings.TrimSuffix(line, "\n"); plaintext.Columns(line) > limit && !strings.HasPrefix(line, "  ") {
					if wide++; limit == 80 {
						t.Errorf("%s at %d columns: %s", page.Name, limit, line)
					}
				}
			}
			if wide*20 > lines {
				t.Errorf("%s: %d of %d lines have more than %d columns", page.Name, wide, lines, limit)
			}
		}
	}
}

var toHelp = regexp.MustCompile(`\(help ([a-z-]+)(?:#([a-z-]+))?\)`)

// TestLinksLead: pages and sections that a page names are there.
func TestLinksLead(t *testing.T) {
	anchors := map[string][]string{}
	for _, page := range docs.Pages() {
		anchors[page.Name] = append(Anchors(page), "")
	}
	links := 0
	for _, page := range docs.Pages() {
		var b strings.Builder
		if found, err := Text(&b, page, nil, Options{}); err != nil || !found {
			t.Fatal(found, err)
		}
		for _, to := range toHelp.FindAllStringSubmatch(strings.Join(strings.Fields(b.String()), " "), -1) {
			links++
			if !slices.Contains(anchors[to[1]], to[2]) {
				t.Errorf("%s: no section %s", page.Name, to[0])
			}
		}
	}
	if links < 8 {
		t.Errorf("%d links", links)
	}
}

// TestSection: a section ends where the next one of its level begins, and has those below it.
func TestSection(t *testing.T) {
	page := docs.Page{Name: "a", Text: "# A\n\none\n\n## B, and C?\n\ntwo\n\n### D\n\n| x | y |\n|---|---:|\n| 1 | `2` |\n\n## E\n\nfour\n"}
	for anchor, want := range map[string]string{
		"b-and-c": "B, and C?\n---------\n\ntwo\n\nD\n\nx  y\n-  -\n1  2\n",
		"e":       "E\n-\n\nfour\n",
	} {
		var b strings.Builder
		if found, err := Text(&b, page, []string{anchor}, Options{}); err != nil || !found || b.String() != want {
			t.Errorf("%s: %t, %v\n%s\nwant\n%s", anchor, found, err, &b, want)
		}
	}
	var b strings.Builder
	if found, err := Text(&b, page, []string{"e", "f"}, Options{}); err != nil || found || b.Len() > 0 {
		t.Errorf("%t, %v: %s", found, err, &b)
	}
	if got := Anchors(page); !slices.Equal(got, []string{"a", "b-and-c", "d", "e"}) {
		t.Errorf("%q", got)
	}
}

// TestSectionsByWords: sections below others that match are shown once, and the title of the page is no section.
func TestSectionsByWords(t *testing.T) {
	page := docs.Page{Name: "a", Text: "# A string\n\none\n\n## String building\n\ntwo\n\n### A String, shared\n\nthree\n\n## Other\n\nfour\n\n### Long strings\n\nfive\n"}
	for words, want := range map[string]string{
		"string":          "string-building a-string-shared long-strings",
		"STRING building": "string-building",
		"building string": "string-building",
		"string, shared":  "a-string-shared",
		"ring":            "",
		"none":            "",
	} {
		if got := strings.Join(Matching(page, strings.Fields(words)), " "); got != want {
			t.Errorf("%s: %s, want %s", words, got, want)
		}
	}
	var b strings.Builder
	want := "String building\n---------------\n\ntwo\n\nA String, shared\n\nthree\n\nLong strings\n\nfive\n"
	if found, err := Text(&b, page, Matching(page, []string{"string"}), Options{}); err != nil || !found || b.String() != want {
		t.Errorf("%t, %v\n%s\nwant\n%s", found, err, &b, want)
	}
}

// TestRecords: a table with more columns than the terminal has room for becomes lines, each cell after its heading; unknown ones are left out.
// TestExamplesOutliveProse: in any window, a section has its first example, with the beginning of its output, unless a
// subsection or a long block of code comes before it; of its prose there is what has room.
func TestExamplesOutliveProse(t *testing.T) {
	examples := 0
	for _, page := range docs.Pages() {
		for _, anchor := range Anchors(page)[1:] {
			blocks := chosen(page, []string{anchor})
			first := slices.IndexFunc(blocks, func(b block) bool { return len(outputs(b)) > 0 })
			before := func(b block) bool { return b.kind == heading || b.kind == code && len(b.lines) > 10 }
			if first < 0 || slices.ContainsFunc(blocks[1:first], before) {
				continue
			}
			examples++
			example := strings.TrimSuffix(blocks[first].lines[0], ` \`)
			if outputs(blocks[first])[0].to > 1 {
				example += "\n" + codeIndent + plaintext.CutEnd(blocks[first].lines[1], 20)
			}
			for _, w := range []Window{{22, 80}, {22, 60}, {18, 50}, {14, 80}} {
				text := Excerpt(page, []string{anchor}, Options{Width: w.Columns}, w)
				if !strings.Contains(joined(text), joined("\n"+codeIndent+strings.TrimSuffix(example, plaintext.Ellipsis))) || w.Rows(text) > w.Height {
					t.Errorf("%s#%s in %v does not have %s\n%s", page.Name, anchor, w, example, text)
				}
			}
		}
	}
	if examples < 30 {
		t.Errorf("only %d sections have examples", examples)
	}
}

// joined returns a text with each command in one line.
func joined(text string) string { return regexp.MustCompile(` \\\n *`).ReplaceAllString(text, " ") }

// TestCommandsFitTheWindow: commands are broken where a shell goes on, within the terminal, and are otherwise those of the page.
func TestCommandsFitTheWindow(t *testing.T) {
	broken := 0
	for _, page := range docs.Pages() {
		var narrow, wide strings.Builder
		for width, b := range map[int]*strings.Builder{60: &narrow, 80: &wide} {
			if _, err := Text(b, page, nil, Options{Width: width}); err != nil {
				t.Fatal(err)
			}
			inCommand := false
			for line := range strings.Lines(b.String()) {
				line = strings.TrimSuffix(line, "\n")
				begins := strings.HasPrefix(line, codeIndent+"$ iprof-viz ") || strings.HasPrefix(line, codeIndent+"iprof-viz ")
				if inCommand = begins || inCommand; inCommand && plaintext.Columns(line) > width && strings.Count(line, " ") > 6 && !strings.Contains(line, "'") {
					t.Errorf("%s: %d columns: %s", page.Name, plaintext.Columns(line), line)
				}
				inCommand = inCommand && strings.HasSuffix(line, ` \`)
			}
			broken += strings.Count(b.String(), " \\\n")
		}
		commands := regexp.MustCompile(`(?m)^ *\$ .*`)
		if got, want := commands.FindAllString(joined(narrow.String()), -1), commands.FindAllString(joined(wide.String()), -1); !slices.Equal(got, want) {
			t.Errorf("%s: commands are %q, want %q", page.Name, got, want)
		}
	}
	if broken < 20 {
		t.Errorf("only %d commands are broken", broken)
	}
}

// TestContentsEndInSentences: the first paragraph of a page stands alone, without the list or example that it leads to.
func TestContentsEndInSentences(t *testing.T) {
	for _, page := range docs.Pages() {
		if before, _, ok := strings.Cut(Contents(page, Options{}, Window{Height: 100, Columns: 80}), "\n\nSections: "); !ok || strings.HasSuffix(before, ":") {
			t.Errorf("%s begins with\n%s", page.Name, before)
		}
	}
}

func TestRecords(t *testing.T) {
	page := docs.Page{Name: "page", Text: "# Page\n\n| | first of all | second of all | third of all | fourth of all |\n|---|---|---|---|---|\n" +
		"| a tool | yes, and more than a line has room for | | no | `x` |\n| another | no | no | no | no |\n"}
	var b strings.Builder
	if _, err := Text(&b, page, nil, Options{Width: 40}); err != nil {
		t.Fatal(err)
	}
	const want = `Page
====

a tool
  first of all: yes, and more than a
    line has room for
  third of all: no
  fourth of all: x
another
  first of all: no
  second of all: no
  third of all: no
  fourth of all: no
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

// A page, or a section, with examples of the source's files says that an installed program does not have them.
func TestFilesOfTheSource(t *testing.T) {
	const note = "Files in testdata are the source's"
	for _, c := range []struct {
		text, section string
		want          bool
	}{
		{"# Page\n\n```console\n$ iprof-viz testdata/a.iprof\n```\n", "", true}, {"# Page\n\nText of testdata/a.iprof.\n\n    iprof-viz app.iprof\n", "", false},
		{"# Page\n\n## One\n\n    iprof-viz testdata/a.iprof\n\n## Two\n\nText.\n", "one", true}, {"# Page\n\n## One\n\n    iprof-viz testdata/a.iprof\n\n## Two\n\nText.\n", "two", false},
	} {
		var anchors []string
		if c.section != "" {
			anchors = []string{c.section}
		}
		var b strings.Builder
		if _, err := Text(&b, docs.Page{Text: c.text}, anchors, Options{}); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), note) != c.want {
			t.Errorf("%q: %q", c.text, b.String())
		}
	}
}
