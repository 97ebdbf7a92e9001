package render_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"log"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render"
)

// drawCalls is the code in the README.
func drawCalls(w io.Writer, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	p, err := iprof.Parse(f, iprof.Options{})
	if err != nil {
		return err // says where: samplingProfiles[3].ctx (byte 3911204): frame 1: "1666x5" is not METHOD:BCI
	}
	tree, err := stacks.NewTree(p, nil, stacks.Options{Metric: convert.Calls})
	if err != nil {
		return err
	}
	return render.FlameSVG(w, tree, render.FlameOptions{Title: "Where the calls go"})
}

func ExampleFlameSVG() {
	var picture bytes.Buffer
	if err := drawCalls(&picture, "../testdata/even-or-odd.iprof"); err != nil {
		log.Fatal(err)
	}
	var svg struct {
		Title string `xml:"title"`
		Desc  string `xml:"desc"`
	}
	if err := xml.Unmarshal(picture.Bytes(), &svg); err != nil {
		log.Fatal(err)
	}
	fmt.Println(svg.Title)
	for sentence := range strings.SplitAfterSeq(svg.Desc, ". ") {
		fmt.Println(strings.TrimSpace(sentence))
	}
	// Output:
	// Where the calls go
	// 8 method entries, 4 frames deep.
	// Width: method entries of a frame with all that is inlined into it.
	// Calls are not time.
	// Inlining is that of the instrumented image, not of the optimized one.
}

// A call graph for dot and other tools that read Graphviz's language.
func ExampleDOT() {
	g, err := callgraph.New(testprofile.Example("even-or-odd.iprof"), nil, callgraph.Options{})
	if err != nil {
		log.Fatal(err)
	}
	var dot bytes.Buffer
	if err := render.DOT(&dot, g, render.DOTOptions{Title: "Who calls whom"}); err != nil {
		log.Fatal(err)
	}
	kind, _, _ := strings.Cut(dot.String(), " ")
	fmt.Printf("%s of %d methods, with %d edges\n", kind, len(g.Nodes), strings.Count(dot.String(), " -> "))
	// Output:
	// digraph of 5 methods, with 7 edges
}

func ExampleText() {
	t, err := rank.Top(testprofile.Example("even-or-odd.iprof"), nil, rank.TopOptions{Metric: convert.Calls, Limit: 2})
	if err != nil {
		log.Fatal(err)
	}
	t.Notes = nil
	if err := render.Text(os.Stdout, t, render.TableOptions{}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// methods by entries, 2 of 5
	// 8 method entries, view machine
	//
	// entries  share  as root  inlined  contexts  method
	//       8   100%        3        5         6  <Total>
	//       2    25%        2        0         1  EvenOrOddLength.main
	//       2    25%        0        2         2  EvenOrOddLength.print
	//       4    50%        1        3         3  <3 more methods>
}

func ExampleCSV() {
	t, err := rank.Branches(testprofile.Example("even-or-odd.iprof"), nil, rank.BranchOptions{})
	if err != nil {
		log.Fatal(err)
	}
	if err := render.CSV(os.Stdout, t); err != nil {
		log.Fatal(err)
	}
	// Output:
	// method,bci,executions,successor,target_bci,index,count,probability
	// EvenOrOddLength.printEvenOrOdd,6,2,0,9,0,1,0.5
	// EvenOrOddLength.printEvenOrOdd,6,2,1,15,1,1,0.5
}

// The README shows the code that the example runs.
func TestReadmeShowsExample(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?ms)^```go\n(.*?)^```$").FindSubmatch(readme)
	if block == nil {
		t.Fatal("the README shows no Go")
	}
	code := "\t" + strings.ReplaceAll(strings.TrimSuffix(string(block[1]), "\n"), "\n", "\n\t")
	if !strings.Contains(string(source), "(w io.Writer, file string) error {\n"+code+"\n}\n") {
		t.Errorf("no function of the example has what the README shows:\n%s", code)
	}
}
