// Package testpage reads the data of pages for tests, independently of the program that writes them and of the script that shows
// them: it takes the shapes of records from the script, templates/page/profile/records.ts.
package testpage

import (
	"bytes"
	"compress/flate"
	"encoding/ascii85"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Decoder reads the text of packed data: that of ascii85 with other digits, and without its abbreviation for zeros.
func Decoder(r io.Reader) io.Reader { return ascii85.NewDecoder(digits{r}) }

type digits struct{ io.Reader }

func (d digits) Read(p []byte) (int, error) {
	n, err := d.Reader.Read(p)
	for i, c := range p[:n] {
		if c == '}' {
			c = '<'
		}
		p[i] = c - '(' + '!'
	}
	return n, err
}

// Parts returns the parts of a page by name, whose data are deflated bytes in base 85, according to their index.
func Parts(page []byte) (map[string][]byte, error) {
	_, data, _ := bytes.Cut(page, []byte("id=\"data\">\n"))
	data, _, found := bytes.Cut(data, []byte("</script>"))
	if !found {
		return nil, errors.New("no data")
	}
	data, err := io.ReadAll(flate.NewReader(Decoder(bytes.NewReader(data))))
	if err != nil {
		return nil, err
	}
	length, n := binary.Uvarint(data)
	var index struct {
		Parts []struct {
			Name   string
			Length int
		}
	}
	data = data[n:]
	if err := json.Unmarshal(data[:length], &index); err != nil {
		return nil, err
	}
	data = data[length:]
	parts := map[string][]byte{}
	for _, part := range index.Parts {
		if part.Length < 0 {
			part.Length = len(data)
		}
		parts[part.Name] = data[:part.Length]
		data = data[part.Length:]
	}
	if len(data) > 0 {
		return nil, fmt.Errorf("%d bytes are in no part", len(data))
	}
	return parts, nil
}

// Records reads all parts of a page that are records, by name: objects are maps, numbers float64. An absent field has no key.
func Records(parts map[string][]byte) (map[string]map[string]any, error) {
	shapes, err := readShapes()
	if err != nil {
		return nil, err
	}
	r := &reader{shapes: shapes, data: parts["strings"]}
	if len(r.data) > 0 {
		r.strings = r.texts(r.number())
	}
	all := map[string]map[string]any{}
	for _, first := range []bool{true, false} { // the others have ids of the methods
		for _, f := range shapes["Parts"] {
			data, has := parts[f.name]
			if !has || (f.name == "methods") != first {
				continue
			}
			r.data = data
			all[f.name] = r.records(f.kind, 1, &scope{owner: []int{0}, first: []int{0}})[0]
			if len(r.data) > 0 {
				return nil, fmt.Errorf("%s has %d bytes too many", f.name, len(r.data))
			}
			if first {
				for _, m := range all[f.name]["methods"].([]any) {
					m := m.(map[string]any)
					r.methods = append(r.methods, method{m["id"].(float64), m["name"].(string)})
				}
			}
		}
	}
	return all, nil
}

// A field of a shape, with a kind or a rule.
type field struct {
	name, how, kind string
}

var (
	shapeLine = regexp.MustCompile(`^\t"?([\w<>]+)"?: (".*"),$`)
	fieldText = regexp.MustCompile(`^([\w.]+)([:?=])(.+)$`)
)

// readShapes reads the table at the end of the generated module.
func readShapes() (map[string][]field, error) {
	root, err := testprofile.FindRoot()
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(root, "templates/page/profile/records.ts"))
	if err != nil {
		return nil, err
	}
	_, table, _ := strings.Cut(string(text), "export const shapes")
	shapes := map[string][]field{}
	for line := range strings.Lines(table) {
		match := shapeLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if match == nil {
			continue
		}
		fields, err := strconv.Unquote(match[2])
		if err != nil {
			return nil, err
		}
		for _, text := range strings.Fields(fields) {
			f := fieldText.FindStringSubmatch(text)
			if f == nil {
				return nil, fmt.Errorf("%s has a field %q", match[1], text)
			}
			shapes[match[1]] = append(shapes[match[1]], field{f[1], f[2], f[3]})
		}
	}
	return shapes, nil
}
