package optlog

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"
)

// maxDepth limits how deep inlining trees and other values nest.
const maxDepth = 10_000

// A parser parses lines. It makes each distinct text once.
type parser struct {
	line  []byte
	at    int
	texts map[string]string
	nodes []Node // of the unit
	left  int64  // nodes that may still be made, in all lines
}

// A problem is an error at a place of a line.
type problem struct {
	at   int
	text string
}

func (p problem) Error() string { return p.text }

func (p *parser) fail(text string) error { return problem{p.at, text} }

// unit parses a line. It returns no nodes for a line without an inlining tree.
func (p *parser) unit(line []byte) (Unit, error) {
	p.line, p.at, p.nodes = line, 0, nil
	var u Unit
	name, trees := "", 0
	err := p.object(func(key []byte) error {
		var err error
		switch string(key) {
		case "methodName":
			name, err = p.text()
		case "compilationId":
			u.ID, err = p.id()
		case "inliningTree":
			if trees++; trees > 1 {
				return p.fail("a second inliningTree")
			}
			if p.peek() == 'n' { // nothing was recorded
				return p.skip()
			}
			err = p.node(-1, 0)
		default:
			err = p.skip()
		}
		return err
	})
	if err != nil {
		return u, err
	}
	if p.space(); p.at < len(p.line) {
		return u, p.fail("text after the compilation")
	}
	if name == "" && trees == 0 {
		p.at = 0
		return u, p.fail("not a compilation: neither methodName nor inliningTree")
	}
	if len(p.nodes) == 0 { // only the method is known
		p.nodes = append(p.nodes, Node{Method: name, Parent: -1, BCI: -1, Inlined: true})
	}
	root := &p.nodes[0]
	root.Inlined, root.Indirect, root.Alive = true, false, false
	root.Method = cmp.Or(root.Method, name)
	raiseBranches(p.nodes)
	u.Nodes = trimmed(p.nodes)
	return u, nil
}

// raiseBranches moves the branches of type switches, which logs have below the indirect call, to the caller: they are its calls.
func raiseBranches(nodes []Node) {
	for i := range nodes {
		if parent := nodes[i].Parent; parent > 0 && nodes[parent].Indirect && !nodes[parent].Inlined {
			nodes[i].Parent = nodes[parent].Parent
		}
	}
}

// trimmed returns a copy without room for more.
func trimmed(nodes []Node) []Node { return append(make([]Node, 0, len(nodes)), nodes...) }

// node parses a node and those below it.
func (p *parser) node(parent int32, depth int) error {
	if depth > maxDepth {
		return p.fail("calls nest too deep")
	}
	if p.left--; p.left < 0 {
		return ErrTooLarge
	}
	i := len(p.nodes)
	p.nodes = append(p.nodes, Node{Parent: parent, BCI: -1})
	return p.object(func(key []byte) error {
		var err error
		switch string(key) {
		case "methodName":
			p.nodes[i].Method, err = p.text()
		case "callsiteBci":
			p.nodes[i].BCI, err = p.int()
		case "inlined":
			p.nodes[i].Inlined, err = p.bool()
		case "indirect":
			p.nodes[i].Indirect, err = p.bool()
		case "alive":
			p.nodes[i].Alive, err = p.bool()
		case "reason":
			p.nodes[i].Reason, p.nodes[i].Reasons, err = p.reason()
		case "receiverTypeProfile":
			p.nodes[i].Types, err = p.types()
		case "invokes":
			err = p.array(func() error {
				p.nodes[i].Branches = true
				return p.node(int32(i), depth+1)
			})
		default:
			err = p.skip()
		}
		return err
	})
}

// reason returns the last reason, the one that decided, and how many there are.
func (p *parser) reason() (last string, n int32, err error) {
	if p.peek() == '"' { // of older logs
		last, err = p.text()
		return last, 1, err
	}
	err = p.array(func() error {
		var err error
		last, err = p.text()
		n++
		return err
	})
	return last, n, err
}

func (p *parser) types() ([]TypeShare, error) {
	var all []TypeShare
	if p.peek() == 'n' {
		return nil, p.skip()
	}
	err := p.object(func(key []byte) error {
		if string(key) != "profiledTypes" {
			return p.skip()
		}
		return p.array(func() error {
			var t TypeShare
			err := p.object(func(key []byte) error {
				var err error
				switch string(key) {
				case "typeName":
					t.Type, err = p.text()
				case "probability":
					t.Probability, err = p.float()
				default:
					err = p.skip()
				}
				return err
			})
			all = append(all, t)
			return err
		})
	})
	return all, err
}

// space skips white space.
func (p *parser) space() {
	for p.at < len(p.line) {
		switch p.line[p.at] {
		case ' ', '\t', '\r', '\n':
			p.at++
		default:
			return
		}
	}
}

// peek returns the next byte that is no white space; 0 at the end.
func (p *parser) peek() byte {
	if p.space(); p.at < len(p.line) {
		return p.line[p.at]
	}
	return 0
}

// expect reads a byte.
func (p *parser) expect(c byte) error {
	if p.peek() != c {
		if p.at >= len(p.line) {
			return p.fail("the line ends within a value: it may be cut off")
		}
		return p.fail("expected " + strconv.QuoteRune(rune(c)))
	}
	p.at++
	return nil
}

// object parses an object; value parses the value of a key.
func (p *parser) object(value func(key []byte) error) error {
	if err := p.expect('{'); err != nil {
		return err
	}
	if p.peek() == '}' {
		p.at++
		return nil
	}
	for {
		if p.peek() != '"' {
			return p.expect('"')
		}
		key, err := p.raw()
		if err != nil {
			return err
		}
		if err := p.expect(':'); err != nil {
			return err
		}
		if err := value(key); err != nil {
			return err
		}
		if p.peek() == ',' {
			p.at++
			continue
		}
		return p.expect('}')
	}
}

// array parses an array, or null as an empty one.
func (p *parser) array(element func() error) error {
	if p.peek() == 'n' {
		return p.skip()
	}
	if err := p.expect('['); err != nil {
		return err
	}
	if p.peek() == ']' {
		p.at++
		return nil
	}
	for {
		if err := element(); err != nil {
			return err
		}
		if p.peek() == ',' {
			p.at++
			continue
		}
		return p.expect(']')
	}
}

// raw reads a string as it is between its quotes.
func (p *parser) raw() ([]byte, error) {
	if err := p.expect('"'); err != nil {
		return nil, err
	}
	start := p.at
	for {
		i := bytes.IndexByte(p.line[p.at:], '"')
		if i < 0 {
			p.at = len(p.line)
			return nil, p.fail("the line ends within a text: it may be cut off")
		}
		p.at += i + 1
		escapes := 0
		for end := p.at - 2; end >= start && p.line[end] == '\\'; end-- {
			escapes++
		}
		if escapes%2 == 0 {
			return p.line[start : p.at-1], nil
		}
	}
}

// text reads a string, or null as an empty one.
func (p *parser) text() (string, error) {
	switch p.peek() {
	case 'n':
		return "", p.skip()
	case '"':
	default:
		return "", p.expect('"')
	}
	start := p.at
	raw, err := p.raw()
	if err != nil {
		return "", err
	}
	if bytes.IndexByte(raw, '\\') >= 0 {
		var s string
		if err := json.Unmarshal(p.line[start:p.at], &s); err != nil {
			p.at = start
			return "", p.fail("not a text: " + err.Error())
		}
		return p.once([]byte(s)), nil
	}
	return p.once(raw), nil
}

// once returns a text that is shared with equal ones.
func (p *parser) once(raw []byte) string {
	if s, ok := p.texts[string(raw)]; ok {
		return s
	}
	s := string(bytes.ToValidUTF8(raw, []byte("\uFFFD")))
	p.texts[string(raw)] = s
	return s
}

// id reads an identifier: a text or a number.
func (p *parser) id() (string, error) {
	if p.peek() == '"' || p.peek() == 'n' {
		return p.text()
	}
	word, err := p.word()
	return string(word), err
}

// word reads a number, true, false or null.
func (p *parser) word() ([]byte, error) {
	p.space()
	start := p.at
	for p.at < len(p.line) {
		switch c := p.line[p.at]; {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '-', c == '+', c == '.':
			p.at++
			continue
		}
		break
	}
	if p.at == start {
		if start >= len(p.line) {
			return nil, p.fail("the line ends within a value: it may be cut off")
		}
		return nil, p.fail("expected a value")
	}
	return p.line[start:p.at], nil
}

// notA is the error for an unexpected word.
func (p *parser) notA(word []byte, expected string) error {
	p.at -= len(word)
	return p.fail("expected " + expected)
}

func (p *parser) bool() (bool, error) {
	word, err := p.word()
	switch string(word) {
	case "true":
		return true, err
	case "false", "null":
		return false, err
	}
	if err == nil {
		err = p.notA(word, "true or false")
	}
	return false, err
}

func (p *parser) int() (int32, error) {
	word, err := p.word()
	if err != nil {
		return -1, err
	}
	n, err := strconv.ParseInt(string(word), 10, 32)
	if err != nil {
		return -1, p.notA(word, "a bytecode index")
	}
	return int32(n), nil
}

func (p *parser) float() (float64, error) {
	word, err := p.word()
	if err != nil {
		return 0, err
	}
	x, err := strconv.ParseFloat(string(word), 64)
	if err != nil {
		return 0, p.notA(word, "a number")
	}
	return x, nil
}

// skip skips a value without looking into it: most of a log.
func (p *parser) skip() error {
	switch p.peek() {
	case '"':
		_, err := p.raw()
		return err
	case '{', '[':
	default:
		_, err := p.word()
		return err
	}
	depth := 0
	for p.at < len(p.line) {
		switch p.line[p.at] {
		case '"':
			if _, err := p.raw(); err != nil {
				return err
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if p.at++; depth == 0 {
			return nil
		}
	}
	return p.fail("the line ends within a value: it may be cut off")
}
