// Package testexport reads the files that this program writes for others, for tests: independently of the code that writes them, and
// strictly.
package testexport

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Callgrind is a file in the format of Callgrind.
type Callgrind struct {
	Events []string
	Desc   []string
	Totals []int64

	Self      map[string][]int64 // by function, then by event
	Lines     map[Line][]int64   // self costs
	Inclusive map[string][]int64 // the sum of the calls to a function
	Calls     []Call
	Jumps     []Jump
	Files     map[string]string // by function
	Objects   map[string]string // by function
}

// A Line is one of a function.
type Line struct {
	Function string
	Number   int
}

// A Call is one of a function by another, at a line.
type Call struct {
	From   Line
	To     string
	First  int // line
	Count  int64
	Costs  []int64
	Object string
}

// A Jump is a successor of a conditional.
type Jump struct {
	From            Line
	Taken, Executed int64
	To              int
}

var (
	compressed = regexp.MustCompile(`^\(([1-9][0-9]*)\)(?: (\S.*))?$`)
	costLine   = regexp.MustCompile(`^[0-9]+(?: [0-9]+)+$`)
	callsLine  = regexp.MustCompile(`^calls=([1-9][0-9]*) ([0-9]+)$`)
	jumpLine   = regexp.MustCompile(`^jcnd=([0-9]+)/([1-9][0-9]*) ([0-9]+)$`)
)

// A reader is in the middle of a file.
type callgrindReader struct {
	*Callgrind
	names   map[string]string // by kind and number
	current map[string]string // by key: the name of the last line with it
	line    []string          // those that are left
}

// ReadCallgrind reads a file. It fails on anything that the format does not have, or that this program does not write: relative
// positions, functions without a file, names used before they are defined, costs that do not add up.
func ReadCallgrind(text string) (*Callgrind, error) {
	if !strings.HasPrefix(text, "# callgrind format\nversion: 1\ncreator: iprof-viz\n") || !strings.HasSuffix(text, "\n") {
		return nil, fmt.Errorf("begins %.60q", text)
	}
	r := &callgrindReader{
		Callgrind: &Callgrind{
			Self: map[string][]int64{}, Lines: map[Line][]int64{}, Inclusive: map[string][]int64{}, Files: map[string]string{}, Objects: map[string]string{},
		},
		names: map[string]string{}, current: map[string]string{}, line: strings.Split(strings.TrimSuffix(text, "\n"), "\n")[3:],
	}
	if err := r.header(); err != nil {
		return nil, err
	}
	summary, err := r.costs(strings.TrimPrefix(r.next(), "summary:"))
	if err != nil {
		return nil, err
	}
	for len(r.line) > 1 {
		if err := r.body(r.next()); err != nil {
			return nil, err
		}
	}
	if r.Totals, err = r.costs(strings.TrimPrefix(r.next(), "totals:")); err != nil {
		return nil, err
	}
	sum := make([]int64, len(r.Events))
	for _, costs := range r.Self {
		add(sum, costs)
	}
	if !slices.Equal(r.Totals, summary) || !slices.Equal(sum, summary) {
		return nil, fmt.Errorf("summary %d, totals %d, self costs %d", summary, r.Totals, sum)
	}
	return r.Callgrind, nil
}

func add(to, costs []int64) {
	for i, n := range costs {
		to[i] += n
	}
}

func (r *callgrindReader) next() string {
	if len(r.line) == 0 {
		return ""
	}
	line := r.line[0]
	r.line = r.line[1:]
	return line
}

func (r *callgrindReader) header() error {
	var described []string
	for {
		line := r.next()
		key, value, ok := strings.Cut(line, ": ")
		switch {
		case ok && key == "desc":
			r.Desc = append(r.Desc, value)
		case line == "positions: line":
		case ok && key == "event":
			name, long, ok := strings.Cut(value, " : ")
			if !ok || long == "" {
				return fmt.Errorf("header %q", line)
			}
			described = append(described, name)
		case ok && key == "events":
			if r.Events = strings.Split(value, " "); !slices.Equal(r.Events, described) {
				return fmt.Errorf("events %q, described are %q", r.Events, described)
			}
			return nil
		default:
			return fmt.Errorf("header %q", line)
		}
	}
}

// costs reads numbers, each after a space.
func (r *callgrindReader) costs(text string) ([]int64, error) {
	fields := strings.Split(text, " ")
	if len(fields) != len(r.Events)+1 || fields[0] != "" {
		return nil, fmt.Errorf("costs %q for events %q", text, r.Events)
	}
	var costs []int64
	for _, f := range fields[1:] {
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("cost %q", f)
		}
		costs = append(costs, n)
	}
	return costs, nil
}

// position reads a line number with costs.
func (r *callgrindReader) position(text string) (int, []int64, error) {
	if !costLine.MatchString(text) {
		return 0, nil, fmt.Errorf("line %q", text)
	}
	digits, _, _ := strings.Cut(text, " ")
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0, nil, err
	}
	costs, err := r.costs(text[len(digits):])
	return n, costs, err
}

func (r *callgrindReader) body(line string) error {
	key, value, named := strings.Cut(line, "=")
	switch {
	case line == "":
		return nil
	case strings.HasPrefix(line, "calls="):
		return r.call(line)
	case strings.HasPrefix(line, "jcnd="):
		return r.jump(line)
	case named && slices.Contains([]string{"ob", "fl", "fn", "cob", "cfl", "cfn"}, key):
		return r.name(key, value)
	}
	at, costs, err := r.position(line)
	if err != nil {
		return err
	}
	place := Line{r.current["fn"], at}
	if r.Lines[place] != nil {
		return fmt.Errorf("a second line %d of %q", at, place.Function)
	}
	r.Lines[place] = costs
	add(r.Self[place.Function], costs)
	return nil
}

// name reads a name, which has a number and, the first time, its text.
func (r *callgrindReader) name(key, value string) error {
	m := compressed.FindStringSubmatch(value)
	if m == nil {
		return fmt.Errorf("name %s=%q", key, value)
	}
	kind := strings.TrimPrefix(key, "c") + m[1]
	switch name, known := r.names[kind]; {
	case known == (m[2] != ""):
		return fmt.Errorf("%s=%q: known as %q", key, value, name)
	case !known:
		for of, same := range r.names {
			if same == m[2] && of[:2] == kind[:2] {
				return fmt.Errorf("%q has two numbers, %s and %s", m[2], of, kind)
			}
		}
		r.names[kind] = m[2]
	}
	name := r.names[kind]
	r.current[key] = name
	if key == "fn" || key == "cfn" {
		prefix := strings.TrimSuffix(key, "fn")
		object, file := r.current[prefix+"ob"], r.current[prefix+"fl"]
		if old, known := r.Files[name]; known && (old != file || r.Objects[name] != object) || file == "" || object == "" {
			return fmt.Errorf("%q is in %q of %q, and in %q of %q", name, file, object, old, r.Objects[name])
		}
		r.Files[name], r.Objects[name] = file, object
		if r.Self[name] == nil {
			r.Self[name], r.Inclusive[name] = make([]int64, len(r.Events)), make([]int64, len(r.Events))
		}
	}
	return nil
}

func (r *callgrindReader) call(line string) error {
	m := callsLine.FindStringSubmatch(line)
	if m == nil {
		return fmt.Errorf("call %q", line)
	}
	at, costs, err := r.position(r.next())
	if err != nil {
		return err
	}
	c := Call{From: Line{r.current["fn"], at}, To: r.current["cfn"], Costs: costs}
	if c.Count, err = strconv.ParseInt(m[1], 10, 64); err != nil {
		return err
	}
	if c.First, err = strconv.Atoi(m[2]); err != nil || c.From.Function == "" || c.To == "" {
		return fmt.Errorf("call %+v", c)
	}
	add(r.Inclusive[c.To], costs)
	r.Calls = append(r.Calls, c)
	return nil
}

func (r *callgrindReader) jump(line string) error {
	m := jumpLine.FindStringSubmatch(line)
	if m == nil {
		return fmt.Errorf("jump %q", line)
	}
	at, err := strconv.Atoi(r.next())
	if err != nil {
		return err
	}
	j := Jump{From: Line{r.current["fn"], at}}
	for i, to := range []*int64{&j.Taken, &j.Executed} {
		if *to, err = strconv.ParseInt(m[i+1], 10, 64); err != nil {
			return err
		}
	}
	if j.To, err = strconv.Atoi(m[3]); err != nil || j.Taken > j.Executed {
		return fmt.Errorf("jump %+v", j)
	}
	r.Jumps = append(r.Jumps, j)
	return nil
}
