package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// runTimes runs the program, which works through a text so many times.
func runTimes(class *classfile.Class, text string, times int) (*machine, error) {
	m := &machine{class: class, code: map[*classfile.Method]*classfile.Code{}, text: text, entries: map[string]int64{}, outcomes: map[site]int64{}}
	main, ok := class.Method("main", []string{"[Ljava.lang.String;"}, "void")
	if !ok {
		return nil, fmt.Errorf("%s has no main", class.Name)
	}
	_, err := m.call(main, []any{[]any{"text", strconv.Itoa(times)}}, "")
	return m, err
}

// count returns the counts of a run of many times. From the second time on, when no word is new, every time has the same counts, so
// two and three times say how many a thousand have.
func count(class *classfile.Class, text string, times int) (*machine, error) {
	two, err1 := runTimes(class, text, 2)
	three, err2 := runTimes(class, text, 3)
	if err := cmp.Or(err1, err2); err != nil {
		return nil, err
	}
	return &machine{class: class, entries: extrapolate(two.entries, three.entries, times), outcomes: extrapolate(two.outcomes, three.outcomes, times)}, nil
}

// extrapolate returns the counts of so many times, from those of two and of three.
func extrapolate[K comparable](two, three map[K]int64, times int) map[K]int64 {
	all := map[K]int64{}
	for k, n := range three {
		all[k] = two[k] + int64(times-2)*(n-two[k])
	}
	return all
}

// A writer makes an iprof, whose ids it gives out as names come.
type writer struct {
	*iprof.Builder
	class   *classfile.Class
	types   map[string]iprof.TypeID
	methods map[string]iprof.MethodID
}

func newWriter(class *classfile.Class) *writer {
	return &writer{iprof.NewBuilder(iprof.Version{Major: 1}), class, map[string]iprof.TypeID{}, map[string]iprof.MethodID{}}
}

func (w *writer) typeID(name string) iprof.TypeID {
	id, ok := w.types[name]
	if !ok {
		id = iprof.TypeID(len(w.types))
		w.types[name] = id
		w.AddType(iprof.Type{ID: id, Name: name})
	}
	return id
}

func (w *writer) methodID(class, name, descriptor string) (iprof.MethodID, error) {
	key := class + "." + name + descriptor
	if id, ok := w.methods[key]; ok {
		return id, nil
	}
	params, ret, err := classfile.Types(descriptor)
	if err != nil {
		return 0, err
	}
	m := iprof.Method{ID: iprof.MethodID(len(w.methods) + 1), Name: name, Declaring: w.typeID(class), Return: w.typeID(ret)}
	for _, p := range params {
		m.Params = append(m.Params, w.typeID(p))
	}
	w.methods[key] = m.ID
	w.AddMethod(m)
	return m.ID, nil
}

// context returns the node of a context such as isLetter < addText:17.
func (w *writer) context(s string) (iprof.NodeID, error) {
	var c iprof.Context
	for frame := range strings.SplitSeq(s, " < ") {
		name, bci, _ := strings.Cut(frame, ":")
		i := slices.IndexFunc(w.class.Methods, func(m classfile.Method) bool { return m.Name == name })
		id, err := w.methodID(w.class.Name, name, w.class.Methods[i].Descriptor)
		if err != nil {
			return 0, err
		}
		n, _ := strconv.Atoi(bci) // the innermost frame has none
		c = append(c, iprof.Frame{Method: id, BCI: iprof.BCI(n)})
	}
	return w.Contexts().Add(c), nil
}

// addCounts adds the counts of a run.
func (w *writer) addCounts(m *machine) error {
	for _, s := range slices.Sorted(maps.Keys(m.entries)) {
		node, err := w.context(s)
		if err == nil {
			err = w.AddCount(iprof.Calls, iprof.Count{Node: node, Value: m.entries[s]})
		}
		if err != nil {
			return err
		}
	}
	byPlace := func(a, b site) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) }
	for _, s := range slices.SortedFunc(maps.Keys(m.outcomes), byPlace) {
		fell := site{s.context, s.method, s.bci, false}
		if _, both := m.outcomes[fell]; both && s.jumped {
			continue // with the other outcome
		}
		i := slices.IndexFunc(w.class.Methods, func(m classfile.Method) bool { return m.Name == s.method })
		code, err := w.class.Methods[i].Code()
		if err != nil {
			return err
		}
		node, err := w.context(s.method + s.context)
		if err != nil {
			return err
		}
		in, _ := code.At(s.bci)
		to := in.Successors()
		jumped := site{s.context, s.method, s.bci, true}
		err = w.AddConditional(node, iprof.BCI(s.bci), []iprof.Successor{
			{Target: iprof.BCI(to[1].BCI), Index: 0, Count: m.outcomes[jumped]},
			{Target: iprof.BCI(to[0].BCI), Index: 1, Count: m.outcomes[fell]},
		})
		if err != nil {
			return err
		}
	}
	return nil
}
