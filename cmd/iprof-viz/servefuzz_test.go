package main

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/serve"
)

// foldedLines is the text of any number of stacks.
var foldedLines = regexp.MustCompile(`\A(?:[^\n]* [0-9]+\n)*\z`)

// FuzzServeQuery asks for any view with any parameters: there is JSON, of the view folded text with a stack a line, of callgrind its format, or an error that is
// not the server's.
//
//fuzz:runs 200
func FuzzServeQuery(f *testing.F) {
	budget.LimitMinimizing(f)
	f.Setenv("GOGC", "100") // as in FuzzProgram
	profiles, err := serve.NewProfiles(cli.NewEnv(strings.NewReader(""), io.Discard, io.Discard), serveOptions{}.served(), []string{"../../testdata/even-or-odd.iprof", "../../testdata/fib.iprof"})
	if err != nil {
		f.Fatal(err)
	}
	views := slices.Sorted(maps.Keys(serve.Views))
	for i := range views {
		f.Add(uint(i), "regexp=main&limit=3")
	}
	for _, parameters := range []string{"by=regexp%3D%28&n", "base=2&section=calls", "runs=1,2", "metric=&view=app", "limit=-1;&units=%00", "into=.&sort=bci", "near-even=1e9", "=&&"} {
		f.Add(uint(len(parameters)), parameters)
	}
	f.Fuzz(func(t *testing.T, view uint, parameters string) {
		defer budget.Drawing.Start(t, len(parameters))()
		p, _ := profiles.Get("1")
		var b bytes.Buffer
		name := views[view%uint(len(views))]
		q, err := serve.NewQuery(t.Context(), &b, profiles, name, p, parameters)
		if err == nil {
			err = q.Run()
		}
		valid := json.Valid
		switch name {
		case "folded":
			valid = foldedLines.Match
		case "callgrind":
			valid = func(text []byte) bool { return readCallgrind(text) == nil }
		}
		switch {
		case err == nil && !valid(b.Bytes()):
			t.Errorf("the answer of %s is not in its format: %.300s", name, b.Bytes())
		case err != nil && serve.ViewStatus(err) >= 500:
			t.Error(err)
		}
	})
}
