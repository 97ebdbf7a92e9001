package testsvg

import (
	"bytes"
	"encoding/xml"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// DOTTexts returns the texts and tooltips of a graph as Graphviz draws them.
func DOTTexts(t *testing.T, dot string) (texts, tooltips []string) {
	t.Helper()
	if _, err := exec.LookPath("dot"); err != nil {
		t.Skip("no Graphviz on this machine")
	}
	cmd := exec.Command("dot", "-Tsvg")
	cmd.Stdin = strings.NewReader(dot)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	svg, err := cmd.Output()
	if err != nil || complaints.Len() > 0 {
		t.Fatalf("dot: %v\n%s\n%s", err, complaints.String(), dot)
	}
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return texts, tooltips
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range start.Attr {
			if start.Name.Local == "a" && a.Name.Local == "title" {
				tooltips = append(tooltips, a.Value)
			}
		}
		if start.Name.Local == "text" {
			var text string
			if err := d.DecodeElement(&text, &start); err != nil {
				t.Fatal(err)
			}
			texts = append(texts, text)
		}
	}
}
