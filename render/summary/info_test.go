package summary

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/rivo/uniseg"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtree"
	"github.com/iprof-viz/iprof-viz/render/tables"
)

func infoOf(t *testing.T, text string) *info.Info {
	t.Helper()
	p := testprofile.Parse(t, text)
	names := convert.NewNames(p, convert.NameOptions{Disambiguate: true})
	return info.New(p, names, info.Options{Limit: 5})
}

// The line about the application says of which entries it has a share: the contents above it have all.
func TestApplicationLineNamesItsWhole(t *testing.T) {
	var b strings.Builder
	if err := InfoText(&b, infoOf(t, testprofile.InfoProfile), InfoOptions{Width: 100, Screen: tables.Screen{Lines: 20, Columns: 100}}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "\n  application: 2 of 4 methods") || !strings.Contains(b.String(), "100.0% of the entries without the profiler's") {
		t.Error(b.String())
	}
}

func TestInfoText(t *testing.T) {
	var b bytes.Buffer
	if err := InfoText(&b, infoOf(t, testprofile.InfoProfile), InfoOptions{Title: "shop.iprof", Width: 80}); err != nil {
		t.Fatal(err)
	}
	const want = `shop.iprof: iprof 1.0.0

The application: 2 of 4 methods with records
                                              share of all  methods
  entries, without the profiler's  2,000,003        100.0%        2
  samples, with the code it calls          9         90.0%        2
    self                                   9         90.0%

Methods of the application by entries
    entries  of its entries
  2,000,000          >99.9%  com.example.shop.checkout.Cart.work
          3           <0.1%  com.example.shop.checkout.Cart.main

Methods of the application by samples, including the library code they call
  samples  of all  self
        9   90.0%     9  com.example.shop.checkout.Cart.work

Code categories (by counted or sampled method); shares elsewhere exclude the
profiler
                samples  calls  branches  monitors
  application     90.0%  80.0%    100.0%         -
  JDK                 -      -         -    100.0%
  native image        -      -         -         -
  profiler            -  20.0%         -         -
  unknown         10.0%      -         -         -

Records, including the profiler's own
              records      total
  samples           3         10  samples
  calls             3  2,500,003  method entries
  branches          1  2,000,000  executions of conditionals
  receivers         0
  instanceof   absent
  monitors          2          4  lock acquisitions

Tables
           listed  referred to  of these, unlisted
  methods       4            4                   1
  types         6            5                   0

Contexts, including the profiler's own
                     distinct  roots  frames: median  mean  most
  inlining contexts         4      2               1   1.5     2
  sampled stacks            2      2               1   1.5     2

Outermost frames by samples
  samples  of all
        9   90.0%  com.example.shop.checkout.Cart.main
        1   10.0%  <unknown method 9>

Methods by self samples
  samples  of all
        9   90.0%  com.example.shop.checkout.Cart.work
        1   10.0%  <unknown method 9>

Compilation roots of the application by inclusive entries
    entries  of all  self
  2,000,003  100.0%     3  com.example.shop.checkout.Cart.main

Conditionals by executions
  executions  of all
   2,000,000  100.0%  com.example.shop.checkout.Cart.work @11

Locks by type
  taken  of all
      3   75.0%  byte[]
      1   25.0%  java.util.Map

Caveats
  warning  10 samples are few: a share of 5 of them has a 95% interval of 23–77%
           hint: 3 call counts: iprof-viz top -m calls
  warning  1 method id is referred to but not listed in methods, the first being
           9
  warning  the profiler counted its own code: 20.0% of the calls
           hint: tables and pictures leave it out; top -m calls --view machine
                 shows it
  note     1 inlined call count has a caller without a count: calls per
           invocation are unknown there
`
	if got := b.String(); got != want {
		t.Errorf("it reads\n%s", got)
	}
}

// TestInfoCountsMethods: of the application's methods some have no samples, or no separate count.
func TestInfoCountsMethods(t *testing.T) {
	var b bytes.Buffer
	in := infoOf(t, `{"version":"1.0.0","types":[{"id":1,"name":"app.A"},{"id":2,"name":"void"}],"methods":[
		{"id":1,"name":"a","signature":[1,2]},{"id":2,"name":"b","signature":[1,2]},{"id":3,"name":"c","signature":[1,2]}],
		"callCountProfiles":[{"ctx":"1:0","records":[4]},{"ctx":"2:0<3:7","records":[6]}],"samplingProfiles":[{"ctx":"1:5","records":[300]}]}`)
	if err := InfoText(&b, in, InfoOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"The application: 3 of 3 methods with records\n", " 1 on stacks\n", " 2 with entries\n", "\nRecords\n", "\nContexts\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

func TestInfoTextOfEmptyProfile(t *testing.T) {
	var b bytes.Buffer
	if err := InfoText(&b, infoOf(t, `{"version":"0.2.0","types":[],"methods":[]}`), InfoOptions{}); err != nil {
		t.Fatal(err)
	}
	const want = `iprof 0.2.0

Caveats
  error    the profile is empty
           hint: an image writes its profile on normal exit: was it killed, or did it do no work?

Records
              records  total
  samples      absent
  calls        absent
  branches     absent
  receivers    absent
  instanceof   absent
  monitors     absent

Tables
           listed  referred to  of these, unlisted
  methods       0            0                   0
  types         0            0                   0

Contexts
                     distinct  roots  frames: median  mean  most
  inlining contexts      none
  sampled stacks         none
`
	if got := b.String(); got != want {
		t.Errorf("it reads\n%s", got)
	}
}

// Lines fit into the terminal, and the name of the method is cut last.
func TestInfoTextFits(t *testing.T) {
	for _, in := range published(t) {
		for _, width := range []int{80, 100, 160} {
			var b bytes.Buffer
			if err := InfoText(&b, in, InfoOptions{Title: "a.iprof", Width: width}); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(b.String()) {
				line = strings.TrimSuffix(line, "\n")
				if n := uniseg.StringWidth(line); n > width || strings.HasSuffix(line, " ") {
					t.Errorf("at %d columns a line has %d: %q", width, n, line)
				}
			}
		}
	}
}

// Nothing in a profile moves the cursor of a terminal or becomes JSON.
func TestInfoOfHostileNames(t *testing.T) {
	for _, s := range testtree.Hostile() {
		for _, name := range strings.Split(s.Frames, ";") {
			name = strings.ToValidUTF8(name, "\ufffd") // Parse takes no other
			class, err := json.Marshal("app." + name)
			if err != nil {
				t.Fatal(err)
			}
			in := infoOf(t, `{"version":"1.0.0","types":[{"id":1,"name":`+string(class)+`}],"methods":[{"id":1,"name":"m","signature":[1,1]}],
				"callCountProfiles":[{"ctx":"1:0","records":[1]}],"monitorProfiles":[{"ctx":"0:0","records":[1,2]}]}`)
			var text, out bytes.Buffer
			if err := errors.Join(InfoText(&text, in, InfoOptions{Title: name, Width: 100}), InfoJSON(&out, in)); err != nil {
				t.Fatal(err)
			}
			for _, r := range text.String() + out.String() {
				if r != '\n' && unicode.IsControl(r) || r >= 0x202a && r <= 0x202e {
					t.Errorf("of %q the output has %U", name, r)
				}
			}
			if n := strings.Count(text.String(), "\n"); n > 48 {
				t.Errorf("of %q there are %d lines", name, n)
			}
			var back struct {
				Top []struct{ Rows []struct{ Name string } }
			}
			if err := json.Unmarshal(out.Bytes(), &back); err != nil {
				t.Fatal(err)
			}
			if got := back.Top[1].Rows[0].Name; got != "app."+name {
				t.Errorf("%q comes back as %q", name, got)
			}
		}
	}
}

func TestInfoJSON(t *testing.T) {
	var b bytes.Buffer
	if err := InfoJSON(&b, infoOf(t, testprofile.InfoProfile)); err != nil {
		t.Fatal(err)
	}
	var got, want any
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(`{
		"schema_version": 1, "version": "1.0.0",
		"sections": [
			{"metric": "samples", "section": "samplingProfiles", "unit": "samples", "present": true, "records": 3, "total": 10},
			{"metric": "calls", "section": "callCountProfiles", "unit": "method entries", "present": true, "records": 3, "total": 2500003},
			{"metric": "branches", "section": "conditionalProfiles", "unit": "executions of conditionals", "present": true, "records": 1, "total": 2000000},
			{"metric": "receivers", "section": "virtualInvokeProfiles", "unit": "virtual calls", "present": true, "records": 0, "total": 0},
			{"metric": "instanceof", "section": "instanceofProfiles", "unit": "type checks", "present": false, "records": null, "total": null},
			{"metric": "monitors", "section": "monitorProfiles", "unit": "lock acquisitions", "present": true, "records": 2, "total": 4}],
		"methods": {"listed": 4, "referred": 4, "unlisted": 1},
		"types": {"listed": 6, "referred": 5, "unlisted": 0},
		"contexts": {"contexts": 4, "roots": 2, "depth": {"max": 2, "median": 1, "mean": 1.5, "sum": 6}},
		"stacks": {"contexts": 2, "roots": 2, "depth": {"max": 2, "median": 1, "mean": 1.5, "sum": 3}},
		"application": {"methods": 2, "metrics": [
			{"metric": "calls", "total": 2500003, "base": 2000003, "value": 2000003, "own": 2000003, "counted": 2,
				"top": {"metric": "calls", "by": "application-methods", "total": 2000003, "listed": 2, "rows": [
				{"name": "com.example.shop.checkout.Cart.work", "id": 2, "signature": "com.example.shop.checkout.Cart.work(Ljava/util/Map;)V", "value": 2000000},
				{"name": "com.example.shop.checkout.Cart.main", "id": 1, "signature": "com.example.shop.checkout.Cart.main()V", "value": 3}]}},
			{"metric": "samples", "total": 10, "base": 10, "value": 9, "own": 9, "counted": 2,
				"top": {"metric": "samples", "by": "application-methods", "total": 10, "listed": 1, "rows": [
				{"name": "com.example.shop.checkout.Cart.work", "id": 2, "signature": "com.example.shop.checkout.Cart.work(Ljava/util/Map;)V", "value": 9, "own": 9}]}}]},
		"code": [
			{"metric": "samples", "total": 10, "application": 9, "library": 0, "jdk": 0, "native_image": 0, "profiler": 0, "unknown": 1},
			{"metric": "calls", "total": 2500003, "application": 2000003, "library": 0, "jdk": 0, "native_image": 0, "profiler": 500000, "unknown": 0},
			{"metric": "branches", "total": 2000000, "application": 2000000, "library": 0, "jdk": 0, "native_image": 0, "profiler": 0, "unknown": 0},
			{"metric": "monitors", "total": 4, "application": 0, "library": 0, "jdk": 4, "native_image": 0, "profiler": 0, "unknown": 0}],
		"top": [
			{"metric": "samples", "by": "outermost-frames", "total": 10, "listed": 2, "rows": [
				{"name": "com.example.shop.checkout.Cart.main", "id": 1, "signature": "com.example.shop.checkout.Cart.main()V", "value": 9},
				{"name": "<unknown method 9>", "id": 9, "signature": "<unknown method 9>", "value": 1}]},
			{"metric": "samples", "by": "leaf-frames", "total": 10, "listed": 2, "rows": [
				{"name": "com.example.shop.checkout.Cart.work", "id": 2, "signature": "com.example.shop.checkout.Cart.work(Ljava/util/Map;)V", "value": 9},
				{"name": "<unknown method 9>", "id": 9, "signature": "<unknown method 9>", "value": 1}]},
			{"metric": "calls", "by": "compilation-roots", "total": 2500003, "listed": 2, "rows": [
				{"name": "com.example.shop.checkout.Cart.main", "id": 1, "signature": "com.example.shop.checkout.Cart.main()V", "value": 2000003, "own": 3},
				{"name": "com.example.shop.checkout.Cart.work", "id": 2, "signature": "com.example.shop.checkout.Cart.work(Ljava/util/Map;)V", "value": 500000, "own": null}]},
			{"metric": "branches", "by": "sites", "total": 2000000, "listed": 1, "rows": [
				{"name": "com.example.shop.checkout.Cart.work", "id": 2, "signature": "com.example.shop.checkout.Cart.work(Ljava/util/Map;)V", "bci": 11, "value": 2000000}]},
			{"metric": "monitors", "by": "types", "total": 4, "listed": 2, "rows": [
				{"name": "byte[]", "id": 5, "value": 3}, {"name": "java.util.Map", "id": 3, "value": 1}]}],
		"doubts": [
			{"kind": "few-samples", "severity": "caution", "count": 10, "text": "10 samples are few: a share of 5 of them has a 95% interval of 23–77%", "hint": "3 call counts: iprof-viz top -m calls"},
			{"kind": "dangling-method", "severity": "caution", "count": 1, "text": "1 method id is referred to but not listed in methods, the first being 9"},
			{"kind": "profiler-runtime", "severity": "caution", "count": 500000, "text": "the profiler counted its own code: 20.0% of the calls", "hint": "tables and pictures leave it out; top -m calls --view machine shows it"},
			{"kind": "missing-caller", "severity": "note", "count": 1, "text": "1 inlined call count has a caller without a count: calls per invocation are unknown there"}]
		}`), &want); err != nil {
		t.Fatal(err)
	}
	g, _ := json.MarshalIndent(got, "", " ")
	w, _ := json.MarshalIndent(want, "", " ")
	if !bytes.Equal(g, w) {
		t.Errorf("it is\n%s", b.String())
	}
}

// Counts beyond 2^53 keep their last digit.
func TestInfoJSONCountsAreWhole(t *testing.T) {
	var b bytes.Buffer
	if err := InfoJSON(&b, infoOf(t, `{"version":"1.0.0","types":[],"methods":[],"callCountProfiles":[{"ctx":"1:0","records":[9223372036854775807]}]}`)); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "9223372036854775807"); n != 8 { // section, application twice, code twice, list, row twice
		t.Errorf("the count stands there %d times:\n%s", n, b.String())
	}
}

func TestInfoWriteErrorsComeBack(t *testing.T) {
	in := infoOf(t, testprofile.InfoProfile)
	full := errors.New("disk full")
	for name, write := range map[string]func(io.Writer) error{
		"text": func(w io.Writer) error { return InfoText(w, in, InfoOptions{}) },
		"JSON": func(w io.Writer) error { return InfoJSON(w, in) },
	} {
		r, w := io.Pipe()
		r.CloseWithError(full)
		if err := write(w); !errors.Is(err, full) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

// published are the Infos of the published and measured profiles, where they are found.
func published(t *testing.T) []*info.Info {
	t.Helper()
	var infos []*info.Info
	for _, pattern := range []string{"real/*.iprof.gz", "jvm/*/*.iprof", "jvm/*/*.iprof.gz"} {
		files, err := filepath.Glob(filepath.Join("../../../shared", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			f, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			var r io.Reader = f
			if strings.HasSuffix(file, ".gz") {
				if r, err = gzip.NewReader(f); err != nil {
					t.Fatal(err)
				}
			}
			text, err := io.ReadAll(r)
			f.Close()
			if err != nil {
				t.Fatal(err)
			}
			infos = append(infos, infoOf(t, string(text)))
		}
	}
	if infos == nil {
		t.Skip("no published profiles beside the project")
	}
	return infos
}
