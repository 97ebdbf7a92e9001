package fit

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/javaname"
	"github.com/iprof-viz/iprof-viz/internal/words"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A MethodList holds the methods of a program, by name.
type MethodList struct {
	methods []javaname.Method
	exact   map[javaname.Method]bool
	any     map[[2]string]bool // class and name, of methods listed without parameters
	longest map[[2]string]int  // by class and name, the bytes of the longest parameters of a listed method
	classes map[string]bool
}

// Len returns the number of methods.
func (l *MethodList) Len() int { return len(l.methods) }

// ReadMethods reads a list of methods: the output of native-image-inspect, or text with one method per line, such as
// java.lang.Thread.sleep(long). A line without parameters stands for all methods with that name. Empty lines and lines that begin
// with # are skipped.
func ReadMethods(r io.Reader) (*MethodList, error) {
	b := bufio.NewReader(r)
	l := &MethodList{exact: map[javaname.Method]bool{}, any: map[[2]string]bool{}, longest: map[[2]string]int{}, classes: map[string]bool{}}
	for {
		c, err := b.Peek(1)
		if err != nil || !bytes.ContainsAny(c, " \t\r\n") {
			break
		}
		b.Discard(1)
	}
	var err error
	if c, _ := b.Peek(1); string(c) == "{" {
		err = l.readJSON(b)
	} else {
		err = l.readText(b)
	}
	if err == nil && len(l.methods) == 0 && len(l.any) == 0 {
		err = errors.New("it contains no methods")
	}
	return l, err
}

// readJSON reads the output of native-image-inspect, which has paramTypes instead of parameterTypes in older versions:
//
//	{"methods":[{"declaringClass":"java.lang.Object","name":"equals","parameterTypes":["java.lang.Object"]}],
//	"constructors":[{"declaringClass":"java.lang.Object","parameterTypes":[]}],…}
func (l *MethodList) readJSON(r io.Reader) error {
	type method struct {
		DeclaringClass string
		Name           string
		ParameterTypes []string
		ParamTypes     []string
	}
	var doc struct {
		Classes      []string
		Methods      []method
		Constructors []method
	}
	if err := json.NewDecoder(r).Decode(&doc); err != nil {
		return fmt.Errorf("not an output of native-image-inspect: %w", err)
	}
	for _, c := range doc.Classes {
		l.classes[javaname.Type(c)] = true
	}
	add := func(list string, i int, m method, name string) error {
		if m.DeclaringClass == "" || name == "" || m.ParameterTypes == nil && m.ParamTypes == nil {
			return fmt.Errorf("not an output of native-image-inspect: %s[%d] lacks its declaringClass, name or parameterTypes", list, i)
		}
		params := make([]string, 0, len(m.ParameterTypes))
		for _, t := range append(m.ParameterTypes, m.ParamTypes...) {
			params = append(params, javaname.Type(t))
		}
		l.add(javaname.Method{Class: javaname.Type(m.DeclaringClass), Name: name, Params: strings.Join(params, separator)})
		return nil
	}
	for i, m := range doc.Methods {
		if err := add("methods", i, m, m.Name); err != nil {
			return err
		}
	}
	for i, m := range doc.Constructors {
		if err := add("constructors", i, m, "<init>"); err != nil {
			return err
		}
	}
	return nil
}

// maxLine is the largest length of a line in bytes: a method has at most 255 parameters.
const maxLine = 1 << 20

func (l *MethodList) readText(r io.Reader) error {
	s := bufio.NewScanner(r)
	s.Buffer(nil, maxLine)
	n := 1
	for ; s.Scan(); n++ {
		line := strings.TrimSpace(s.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		name, params, hasParams := line, "", false
		if open := strings.LastIndexByte(line, '('); open >= 0 { // a name may contain parentheses as well: String(AAA)
			name, params, hasParams = line[:open], line[open+1:], true
		}
		dot := strings.LastIndexByte(name, '.')
		if dot <= 0 || dot == len(name)-1 {
			return fmt.Errorf("line %d: %.60q is not CLASS.METHOD or CLASS.METHOD(PARAMETERS)", n, line)
		}
		class, name := name[:dot], name[dot+1:]
		if !hasParams {
			l.any[[2]string{class, name}] = true
			l.classes[class] = true
			continue
		}
		params, closed := strings.CutSuffix(params, ")")
		if !closed {
			return fmt.Errorf("line %d: %.60q does not end with its closing bracket", n, line)
		}
		var types []string
		for t := range strings.SplitSeq(params, ",") {
			if t = strings.TrimSpace(t); t != "" {
				types = append(types, javaname.Type(t))
			}
		}
		l.add(javaname.Method{Class: class, Name: name, Params: strings.Join(types, separator)})
	}
	if errors.Is(s.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("line %d: longer than %s bytes", n, words.Thousands(maxLine))
	}
	return s.Err()
}

func (l *MethodList) add(m javaname.Method) {
	if !l.exact[m] {
		l.exact[m] = true
		name := [2]string{m.Class, m.Name}
		l.longest[name] = max(l.longest[name], len(m.Params))
		l.classes[m.Class] = true
		l.methods = append(l.methods, m)
	}
}

// has reports whether a method of a profile is listed, and returns it if it is listed with its parameters. Lists leave out class
// initializers: every listed class may have one.
func (l *MethodList) has(names *convert.Names, m iprof.Method) (exact javaname.Method, listed bool) {
	name := [2]string{names.Type(m.Declaring), javaname.EscapeHalves(m.Name)}
	listed = l.any[name] || name[1] == "<clinit>" && l.classes[name[0]]
	longest, named := l.longest[name]
	if !named {
		return exact, listed
	}
	// A small profile can have gigabytes of parameters, as its methods share the names of types.
	params := make([]string, len(m.Params))
	length := max(0, len(params)-1) * len(separator)
	for i, t := range m.Params {
		params[i] = names.Type(t)
		if length += len(params[i]); length > longest {
			return exact, listed
		}
	}
	if of := (javaname.Method{Class: name[0], Name: name[1], Params: strings.Join(params, separator)}); l.exact[of] {
		return of, true
	}
	return exact, listed
}

// separator is between parameters.
const separator = ", "

// A ListFit holds the methods of a profile that are missing from a list.
type ListFit struct {
	Metric    convert.Metric // calls, or samples without calls
	Total     int64          // of all methods but native-image's own and the profiler's
	GoneValue int64          // of the methods that are not listed
	Listed    int            // methods in the list
	Rows      []GoneMethod   // by descending value
}

// A GoneMethod is a method with counts that is not listed.
type GoneMethod struct {
	ID        iprof.MethodID
	Name      string // with its parameters
	Value     int64
	Candidate string // its possible new name: a listed method that the profile does not have; "" for none
}

// NewListFit finds the methods with counts that are not listed. Names must be equal, as for native-image. Its own methods and the
// profiler's are left out, as another version of GraalVM has others: otherwise a run that mostly collects garbage would hide that the
// rest of the profile is stale.
func NewListFit(p *iprof.Profile, l *MethodList) *ListFit {
	a := &ListFit{Metric: convert.Calls, Listed: l.Len() + len(l.any)}
	if p.Total(iprof.Calls) == 0 {
		a.Metric = convert.Samples
	}
	names := convert.NewNames(p, convert.NameOptions{})
	judged := func(slot int) bool {
		kind := names.Kind(slot)
		return kind != convert.NativeImage && kind != convert.Profiler
	}
	values := make([]int64, p.MethodSlots())
	tree := a.Metric.Tree(p)
	for node, value := range a.Metric.Records(p) {
		if slot := p.MethodSlot(tree.Node(node).Method); judged(slot) {
			values[slot] += value
			a.Total += value
		}
	}
	known := map[javaname.Method]bool{}
	var gone []int
	for slot, used := range convert.ReferencedMethods(p) {
		m, ok := p.MethodAt(slot)
		if !ok || !used {
			continue
		}
		exact, listed := l.has(names, m)
		known[exact] = true
		if values[slot] > 0 && !listed {
			gone = append(gone, slot)
		}
	}
	keys := make([]javaname.Method, len(gone))
	var text javaname.RepeatedText
	for i, slot := range gone {
		m, _ := p.MethodAt(slot)
		params := make([]string, len(m.Params))
		for k, t := range m.Params {
			params[k] = names.Type(t)
		}
		keys[i] = javaname.Method{Class: names.Type(m.Declaring), Name: javaname.EscapeHalves(m.Name), Params: text.Params(params)}
	}
	search := javaname.NewRenameSearch(keys)
	for _, m := range l.methods {
		if !known[m] {
			search.Offer(m)
		}
	}
	for i, slot := range gone {
		a.GoneValue += values[slot]
		a.Rows = append(a.Rows, GoneMethod{p.MethodIDAt(slot), keys[i].String(), values[slot], search.Best(i)})
	}
	slices.SortFunc(a.Rows, func(x, y GoneMethod) int {
		return cmp.Or(cmp.Compare(y.Value, x.Value), strings.Compare(x.Name, y.Name), cmp.Compare(x.ID, y.ID))
	})
	return a
}

// Share returns the share of the profile's counts in methods that are not listed, from 0 to 1.
func (a *ListFit) Share() float64 {
	if a.Total == 0 {
		return 0
	}
	return float64(a.GoneValue) / float64(a.Total)
}
