package speedscope_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/browsertest"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

func TestMain(m *testing.M) { browsertest.Main(m) }

// release returns the directory of speedscope's page and schema, from its package.
func release(t *testing.T) string {
	t.Helper()
	testtier.Long(t, "fetches speedscope with npm: its schema, and what its page shows of the files")
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("no npm on PATH: files are not checked with speedscope itself")
	}
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), browsertest.Patience) // npm waits longer for a server that does not answer
	defer cancel()
	pack := exec.CommandContext(ctx, npm, "pack", "--silent", "speedscope@1.25.0") // a later page may have another table
	pack.Dir = dir
	name, err := pack.Output()
	if err != nil {
		t.Skipf("npm does not fetch speedscope: %v", err)
	}
	unpack := exec.Command("tar", "xzf", strings.TrimSpace(string(name)))
	unpack.Dir = dir
	if out, err := unpack.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(dir, "package", "dist", "release")
}

// Files fit the published schema, and speedscope's page shows the sums of methods: in its table, Sandwich.
func TestSpeedscopeItself(t *testing.T) {
	dir := release(t)
	p := testprofile.Example("wordcount.iprof")
	_, text := read(t, tree(t, p, stacks.Options{Metric: convert.Samples}), tree(t, p, stacks.Options{Metric: convert.Calls}))

	c := jsonschema.NewCompiler()
	schema, err := c.Compile(filepath.Join(dir, "file-format-schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(doc); err != nil {
		t.Error(err)
	}

	page := browsertest.Look(t, 1280, 800)
	script := filepath.Join(dir, "stacks.js")
	load := fmt.Sprintf("speedscope.loadFileFromBase64(%q, %q)", "wordcount.json", base64.StdEncoding.EncodeToString([]byte(text)))
	if err := os.WriteFile(script, []byte(load), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := page.Open("file://" + filepath.Join(dir, "index.html") + "#localProfilePath=" + script); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), browsertest.Patience)
	defer cancel()
	if err := page.Until(ctx, `document.title.includes("samples") && document.querySelector("canvas")`); err != nil {
		t.Fatal(err)
	}
	var clicked bool
	if err := page.Run(`
		const tab = [...document.querySelectorAll("div")].find((d) => d.textContent.trim().endsWith("Sandwich") && d.children.length <= 1);
		tab.click();
		return true;`, &clicked); err != nil {
		t.Fatal(err)
	}
	// The table is drawn with its head alone first: its rows come once their window has been measured.
	if err := page.Until(ctx, `[...document.querySelectorAll("tr")].some((r) => r.textContent.includes("%"))`); err != nil {
		t.Fatal(err)
	}
	var shown string
	if err := page.Run(`
		return [...document.querySelectorAll("tr")].map((r) => [...r.children].map((c) => c.textContent.trim()).join(" | ")).join("\n");`, &shown); err != nil {
		t.Fatal(err)
	}
	// The samples by method as testdata/README.md has them.
	for _, want := range []string{
		"1 | samples | 584\n", "2 | method entries | 820,003\n",
		"| 142 (24%) | java.lang.String.substring", "| 114 (20%) | words.WordCount.isLetter", "| 97 (17%) | java.lang.String.charAt", "| 88 (15%) | java.lang.String.equals",
		"584 (100%) | 72 (12%) | words.WordCount.addLine", "| 53 (9.1%) | java.lang.String.hashCode", "159 (27%) | 18 (3.1%) | words.WordCount.find", "584 (100%) | 0 (<0.01%) | words.WordCount.main",
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("speedscope shows\n%s\nwithout %s", shown, want)
		}
	}
}
