package speedscope

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/iprof-viz/iprof-viz/convert/stacks"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
)

// profile writes a tree, given the numbers of its frames. Samples and weights are two lists of the same length, so the tree is walked
// twice rather than kept as text.
func (f *file) profile(t *stacks.Tree, numbers []int32) {
	total := int64(0)
	for _, n := range t.Nodes[1:] {
		total += n.Self
	}
	f.text("\n", `{"type":"sampled","name":`, quoted(t.Values()), `,"unit":"none","startValue":0,"endValue":`, strconv.FormatInt(total, 10), `,"samples":[`)
	var path []int32 // the nodes from a child of the root on
	first := true
	for i, n := range t.Nodes {
		if i == 0 || n.Self == 0 {
			continue
		}
		path = path[:0]
		for at := int32(i); at > 0; at = t.Nodes[at].Parent {
			path = append(path, at)
		}
		f.separate(&first)
		f.line = append(f.line[:0], '[')
		for k := len(path) - 1; k >= 0; k-- {
			f.line = strconv.AppendInt(f.line, int64(numbers[t.Nodes[path[k]].Frame]), 10)
			if k > 0 {
				f.line = append(f.line, ',')
			}
		}
		f.out.Write(append(f.line, ']'))
	}
	f.text("\n", `],"weights":[`)
	first = true
	for i, n := range t.Nodes {
		if i > 0 && n.Self > 0 {
			f.separate(&first)
			f.line = strconv.AppendInt(f.line[:0], n.Self, 10)
			f.out.Write(f.line)
		}
	}
	f.text("\n]}")
}

// separate begins an item of a list on a line of its own.
func (f *file) separate(first *bool) {
	if !*first {
		f.text(",")
	}
	*first = false
	f.text("\n")
}

// quoted returns a text in JSON. Halves of surrogate pairs, which JSON could hold but UTF-8 cannot, are escaped as text.
func quoted(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(javaname.EscapeHalves(s)); err != nil {
		return `""` // no text fails
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
