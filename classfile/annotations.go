package classfile

import "strings"

// maxAnnotationDepth is the depth of annotations and arrays within an annotation. Compilers write two or three.
const maxAnnotationDepth = 100

// Annotations returns the names of the annotations of the method that are in the class file, visible at run time or not
// (JVMS 4.7.16, 4.7.17): java.lang.Deprecated, in the order of the file. Those of a damaged attribute are left out.
func (m *Method) Annotations() []string {
	if m.class == nil {
		return nil
	}
	p := m.class.constants
	var names []string
	attributes(&cursor{data: p.data, at: m.attributes, end: len(p.data)}, p, func(name string, part *cursor) {
		if name != "RuntimeVisibleAnnotations" && name != "RuntimeInvisibleAnnotations" {
			return
		}
		before := len(names)
		for range part.count(4, "annotations") {
			if names = append(names, p.annotation(part, 0)); part.err != nil {
				break
			}
		}
		if part.err != nil || part.left() > 0 {
			names, part.err = names[:before], nil
		}
	})
	return names
}

// annotation reads an annotation and returns its name.
func (p *constants) annotation(c *cursor, depth int) string {
	at := c.at
	i := c.u2()
	if c.err != nil {
		return ""
	}
	name := ""
	if p.tag(i) == tagUtf8 {
		name = strings.ReplaceAll(p.text(i), "/", ".")
	}
	if len(name) < 3 || !strings.HasPrefix(name, "L") || !strings.HasSuffix(name, ";") || depth > maxAnnotationDepth {
		c.fail(at, "constant %d is not the type of an annotation", i)
		return ""
	}
	for range c.count(3, "elements of an annotation") {
		c.skip(2) // the name of the element
		p.skipElement(c, depth+1)
		if c.err != nil {
			return ""
		}
	}
	return name[1 : len(name)-1]
}

// skipElement skips the value of an element (JVMS 4.7.16.1).
func (p *constants) skipElement(c *cursor, depth int) {
	at := c.at
	switch t := c.u1(); t {
	case 'B', 'C', 'D', 'F', 'I', 'J', 'S', 'Z', 's', 'c':
		c.skip(2)
	case 'e':
		c.skip(4)
	case '@':
		p.annotation(c, depth)
	case '[':
		if depth > maxAnnotationDepth {
			c.fail(at, "%w: arrays within each other", ErrLimit)
		}
		for range c.count(1, "elements of an array") {
			if p.skipElement(c, depth+1); c.err != nil {
				return
			}
		}
	default:
		c.fail(at, "an element of the unknown kind %d", t)
	}
}
