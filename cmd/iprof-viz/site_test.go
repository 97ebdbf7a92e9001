package main

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/manpages"
	"github.com/iprof-viz/iprof-viz/internal/site"
)

// The site of the documentation has a page for each command, with all its flags, and the search knows them.
func TestSite(t *testing.T) {
	root := newRoot(cli.NewEnv(nil, io.Discard, io.Discard), io.Discard)
	files, err := site.Build(os.DirFS("../.."), manpages.Markdown(root))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range root.Commands() {
		page := string(files["commands/"+c.Name()+".html"])
		if c.Name() == "help" || c.Name() == "completion" {
			continue
		}
		if !strings.Contains(page, "<h1 id=\"iprof-viz-"+c.Name()+"\">iprof-viz "+c.Name()+"</h1>") {
			t.Errorf("no page about %s", c.Name())
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if has := strings.Contains(page, `<code class="short">--`+f.Name+`</code>`); has == f.Hidden {
				t.Errorf("%s: hidden %t, on the page %t: --%s", c.Name(), f.Hidden, has, f.Name)
			}
		})
	}
	if !strings.Contains(string(files["search-index.js"]), `["commands/top.html#options","iprof-viz top","Options"`) {
		t.Error("the search does not know the options of top")
	}
}
