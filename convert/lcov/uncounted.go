package lcov

import (
	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
)

// addUncounted adds the application's methods of a class that have no counts: those that did not run, with zeros, and the places of those
// that may have, which keep others from being zeros of the same line. Mentioned methods are in contexts or on stacks of the profile, or
// have the name of one that is, whose signature the class does not have any more.
func (c *coverer) addUncounted(class *classfile.Class, path string, mentioned func(*classfile.Method) bool) {
	if path == "" || convert.KindOf(class.Name) != convert.Application {
		return
	}
	for i := range class.Methods {
		m := &class.Methods[i]
		if !m.HasCode() || c.hasCounts[m] || !c.isApplication(class.Name+"."+m.Name) {
			continue
		}
		body, err := m.Code()
		if err != nil {
			c.problem(err)
			continue
		}
		f := c.file(path)
		if mentioned(m) || m.Name == "<clinit>" || code.MayBeInlinedEarly(body) {
			c.Unknown++
			f.addPlaces(body, code.Execution{})
			continue
		}
		f.addPlaces(body, code.Execution{Bound: code.Exact})
		f.addBranches(body, nil, code.Outcomes(body, nil))
		if line := body.Line(0); line > 0 {
			f.functions = append(f.functions, namedFunction{Function{line, c.nameOf(m), 0}, c.text.Cut(class.Name) + "." + c.text.Cut(m.Name) + c.text.Cut(m.Descriptor)})
		}
	}
}

func (c *coverer) isApplication(method string) bool {
	application := c.names.Options.Application
	return application == nil || application.MatchString(method)
}

// nameOf names a method that the profile may not list, in the style of the others.
func (c *coverer) nameOf(m *classfile.Method) string {
	name := c.text.Cut(m.Class().Name)
	if c.names.Options.Style == convert.ShortNames {
		name = javaname.WithoutPackage(name)
	}
	name += "." + c.text.Cut(m.Name)
	if c.names.Options.Style == convert.SignatureNames && len(m.Descriptor) <= 8192 { // those of real methods are shorter
		params, _ := m.Types()
		name += "(" + c.text.Params(params) + ")"
	}
	if c.names.Options.Normalize {
		name = javaname.Normalize(name)
	}
	return javaname.EscapeHalves(name)
}

// addPlaces adds the lines of a method, each with the same execution.
func (f *file) addPlaces(body *classfile.Code, e code.Execution) {
	last := 0
	for _, in := range body.Instructions {
		if line := body.Line(in.BCI); line > 0 && line != last {
			last = line
			f.places = append(f.places, code.Place{Line: line, Execution: e})
		}
	}
}
