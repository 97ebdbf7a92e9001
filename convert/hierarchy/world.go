package hierarchy

import (
	"iter"

	"github.com/iprof-viz/iprof-viz/classfile"
)

// A world is all classes given, with their direct subtypes. Those that are damaged or lack a supertype cannot be loaded as they are given,
// but a program that has more classes can have more subtypes by way of them.
type world struct {
	damaged  bool             // a class file cannot be read
	ids      map[string]int32 // of types, given or only named as a supertype
	types    []worldType
	subtypes []int32 // of all types, see worldType
	edges    []edge  // before they are sorted into subtypes
	size     int64   // bytes, about
	search   int64   // the last one for subtypes
}

type worldType struct {
	name   string
	given  bool
	known  bool  // it was not given, but found as a supertype
	class  bool  // given, and neither abstract nor an interface
	from   int32 // the first of its subtypes in world.subtypes; those of the next type follow them
	search int64 // the last one that found it
}

// readWorld reads the headers of all classes, if that was not done ahead, and finds the supertypes that are not among them.
func (c *Classes) readWorld() (*world, error) {
	w, err := c.takeRead()
	if w == nil && err == nil {
		w, err = readGiven(c.given())
	}
	if err != nil {
		return nil, err
	}
	for id := 0; id < len(w.types); id++ { // adding one may name more
		if name := w.types[id].name; !w.types[id].given {
			if k, err := c.Class(name); err == nil {
				w.add(classfile.Header{Name: name, Super: k.Super, Interfaces: k.Interfaces, Flags: k.Flags})
				w.types[id].known = true
			}
		}
		if w.size > maxKept {
			return nil, &Error{Problem: TooLarge, Name: w.types[id].name}
		}
	}
	w.link()
	return w, nil
}

// readGiven reads the headers of all classes. Supertypes that are not among them are still to be found.
func readGiven(given iter.Seq2[classfile.Header, error]) (*world, error) {
	w := &world{ids: map[string]int32{}}
	for h, err := range given {
		if err != nil {
			w.damaged = true
			continue
		}
		w.add(h)
		if w.size > maxKept {
			return nil, &Error{Problem: TooLarge, Name: h.Name}
		}
	}
	return w, nil
}

// add adds a class, unless there is one of its name.
func (w *world) add(h classfile.Header) {
	id := w.id(h.Name)
	if w.types[id].given {
		return
	}
	w.types[id].given = true
	w.types[id].class = h.Flags&(classfile.AccInterface|classfile.AccAbstract) == 0
	if h.Super != "" && h.Flags&classfile.AccInterface == 0 {
		w.edges = append(w.edges, edge{w.id(h.Super), id})
	}
	for _, i := range h.Interfaces {
		w.edges = append(w.edges, edge{w.id(i), id})
	}
	w.size += int64(len(h.Interfaces)) * edgeSize
}

// has reports whether a type is one of the classes given, rather than found: only then are its subtypes given, too.
func (w *world) has(name string) bool {
	id, ok := w.ids[name]
	return ok && w.types[id].given && !w.types[id].known
}

// An edge is a type that another one names as its supertype.
type edge struct{ super, sub int32 }

// id returns the number of a type.
func (w *world) id(name string) int32 {
	id, ok := w.ids[name]
	if !ok {
		id = int32(len(w.types))
		w.ids[name] = id
		w.types = append(w.types, worldType{name: name})
		w.size += worldTypeSize + int64(len(name))
	}
	return id
}

// link sorts the edges by supertype, in the order in which the subtypes were given.
func (w *world) link() {
	edges := w.edges
	w.edges = nil
	for _, e := range edges {
		w.types[e.super].from++
	}
	end := int32(0)
	for i := range w.types {
		end += w.types[i].from
		w.types[i].from = end
	}
	w.subtypes = make([]int32, len(edges))
	for i := len(edges) - 1; i >= 0; i-- {
		from := &w.types[edges[i].super].from
		*from--
		w.subtypes[*from] = edges[i].sub
	}
}

// direct returns the direct subtypes of a type.
func (w *world) direct(id int32) []int32 {
	end := int32(len(w.subtypes))
	if int(id)+1 < len(w.types) {
		end = w.types[id+1].from
	}
	return w.subtypes[w.types[id].from:end]
}

// below yields a type and its subtypes, those near it first, and whether they are classes that can have objects.
func (w *world) below(name string) iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		root, ok := w.ids[name]
		if !ok {
			return
		}
		if t := &w.types[root]; !yield(t.name, t.class) {
			return
		}
		w.search++
		w.types[root].search = w.search
		for queue := []int32{root}; len(queue) > 0; queue = queue[1:] {
			for _, sub := range w.direct(queue[0]) {
				t := &w.types[sub]
				if t.search == w.search {
					continue
				}
				if t.search = w.search; !yield(t.name, t.class) {
					return
				}
				queue = append(queue, sub)
			}
		}
	}
}
