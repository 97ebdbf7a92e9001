package code

import (
	"errors"
	"path"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
)

// lines fills in the places of a method in stacks with source lines: those with samples.
func (m *Method) lines(places []Place) {
	m.Places = places
	for i := range places {
		places[i].Line = int(places[i].BCI)
	}
}

// sourceOfFrame finds the source of a method that another tool has recorded. Its class may be missing: then its name implies the file.
func (l *lister) sourceOfFrame(m *Method) error {
	head, _ := l.p.MethodHeadAt(int(m.Slot))
	name, file := javaname.FrameClass(head.Name), javaname.FrameFile(head.Name)
	if file == "" {
		return nil
	}
	m.Class = &classfile.Class{Name: name, SourceFile: path.Base(file)}
	if l.opts.Class != nil {
		class, err := l.opts.Class(name)
		if err == nil {
			m.Class = class
		} else if !errors.Is(err, classpath.ErrNotFound) {
			l.problem(err)
		}
	}
	return l.readSource(m)
}
