package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/spf13/pflag"

	"github.com/iprof-viz/iprof-viz/internal/cli"
	"github.com/iprof-viz/iprof-viz/internal/serve"
	"github.com/iprof-viz/iprof-viz/internal/testfile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

const (
	shopFile      = "../../testdata/shop.iprof"
	wordcountFile = "../../testdata/wordcount.iprof"
)

// withoutFormat are the views of commands that write one format only.
var withoutFormat = []string{"folded", "callgrind", "speedscope"}

// servedAPI returns a server of profiles, without the checks of package localweb.
func servedAPI(t *testing.T, o serveOptions, files ...string) (*httptest.Server, *serve.Profiles) {
	t.Helper()
	return servedWith(t, o.served(), files...)
}

// servedWith is servedAPI with the options of the server.
func servedWith(t *testing.T, o serve.Options, files ...string) (*httptest.Server, *serve.Profiles) {
	t.Helper()
	profiles, err := serve.NewProfiles(cli.NewEnv(strings.NewReader(""), io.Discard, io.Discard), o, files)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(serve.NewServer(profiles).Routes())
	t.Cleanup(server.Close)
	return server, profiles
}

// ask sends a request and returns the status and the body of the answer.
func ask(t *testing.T, method, address string, body io.Reader) (int, string) {
	t.Helper()
	r, err := http.NewRequest(method, address, body)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatalf("%s %s: %v", method, address, err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// Each view answers with the bytes that its command prints.
func TestServeViews(t *testing.T) {
	server, _ := servedAPI(t, serveOptions{}, shopFile, wordcountFile)
	asked := map[string]bool{}
	for _, tt := range []struct{ view, parameters, command string }{
		{"info", "", "info FILE"},
		{"info", "limit=2", "info -n 2 FILE"},
		{"top", "", "top FILE"},
		{"top", "limit=5&by=class&view=app", "top -n 5 --by class --view app FILE"},
		{"top", "metric=calls&sort=inclusive&names=short&normalize", "top -m calls --sort inclusive --names short --normalize FILE"},
		{"top", "by=" + url.QueryEscape(`regexp=^java\.(\w+)`), `top --by regexp=^java\.(\w+) FILE`},
		{"flame", "", "flame FILE"},
		{"flame", "metric=calls&reverse&merge-recursion&focus=main&names=short", "flame -m calls --reverse --merge-recursion --focus main --names short FILE"},
		{"flame", "base=1", "flame --base ../../testdata/shop.iprof FILE"},
		{"flame", "width=900", ""},
		{"top", "n=3&m=calls", "top -n 3 -m calls FILE"},
		{"folded", "", "folded FILE"},
		{"folded", "metric=calls&view=app&hide=lambda", "folded -m calls --view app --hide lambda FILE"},
		{"callgrind", "", "callgrind FILE"},
		{"callgrind", "metric=all&complete=false&names=short", "callgrind -m all --complete=false --names short FILE"},
		{"speedscope", "", "speedscope FILE"},
		{"speedscope", "metric=all&view=user", "speedscope -m all --view user FILE"},
		{"peek", "regexp=main", "peek main FILE"},
		{"peek", "regexp=main&metric=calls&limit=3", "peek -m calls -n 3 main FILE"},
		{"calls", "regexp=main&inlined=yes&sort=calls", "calls --inlined yes --sort calls main FILE"},
		{"branches", "near-even=10%25", "branches --near-even 10% FILE"},
		{"branches", "contexts=false&loops=", ""},
		{"receivers", "limit=4", "receivers -n 4 FILE"},
		{"instanceof", "", "instanceof FILE"},
		{"monitors", "", "monitors FILE"},
		{"graph", "", "graph FILE"},
		{"graph", "base=1&no-renames", "graph --base ../../testdata/shop.iprof --no-renames FILE"},
		{"inline", "units=2", "inline --units 2 FILE"},
		{"inline", "limit=2&regexp=main", "inline --units 2 main FILE"},
		{"into", "regexp=.&limit=3", "inline --into . --units 3 FILE"},
		{"check", "strict", "check --strict FILE"},
		{"check", "production=1", "check --production ../../testdata/shop.iprof FILE"},
		{"variance", "runs=1&limit=3", "variance -n 3 FILE ../../testdata/shop.iprof"},
		{"variance", "runs=2&metric=samples", "variance -m samples FILE ../../testdata/wordcount.iprof"},
		{"list", "regexp=main&limit=3", "list main -n 3 FILE"},
		{"diff", "base=1", "diff ../../testdata/shop.iprof FILE"},
		{"diff", "base=1&section=calls,inlining&exact", "diff --section calls,inlining --exact ../../testdata/shop.iprof FILE"},
	} {
		for i, file := range []string{shopFile, wordcountFile} {
			status, got := ask(t, "GET", fmt.Sprintf("%s/api/profiles/%d/%s?%s", server.URL, i+1, tt.view, tt.parameters), nil)
			if _, runs, ok := strings.Cut(tt.parameters, "runs="); tt.command == "" || ok && strings.Contains(strings.Split(runs, "&")[0], fmt.Sprint(i+1)) { // with itself
				if status != http.StatusBadRequest {
					t.Errorf("%s?%s: %d", tt.view, tt.parameters, status)
				}
				continue
			}
			args := strings.Fields(strings.ReplaceAll(tt.command, "FILE", file))
			if !slices.Contains(withoutFormat, tt.view) {
				args = slices.Insert(args, 1, "--format", "json")
			}
			exit, want, message, _ := runHere(args)
			switch {
			case want == "": // the command has failed
				var of serve.APIError
				if err := json.Unmarshal([]byte(got), &of); err != nil || status != http.StatusNotFound || !strings.Contains(message, of.Error) {
					t.Errorf("%s?%s of %s: %d %s, the command fails with %d %s", tt.view, tt.parameters, file, status, got, exit, message)
				}
			case status != http.StatusOK || got != want:
				t.Errorf("%s?%s of %s: %d\n%.300s\nthe command prints\n%.300s", tt.view, tt.parameters, file, status, got, want)
			default:
				asked[tt.view] = true
			}
		}
	}
	for view := range serve.Views {
		if !asked[view] {
			t.Errorf("%s is not asked for", view)
		}
	}
}

// optionsOf are the options that flags of serve give.
func optionsOf(t *testing.T, args ...string) serveOptions {
	t.Helper()
	var o serveOptions
	c := newServe(cli.NewEnv(nil, io.Discard, io.Discard), &o)
	if err := c.ParseFlags(args); err != nil {
		t.Fatal(err)
	}
	o.given = givenValues(c)
	return o
}

// Flags of serve hold for the commands, unless the parameters say otherwise; those for another format do not disturb.
func TestServeSharedFlags(t *testing.T) {
	testtier.Sequential(t)
	const jar, stacks = "../../testdata/wordcount.jar", "../../testdata/shop-before.folded"
	server, profiles := servedAPI(t, optionsOf(t, "--names", "full", "--normalize", "--classpath", jar, "--production", stacks))
	files := []string{wordcountFile, stacks}
	for _, file := range files {
		data := testfile.Read(t, file)
		if _, err := profiles.Upload(t.Context(), file, data); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		request string // of the first profile, or the second
		flags   string
	}{
		{"1/top", "--normalize"},
		{"1/top?names=short", "--names short --normalize"},
		{"1/top?normalize=false", ""},
		{"1/top?by=line", "--by line --normalize --classpath " + jar},
		{"1/list?regexp=main", "main --normalize --classpath " + jar},
		{"1/check", "--classpath " + jar + " --production " + stacks},
		{"1/graph?base=2", "--normalize --base " + stacks},
		{"1/diff?base=1", "--normalize " + wordcountFile},
		{"1/diff?base=1&by=line", "--by line --normalize --classpath " + jar + " " + wordcountFile},
		{"1/flame", "--normalize --classpath " + jar},
		{"1/flame?lines", "--lines --normalize --classpath " + jar},
		{"1/folded", "--normalize"},
		{"1/folded?lines", "--lines --normalize --classpath " + jar},
		{"1/callgrind?metric=branches", "-m branches --normalize --classpath " + jar},
		{"1/speedscope?lines", "--lines --normalize --classpath " + jar},
		{"2/top", "--normalize"},
		{"2/top?by=line", ""},
	} {
		id, view, _ := strings.Cut(tt.request, "/")
		view, _, _ = strings.Cut(view, "?")
		file := files[id[0]-'1']
		status, got := ask(t, "GET", server.URL+"/api/profiles/"+tt.request, nil)
		if tt.flags == "" && id == "2" {
			if status != http.StatusNotFound {
				t.Errorf("%s: %d\n%.300s", tt.request, status, got)
			}
			continue
		}
		command := []string{view}
		if !slices.Contains(withoutFormat, view) {
			command = append(command, "--format", "json")
		}
		_, want, message, _ := runHere(slices.Concat(command, strings.Fields(tt.flags), []string{file}))
		want = strings.ReplaceAll(want, file, filepath.Base(file)) // as uploads are called
		if status != http.StatusOK || got != want {
			t.Errorf("%s: %d\n%.300s\nthe command prints\n%.300s%s", tt.request, status, got, want, message)
		}
	}
	for path, want := range map[string]int{"/profiles/1": 200, "/profiles/2": 200, "/profiles/1?base=2": 200, "/profiles/1?base=7": 404} {
		if status, page := ask(t, "GET", server.URL+path, nil); status != want {
			t.Errorf("%s: %d\n%.900s", path, status, page)
		}
	}

	server, profiles = servedAPI(t, optionsOf(t, "--sample-type", "cpu", "--column", "Total CPU", "--from", "iprof"))
	data := testfile.Read(t, shopFile)
	if _, err := profiles.Upload(t.Context(), "app", data); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/api/profiles/1/top", "/api/profiles/1/check", "/profiles/1"} {
		if status, text := ask(t, "GET", server.URL+path, nil); status != http.StatusOK {
			t.Errorf("%s: %d %.300s", path, status, text)
		}
	}
}

// Every flag of the commands is decided: it is a parameter, or there is a reason why not.
func TestServeDecidesFlags(t *testing.T) {
	_, profiles := servedAPI(t, serveOptions{}, shopFile, wordcountFile)
	p, _ := profiles.Get("1")
	used := map[string]bool{}
	for view := range serve.Views {
		q, err := serve.NewQuery(t.Context(), io.Discard, profiles, view, p, map[string]string{"diff": "base=1", "variance": "runs=2", "peek": "regexp=x", "into": "regexp=x", "list": "regexp=x"}[view])
		if err != nil {
			t.Fatal(err)
		}
		q.Command.Flags().VisitAll(func(f *pflag.Flag) {
			used[f.Name], used[q.Command.Name()+" "+f.Name] = true, true
			switch use := q.Uses.FlagUse(f.Name); {
			case f.Name == "help":
			case use == 0:
				t.Errorf("--%s of %s is not decided: see APIFlags in internal/serve/apiflags.go", f.Name, view)
			case use != serve.IsParameter && use != serve.NamesProfile && serve.Refusals[use] == "":
				t.Errorf("--%s of %s is refused without a reason", f.Name, view)
			case f.Value.Type() == cli.FileNoun && use != serve.ReadsFiles:
				t.Errorf("--%s of %s names a file", f.Name, view)
			}
		})
	}
	for name := range serve.APIFlags {
		if !used[name] {
			t.Errorf("no command has --%s", name)
		}
	}
	for _, c := range newRoot(cli.NewEnv(nil, io.Discard, io.Discard), io.Discard).Commands() {
		f := c.Flags().Lookup("format")
		if f == nil {
			continue
		}
		formats := cli.Words(f)
		if isView := serve.Views[c.Name()].Command == c.Name(); isView != slices.Contains(formats, "json") {
			t.Errorf("%s writes %s, and is a view: %v", c.Name(), formats, isView)
		}
	}
}

// No parameter makes a command read or write a file.
func TestServeReadsNoFiles(t *testing.T) {
	server, _ := servedAPI(t, serveOptions{}, shopFile)
	secret := filepath.Join(t.TempDir(), "secret.iprof")
	data := testfile.Read(t, wordcountFile)
	if err := os.WriteFile(secret, data, 0o600); err != nil {
		t.Fatal(err)
	}
	value := url.QueryEscape(secret)
	for view := range serve.Views {
		for _, name := range slices.Sorted(maps.Keys(serve.APIFlags)) {
			if serve.APIFlags[name] != serve.ReadsFiles && serve.APIFlags[name] != serve.NamesProfile {
				continue
			}
			if status, text := ask(t, "GET", server.URL+"/api/profiles/1/"+view+"?"+name+"="+value, nil); status != http.StatusBadRequest && status != http.StatusNotFound {
				t.Errorf("%s?%s=FILE: %d %.200s", view, name, status, text)
			}
		}
	}
	// The first argument of inline may be a file on the command line.
	if status, text := ask(t, "GET", server.URL+"/api/profiles/1/inline?regexp="+value, nil); status != http.StatusNotFound || !strings.Contains(text, "no method matches") {
		t.Errorf("inline: %d %.200s", status, text)
	}
}

func TestServeErrors(t *testing.T) {
	server, _ := servedAPI(t, serveOptions{}, shopFile)
	for _, tt := range []struct {
		request     string
		status      int
		error, hint string
	}{
		{"GET /api/profiles/1/top?limt=5", 400, `top: unknown parameter "limt"`, "did you mean limit?"},
		{"GET /api/profiles/1/top?Z=5", 400, `top: unknown parameter "Z"`, "there are "},
		{"GET /api/profiles/1/top?n=1&limit=2", 400, "duplicate parameter limit", ""},
		{"GET /api/profiles/1/top?o=x", 400, "output is not a parameter", ""},
		{"GET /api/profiles/1/graph?metric=calls&focus=nothinglikeit", 404, `no method matches focus "nothinglikeit"`, ""},
		{"GET /api/profiles/1/list?regexp=x&by=line", 400, "by line needs --classpath", ""},
		{"GET /api/profiles/1/peek?regex=x", 400, `peek: unknown parameter "regex"`, "did you mean regexp?"},
		{"GET /api/profiles/1/top?help", 400, `top: unknown parameter "help"`, "there are "},
		{"GET /api/profiles/1/top?limit=many", 400, `limit: "many" is not a number of rows`, "write a number"},
		{"GET /api/profiles/1/top?by=clas", 400, `by: "clas" is not`, "did you mean class?"},
		{"GET /api/profiles/1/top?limit=1&limit=2", 400, "the parameter limit is there 2 times", ""},
		{"GET /api/profiles/1/inline?limit=1&units=2", 400, "duplicate parameter units", ""},
		{"GET /api/profiles/1/top?by=%", 400, "the parameters are malformed", "%25"},
		{"GET /api/profiles/1/top?output=x", 400, "output is not a parameter", ""},
		{"GET /api/profiles/1/top?max-input=0", 400, "max-input is not a parameter: it is a flag of iprof-viz serve", ""},
		{"GET /api/profiles/1/calls?missed=1", 400, "missed is not a parameter: it needs --optlog, and the API reads no files", ""},
		{"GET /api/profiles/1/diff?fail-over=1%25&base=1", 400, "fail-over is not a parameter: there is no exit status", ""},
		{"GET /api/profiles/1/peek", 400, "peek needs the parameter regexp", ""},
		{"GET /api/profiles/1/peek?regexp=(", 400, `"(" is not a regular expression`, ""},
		{"GET /api/profiles/1/into?regexp=(", 400, `"(" is not a regular expression`, ""},
		{"GET /api/profiles/1/into", 400, "into needs the parameter regexp", ""},
		{"GET /api/profiles/1/variance", 400, "variance needs the parameter runs", "api/profiles"},
		{"GET /api/profiles/1/variance?runs=,,", 404, `runs: unknown profile ""`, "api/profiles"},
		{"GET /api/profiles/1/variance?runs=1", 400, "runs: profile 1 is there twice", "other profiles, each once"},
		{"GET /api/profiles/1/peek?regexp=nothinglikeit", 404, `no method matches "nothinglikeit"`, "this lists the hottest methods: api/profiles/1/top"},
		{"GET /api/profiles/1/variance?run=1", 400, `variance: unknown parameter "run"`, "did you mean runs?"},
		{"GET /api/profiles/1/diff", 400, "diff needs the parameter base", "api/profiles"},
		{"GET /api/profiles/1/diff?base=7", 404, `base: unknown profile "7"`, "api/profiles"},
		{"GET /api/profiles/1/peek?regexp=nothinglikeit", 404, `no method matches "nothinglikeit"`, ""},
		{"GET /api/profiles/1/topp", 404, `unknown view "topp"`, "did you mean top?"},
		{"GET /api/profiles/1/merge", 404, `unknown view "merge"`, "there are branches"},
		{"GET /api/profiles/9/top", 404, `unknown profile "9"`, "api/profiles"},
		{"GET /api/x", 404, "GET /api/x is not an API endpoint", "api/profiles"},
		{"PUT /api/profiles", 405, "PUT /api/profiles is not an API endpoint", ""},
		{"GET /api/profiles/1/graph?units", 400, "units is not a parameter: the answer is always the JSON", ""},
		{"GET /api/profiles/1/graph?unts", 400, `graph: unknown parameter "unts"`, "there are "},
		{"DELETE /api/profiles/1", 400, "only uploads can be removed", ""},
		{"DELETE /api/profiles/5", 404, `unknown profile "5"`, ""},
	} {
		method, path, _ := strings.Cut(tt.request, " ")
		status, text := ask(t, method, server.URL+path, nil)
		var got serve.APIError
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Errorf("%s: %v: %s", tt.request, err, text)
		}
		if status != tt.status || !strings.Contains(got.Error, tt.error) || !strings.Contains(got.Hint, tt.hint) {
			t.Errorf("%s: %d %s", tt.request, status, text)
		}
		if strings.Contains(got.Error, tt.error) && strings.HasPrefix(got.Error, "-") {
			t.Errorf("%s: a flag in %s", tt.request, text)
		}
	}
}

// A method that an address below /api has not is answered with those that it has, as a page is.
func TestServeMethods(t *testing.T) {
	server, _ := servedAPI(t, serveOptions{}, shopFile)
	for path, want := range map[string]string{
		"/profiles/1": "GET, HEAD", "/api/profiles": "GET, HEAD, POST", "/api/profiles/1": "DELETE", "/api/profiles/1/top": "GET, HEAD", "/api/events": "GET, HEAD",
		"/api": "", "/api/": "", "/api/nothing": "", "/api/profiles/1/top/more": "", "/": "GET, HEAD", "/profiles": "", "/profiles/1/top": "", "/top": "",
	} {
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"} {
			if slices.Contains(strings.Split(want, ", "), method) {
				continue
			}
			r, _ := http.NewRequest(method, server.URL+path, nil)
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			text, _ := io.ReadAll(answer.Body)
			answer.Body.Close()
			status := http.StatusMethodNotAllowed
			if want == "" {
				status = http.StatusNotFound
			}
			if allow := answer.Header.Get("Allow"); answer.StatusCode != status || allow != want {
				t.Errorf("%s %s: %s, allowed are %q", method, path, answer.Status, allow)
			}
			if method != "HEAD" && strings.HasPrefix(path, "/api") != strings.HasPrefix(string(text), `{"error":"`+method+" "+path+` is not an API endpoint`) {
				t.Errorf("%s %s: %s", method, path, text)
			}
			if method != "HEAD" && strings.HasPrefix(path, "/api") == strings.Contains(string(text), "<p>There is no page at this address: choose a profile above.</p>") {
				t.Errorf("%s %s: %s", method, path, text)
			}
		}
	}
}

// A view that pages have not is an error, as on the command line; the one of the profiler's code is there.
func TestServePageView(t *testing.T) {
	server, _ := servedAPI(t, serveOptions{}, shopFile)
	for view, want := range map[string]int{"": 200, "expert": 200, "machine": 200, "foo": 400, "app": 400} {
		status, page := ask(t, "GET", server.URL+"/profiles/1?view="+view, nil)
		if said := strings.Contains(page, "view: &#34;"+view+"&#34; is not") || strings.Contains(page, "view: &quot;"+view+"&quot; is not"); status != want || said != (want == 400) {
			t.Errorf("%q: %d\n%.900s", view, status, page)
		}
	}
}

// The file of --production is reloaded like the others: pages and answers have its present content, and pages learn of it. If it
// is its own profile as well, its content is the same everywhere.
func TestServeProductionReplaced(t *testing.T) {
	dir := t.TempDir()
	file, stacks := copyFile(t, shopFile, filepath.Join(dir, "app.iprof")), copyFile(t, "../../testdata/shop-before.folded", filepath.Join(dir, "stacks.folded"))
	words := testfile.Read(t, wordcountFile)
	for _, tt := range []struct{ name, production, before, after string }{
		{"another", stacks, "1.1", "1.2"}, {"the same", file, "1.1", "2.2"},
	} {
		server, _ := servedAPI(t, optionsOf(t, "--production", tt.production), file)
		expect := func(version string, production int) {
			t.Helper()
			for _, view := range []string{"info", "check"} {
				args := []string{view, "--format", "json", file}
				if view == "check" {
					args = []string{view, "--format", "json", "--production", tt.production, file}
				}
				_, want, _, _ := runHere(args)
				if status, got := ask(t, "GET", server.URL+"/api/profiles/1/"+view, nil); status != 200 || got != want {
					t.Errorf("%s, %s: %d\n%.300s\nthe command prints\n%.300s", tt.name, view, status, got, want)
				}
			}
			if _, page := ask(t, "GET", server.URL+"/profiles/1", nil); !strings.Contains(page, `data-version="`+version+`"`) {
				t.Errorf("%s: the page is not of version %s", tt.name, version)
			}
			list := listOf(t, server)
			if of := list.Production; len(list.Profiles) != 1 || of == nil || of.Name != tt.production || of.Version != production || of.Problem != "" {
				t.Errorf("%s: %+v %+v", tt.name, list, of)
			}
		}
		expect(tt.before, 1)
		if tt.production == stacks {
			replaceFile(t, stacks, []byte("main;java.lang.String.length 7\n"))
		} else {
			replaceFile(t, file, words)
		}
		expect(tt.after, 2)
	}
	server, _ := servedAPI(t, optionsOf(t, "--production", stacks), file)
	replaceFile(t, stacks, []byte("{"))
	if _, text := ask(t, "GET", server.URL+"/api/profiles/1/info", nil); !strings.Contains(text, `"schema_version"`) {
		t.Errorf("info: %.300s", text)
	}
	if of := listOf(t, server).Production; of.Version != 1 || of.Problem == "" {
		t.Errorf("%+v", of)
	}
}

// A page that cannot be made of the present contents has their versions, so that it is made again of later ones, and the hint of the command.
func TestServeNotice(t *testing.T) {
	dir := t.TempDir()
	file := copyFile(t, "../../testdata/shop-before.folded", filepath.Join(dir, "app.folded"))
	server, _ := servedAPI(t, serveOptions{}, shopFile, file)
	if status, page := ask(t, "GET", server.URL+"/profiles/1?base=2", nil); status != 200 || !strings.Contains(page, `data-version="1.1"`) {
		t.Fatalf("%d\n%.600s", status, page)
	}
	replaceFile(t, file, []byte("Functions Call Tree. Metric: Attributed Total CPU Time\n\nAttr. Total   Name\nCPU\n sec.      %\n0.030 100.00    +-<Total>\n0.030 100.00      +-main\n"))
	_, _, message, _ := runHere([]string{"report", "--base", file, shopFile})
	_, hint, _ := strings.Cut(message, "hint: ")
	status, page := ask(t, "GET", server.URL+"/profiles/1?base=2", nil)
	if status != 404 || !strings.Contains(page, "<h1>This page could not be created</h1>") || !strings.Contains(page, `data-version="1.2"`) || hint == "" || !strings.Contains(page, "<p>"+strings.TrimSpace(hint)+"</p>") {
		t.Errorf("%d %s\n%s", status, page[max(0, strings.Index(page, "<body>")):][:800], message)
	}
}

// A hint that shows another command is an address in an answer.
func TestServeHintsAreAddresses(t *testing.T) {
	server, profiles := servedAPI(t, serveOptions{}, shopFile)
	data := []byte(`{"version":"1.0.0","types":[{"id":1,"name":"void"},{"id":2,"name":"A"}],"methods":[{"id":1,"name":"m","signature":[2,1]}],
		"samplingProfiles":[{"ctx":"1:3","records":[5]}]}`)
	if _, err := profiles.Upload(t.Context(), "samples.iprof", data); err != nil {
		t.Fatal(err)
	}
	_, text := ask(t, "GET", server.URL+"/api/profiles/2/receivers", nil)
	if want := `"hint":"it has samples: api/profiles/2/top?metric=samples"`; !strings.Contains(text, want) {
		t.Errorf("%s lacks %s", text, want)
	}
	for m, words := range cli.MetricWords {
		command, _, _ := strings.Cut(words.Command, " ")
		if _, ok := serve.Views[command]; !ok && command != "" {
			t.Errorf("%v: hints are about %s, which has no address", m, command)
		}
	}
}

// Requests notice that a file has changed, where the system does not report it.
func TestServeWithoutEvents(t *testing.T) {
	file := copyFile(t, shopFile, filepath.Join(t.TempDir(), "app.iprof"))
	server, _ := servedAPI(t, serveOptions{}, file)
	top := func(of string) string {
		_, text, _, _ := runHere([]string{"top", "--format", "json", of})
		return text
	}
	shop := top(shopFile)
	for _, tt := range []struct {
		data    func(shop, words []byte) []byte
		want    string
		version int
		problem string
	}{
		{func(_, words []byte) []byte { return words[:len(words)/2] }, shop, 1, "unexpected end of file"},
		{func(_, words []byte) []byte { return words }, top(wordcountFile), 2, ""},
		{func(shop, _ []byte) []byte { return shop }, shop, 3, ""},
	} {
		shop, err1 := os.ReadFile(shopFile)
		words, err2 := os.ReadFile(wordcountFile)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		replaceFile(t, file, tt.data(shop, words))
		if _, text := ask(t, "GET", server.URL+"/api/profiles/1/top", nil); text != tt.want {
			t.Errorf("version %d\n%.300s", tt.version, text)
		}
		answer, err := http.Get(server.URL + "/api/profiles/1/info")
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		got, err := new(mime.WordDecoder).DecodeHeader(answer.Header.Get(serve.ProblemHeader))
		if err != nil || (got == "") != (tt.problem == "") || !strings.Contains(got, tt.problem) {
			t.Errorf("version %d has the problem %q, %v", tt.version, got, err)
		}
		if p := listOf(t, server).Profiles[0]; p.Version != tt.version || (p.Problem == "") != (tt.problem == "") || !strings.Contains(p.Problem, tt.problem) {
			t.Errorf("%+v", p)
		}
		if _, page := ask(t, "GET", server.URL+"/profiles/1", nil); !strings.Contains(page, fmt.Sprintf(`data-version="%d"`, tt.version)) {
			t.Errorf("the page is not that of version %d", tt.version)
		}
	}
}

func listOf(t *testing.T, server *httptest.Server) serve.ListedProfiles {
	t.Helper()
	var list serve.ListedProfiles
	_, text := ask(t, "GET", server.URL+"/api/profiles", nil)
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// Uploads get unique names (not paths) and can be shown, compared and removed.
func TestServeUpload(t *testing.T) {
	server, profiles := servedAPI(t, serveOptions{}, shopFile)
	data := testfile.Read(t, wordcountFile)
	names := []string{shopFile}
	for _, of := range [][2]string{
		{"a.iprof", "a.iprof"}, {"a.iprof", "a.iprof (2)"}, {"../../etc/passwd", "passwd"}, {`C:\x\b.iprof`, "b.iprof"}, {"-", "profile"}, {"..", "profile (2)"}, {"", "profile (3)"},
		{"\xff", "\ufffd"}, {"<img src=x>", "<img src=x>"}, {strings.Repeat("é", 150), strings.Repeat("é", 100)},
		{"\x00\n<script>\u0085", "\ufffd\ufffd<script>\ufffd"},
	} {
		status, text := ask(t, "POST", server.URL+"/api/profiles?name="+url.QueryEscape(of[0]), bytes.NewReader(data))
		var p serve.ListedProfile
		if err := json.Unmarshal([]byte(text), &p); err != nil || status != http.StatusCreated || p.Name != of[1] || !p.Uploaded {
			t.Errorf("%q: %d %s", of[0], status, text)
		}
		names = append(names, of[1])
	}
	var listed []string
	for _, p := range listOf(t, server).Profiles {
		listed = append(listed, p.Name)
	}
	if !slices.Equal(listed, names) {
		t.Errorf("listed are %q", listed)
	}
	_, want, _, _ := runHere([]string{"top", "--format", "json", wordcountFile})
	if _, got := ask(t, "GET", server.URL+"/api/profiles/2/top", nil); got != want {
		t.Errorf("top of the upload is\n%.300s", got)
	}
	schema, err := jsonschema.NewCompiler().Compile("../../docs/schema/serve.json")
	if err != nil {
		t.Fatal(err)
	}
	_, text := ask(t, "GET", server.URL+"/api/profiles", nil)
	if list, err := jsonschema.UnmarshalJSON(strings.NewReader(text)); err != nil || schema.Validate(list) != nil {
		t.Errorf("%v, %v: %s", err, schema.Validate(list), text)
	}
	if _, page := ask(t, "GET", server.URL+"/profiles/10", nil); !strings.Contains(page, "<title>&lt;img src=x&gt;</title>") {
		t.Errorf("page\n%.600s", page)
	}
	if status, text := ask(t, "DELETE", server.URL+"/api/profiles/2", nil); status != http.StatusNoContent {
		t.Errorf("remove: %d %s", status, text)
	}
	if status, _ := ask(t, "GET", server.URL+"/profiles/2", nil); status != http.StatusNotFound {
		t.Errorf("after it was removed: %d", status)
	}
	if got, want := profiles.Uploads, int64(10*len(data)); got != want {
		t.Errorf("%d bytes are counted, not %d", got, want)
	}
	if raceDetector {
		return // each upload starts a process, which takes a second then
	}
	status := http.StatusCreated
	for status == http.StatusCreated { // until there are too many
		status, _ = ask(t, "POST", server.URL+"/api/profiles?name=x", bytes.NewReader(data))
	}
	if n := len(listOf(t, server).Profiles); n != serve.MaxUploads+1 || status != http.StatusRequestEntityTooLarge {
		t.Errorf("%d profiles, then %d", n, status)
	}
}

// endless is a profile without an end.
type endless struct{ sent atomic.Int64 } // bytes

func (e *endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	e.sent.Add(int64(len(b)))
	return len(b), nil
}

// An upload that is too large, damaged, or large when it is unpacked is refused, without taking more memory than --max-input.
func TestServeRefusesUploads(t *testing.T) {
	server, profiles := servedAPI(t, optionsOf(t, "--max-input", "1MiB"))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	body := &endless{}
	r, _ := http.NewRequest("POST", server.URL+"/api/profiles?name=large", body)
	answer, err := http.DefaultClient.Do(r)
	if err == nil { // else the connection was closed while the rest was sent
		answer.Body.Close()
		if answer.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("without an end: %s", answer.Status)
		}
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 16<<20 {
		t.Errorf("%d bytes of memory were allocated for an upload without an end", took)
	}
	if sent := body.sent.Load(); sent > 64<<20 {
		t.Errorf("%d bytes were taken", sent)
	}
	half, err := net.Dial("tcp", strings.TrimPrefix(server.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer half.Close()
	fmt.Fprintf(half, "POST /api/profiles?name=half HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\na;b;c 1\n")
	half.(*net.TCPConn).CloseWrite()
	if text, _ := io.ReadAll(half); !strings.HasPrefix(string(text), "HTTP/1.1 400 ") || !strings.Contains(string(text), "the upload is incomplete") {
		t.Errorf("a part of an upload: %s", text)
	}
	data := testfile.Read(t, shopFile)
	for _, tt := range []struct {
		name   string
		data   []byte
		status int
		error  string
	}{
		{"as it says", bytes.Repeat([]byte(" "), 1<<20+1), 413, "the input is larger than allowed (1048576 bytes)"},
		{"packed", packed(t, bytes.Repeat([]byte(" "), 1<<21)), 413, "the input is larger than allowed (1048576 bytes)"},
		{"cut", data[:len(data)/2], 400, "unexpected end of file"},
		{"empty", nil, 400, "it is empty"},
		{"no profile", []byte("hello"), 400, "not an iprof"},
	} {
		status, text := ask(t, "POST", server.URL+"/api/profiles?name=x", bytes.NewReader(tt.data))
		if status != tt.status || !strings.Contains(text, tt.error) || !strings.HasPrefix(text, `{"error":"x: `) {
			t.Errorf("%s: %d %s", tt.name, status, text)
		}
	}
	if len(profiles.List()) > 0 || profiles.Uploads != 0 {
		t.Error("something was added")
	}
}

// An upload that takes too much processor time fails, as one that is too large does. Any takes more than a nanosecond.
func TestServeLimitsTimeOfUploads(t *testing.T) {
	opts := (serveOptions{}).served()
	opts.WorkerTime = time.Nanosecond
	server, profiles := servedWith(t, opts, shopFile)
	const text = `{"error":"x: needs more than 0 s of processor time","hint":"name the file on the command line of iprof-viz serve, which sets it no such limit"}`
	if status, answer := ask(t, "POST", server.URL+"/api/profiles?name=x", strings.NewReader("")); status != http.StatusRequestEntityTooLarge || strings.TrimSpace(answer) != text {
		t.Errorf("%d %s", status, answer)
	}
	if n := len(profiles.List()); n != 1 {
		t.Errorf("%d profiles", n)
	}
	if status, answer := ask(t, "GET", server.URL+"/api/profiles/1/info", nil); status != http.StatusOK {
		t.Errorf("the other profile: %d %s", status, answer)
	}
}

func packed(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(data)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The help of serve names every view.
func TestHelpNamesViews(t *testing.T) {
	root := newRoot(cli.NewEnv(nil, io.Discard, io.Discard), io.Discard)
	c, _, err := root.Find([]string{"serve"})
	if err != nil {
		t.Fatal(err)
	}
	for view := range serve.Views {
		if !regexp.MustCompile(`\b` + view + `\b`).MatchString(c.Long) {
			t.Errorf("%s is not in\n%s", view, c.Long)
		}
	}
}
