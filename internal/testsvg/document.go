// Package testsvg reads SVG and HTML written by the program, with independent readers, for tests.
package testsvg

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"
)

// ReadDocument checks a document, and returns its text.
func ReadDocument(t *testing.T, document string) string {
	t.Helper()
	style := document[strings.Index(document, "<style>")+len("<style>") : strings.Index(document, "</style>")]
	digest := sha256.Sum256([]byte(style))
	policy := fmt.Sprintf("default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; form-action 'none'", base64.StdEncoding.EncodeToString(digest[:]))
	d := xml.NewDecoder(strings.NewReader(document))
	var text strings.Builder
	var open []string
	ids, links, hasPolicy := map[string]bool{}, map[string]bool{}, false
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch x := token.(type) {
		case xml.StartElement:
			open = append(open, x.Name.Local)
			if strings.Contains(" script link img iframe object embed base form ", " "+x.Name.Local+" ") {
				t.Errorf("<%s>", x.Name.Local)
			}
			for _, a := range x.Attr {
				switch name := a.Name.Local; {
				case name == "id" && ids[a.Value]:
					t.Errorf("two elements are #%s", a.Value)
				case name == "id":
					ids[a.Value] = true
				case name == "href" && strings.HasPrefix(a.Value, "#"):
					links[a.Value[1:]] = true
				case name == "href", name == "style", name == "src", strings.HasPrefix(name, "on"):
					t.Errorf("%s=%q", name, a.Value)
				case name == "content" && a.Value == policy:
					hasPolicy = true
				}
			}
		case xml.EndElement:
			if len(open) == 0 || open[len(open)-1] != x.Name.Local {
				t.Fatalf("</%s> closes %v", x.Name.Local, open)
			}
			open = open[:len(open)-1]
		case xml.CharData:
			text.Write(x)
		case xml.Comment:
			t.Errorf("comment %s", x)
		}
	}
	if len(open) > 0 || !hasPolicy {
		t.Errorf("open: %v; policy: %v", open, hasPolicy)
	}
	for link := range links {
		if !ids[link] {
			t.Errorf("#%s is nowhere", link)
		}
	}
	return text.String()
}
