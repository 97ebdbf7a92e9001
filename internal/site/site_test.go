package site_test

import (
	"bytes"
	"encoding/xml"
	"io"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"github.com/iprof-viz/iprof-viz/internal/browser"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/site"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
)

func TestMain(m *testing.M) { browsertest.Main(m) }

var commands = map[string]string{
	"iprof-viz": "# iprof-viz\n\n[top](top.md)\n",
	"top":       "# iprof-viz top\n\nRank methods.\n\n## Options\n\n`-m`, `--metric` *METRIC*\n:   the metric, a *zebra*\n",
}

// built is the site of this checkout.
func built(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := site.Build(os.DirFS("../.."), commands)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// A document is a file of the site, by a reader that knows nothing of how it was made.
type document struct {
	links []string // addresses of links, pictures, styles and scripts
	ids   map[string]bool
}

func readHTML(t *testing.T, name string, content []byte) document {
	t.Helper()
	d := document{ids: map[string]bool{}}
	decoder := xml.NewDecoder(bytes.NewReader(content))
	decoder.Strict, decoder.AutoClose, decoder.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return d
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range e.Attr {
			switch a.Name.Local {
			case "id":
				if d.ids[a.Value] {
					t.Errorf("%s: the id %s is there twice", name, a.Value)
				}
				d.ids[a.Value] = true
			case "href", "src":
				d.links = append(d.links, a.Value)
				if e.Name.Local != "a" && strings.Contains(a.Value, ":") {
					t.Errorf("%s: %s asks for %s", name, e.Name.Local, a.Value)
				}
			}
		}
	}
}

// Every link of the site leads to a file of it and, where it names one, to a section; no page asks for anything elsewhere. Every page
// can be reached from the first one.
func TestLinksOfTheSite(t *testing.T) {
	files := built(t)
	documents := map[string]document{}
	for name, content := range files {
		if strings.HasSuffix(name, ".html") {
			documents[name] = readHTML(t, name, content)
		}
	}
	if len(documents) < 12 || documents["index.html"].ids == nil || documents["docs/reference.html"].ids == nil {
		t.Fatalf("pages are %v", slices.Sorted(maps.Keys(documents)))
	}
	reached := map[string]bool{"index.html": true, "search-index.js": true} // the latter by the script
	inside := 0
	for name, d := range documents {
		for _, link := range d.links {
			u, err := url.Parse(link)
			if err != nil {
				t.Fatal(err)
			}
			if u.Scheme != "" {
				continue
			}
			to := name
			if u.Path != "" {
				to = path.Join(path.Dir(name), u.Path)
			}
			reached[to] = true
			inside++
			if files[to] == nil {
				t.Errorf("%s: %s leads nowhere", name, link)
			} else if u.Fragment != "" && !documents[to].ids[u.Fragment] {
				t.Errorf("%s: %s leads to no section", name, link)
			}
		}
	}
	if inside < 500 {
		t.Errorf("%d links", inside)
	}
	for name := range files {
		if !reached[name] {
			t.Errorf("no link leads to %s", name)
		}
	}
}

// Every link of a page in Markdown leads to a file of the checkout and, where it names one, to a section, as GitHub names it. The
// names of sections are those of goldmark, which makes them differently from ours.
func TestLinksOfMarkdown(t *testing.T) {
	markdown := goldmark.New(goldmark.WithExtensions(extension.GFM))
	parse := func(file string) (ast.Node, []byte) {
		source := testfile.Read(t, file)
		return markdown.Parser().Parse(text.NewReader(source)), source
	}
	anchors := func(file string) []string {
		var all []string
		root, source := parse(file)
		for n := root.FirstChild(); n != nil; n = n.NextSibling() {
			if h, ok := n.(*ast.Heading); ok {
				words := strings.ToLower(string(h.Lines().Value(source)))
				all = append(all, strings.NewReplacer(" ", "-", "`", "", "?", "", ",", "", ".", "", "*", "", ":", "", "'", "", "(", "", ")", "", "/", "").Replace(words))
			}
		}
		return all
	}
	var files []string
	for _, pattern := range []string{"../../*.md", "../../*/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	links := 0
	for _, file := range files {
		root, _ := parse(file)
		_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			var to string
			switch n := n.(type) {
			case *ast.Link:
				to = string(n.Destination)
			case *ast.Image:
				to = string(n.Destination)
			}
			u, err := url.Parse(to)
			if err != nil {
				t.Fatal(err)
			}
			if !entering || to == "" || u.Scheme != "" {
				return ast.WalkContinue, nil
			}
			links++
			target := file
			if u.Path != "" {
				target = filepath.Join(filepath.Dir(file), filepath.FromSlash(u.Path))
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: %s leads nowhere", file, to)
			} else if u.Fragment != "" && !slices.Contains(anchors(target), u.Fragment) {
				t.Errorf("%s: %s leads to no section", file, to)
			}
			return ast.WalkContinue, nil
		})
	}
	if len(files) < 10 || links < 50 {
		t.Errorf("%d links in %d files", links, len(files))
	}
}

func TestSameBytes(t *testing.T) {
	a, b := built(t), built(t)
	if !maps.EqualFunc(a, b, bytes.Equal) {
		t.Error("two builds differ")
	}
	if n := len(a["search-index.js"]); n > 200_000 {
		t.Errorf("the index of the search has %d bytes", n)
	}
}

// What a reader would miss is an error, which names the page.
func TestBrokenPages(t *testing.T) {
	for markdown, want := range map[string]string{
		"[a](docs/b.md)":          "docs/b.md leads nowhere",
		"[a](LICENSE#terms)":      "LICENSE#terms leads nowhere",
		"[a](#none)":              "#none leads to no section of README.md",
		"[a](../else.md)":         "leads out of the checkout",
		"![a](https://x.test/a)":  "the picture https://x.test/a is elsewhere",
		"<b>bold</b>":             "it has HTML",
		"# A\n\n[a](#a)\n\n# B":   "",
		"[a](LICENSE)":            "",
		"# A\n\n# A\n\n[a](#a-1)": "",
		"[a](https://x.test/a)":   "",
	} {
		_, err := site.Build(fstest.MapFS{"README.md": {Data: []byte(markdown)}, "LICENSE": {Data: []byte("x")}}, nil)
		switch {
		case want == "" && err != nil:
			t.Errorf("%q: %v", markdown, err)
		case want != "" && (err == nil || !strings.HasPrefix(err.Error(), "README.md: ") || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v, want %s", markdown, err, want)
		}
	}
}

// The pages fit a telephone and a desk, can be used without a pointer and in the dark, and find words from a disk.
func TestSiteInABrowser(t *testing.T) {
	dir := t.TempDir()
	files := built(t)
	for name, content := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	axe, err := browser.Axe()
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{390, 1280} {
		page := browsertest.Look(t, width, 844)
		for _, name := range slices.Sorted(maps.Keys(files)) {
			if !strings.HasSuffix(name, ".html") {
				continue
			}
			var said struct {
				Wide  int
				Asked []string
			}
			browsertest.Drive(t, page, "file://"+filepath.Join(dir, filepath.FromSlash(name)), `return { Wide: document.documentElement.scrollWidth - innerWidth,
				Asked: performance.getEntriesByType("resource").map(e => e.name).filter(name => !name.startsWith("file:")) }`, &said)
			if said.Wide > 0 || len(said.Asked) > 0 {
				t.Errorf("%s at %d: %d pixels too wide; it asks for %q", name, width, said.Wide, said.Asked)
			}
			if axe == nil || name != "docs/reference.html" && name != "index.html" && name != "commands/top.html" {
				continue
			}
			for _, dark := range []bool{false, true} {
				if err := page.Theme(dark); err != nil {
					t.Fatal(err)
				}
				faults, err := page.Inaccessible(axe, browser.AllRules)
				if err != nil || len(faults) > 0 {
					t.Errorf("%s at %d, dark %t: %v\n%s", name, width, dark, err, strings.Join(faults, "\n"))
				}
			}
		}
		var found []string
		browsertest.Drive(t, page, "file://"+filepath.Join(dir, "docs", "reference.html"), `
			const input = document.querySelector("input");
			const type = async text => {
				input.focus();
				input.value = text;
				input.dispatchEvent(new Event("input"));
				while (typeof siteIndex === "undefined" || document.querySelector("#found").hidden) await new Promise(done => setTimeout(done, 10));
				return [...document.querySelectorAll("#found li, #found p")].map(e => (e.querySelector("a")?.href.split("/").slice(-2).join("/") ?? "") + "|" + e.innerText.split("\n")[0]);
			};
			const first = await type("exit stat");
			const zebra = await type("zebra");
			const none = await type("zebra crossings");
			input.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
			const closed = document.querySelector("#found").hidden;
			return [first[0], zebra.join(), none.join(), String(closed)]`, &found)
		browsertest.Expect(t, found, "docs/reference.html#exit-statuses|Exit statuses · Reference", "commands/top.html#options|Options · iprof-viz top", "|Nothing found.", "true")
	}
}
