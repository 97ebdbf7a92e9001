package flame_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/iprof"
	"github.com/iprof-viz/iprof-viz/render/flame"
)

// drawCalls is the code in docs/questions.md.
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
	return flame.SVG(w, tree, flame.Options{Title: "Where the calls go"})
}

func ExampleSVG() {
	var picture bytes.Buffer
	if err := drawCalls(&picture, "../../testdata/even-or-odd.iprof"); err != nil {
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
	// Width: method entries of a frame, inclusive.
	// Calls are not time.
	// Inlining is shown as in the instrumented image, not the optimized one.
}
