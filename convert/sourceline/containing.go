package sourceline

import (
	"maps"
	"slices"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// Containing returns those of some methods, by their slots, that have code of a line or, in a recording, a frame at it. If none has, it returns
// the smallest of those that begin before the line and end after it: a comment, or the second line of a statement, has no code.
func (l *Lines) Containing(slots []int32, number int) []int32 {
	var with, around []int32
	smallest := 0
	numbers := l.numbersOf(slots)
	for _, slot := range slots {
		all := numbers(slot)
		if len(all) == 0 {
			continue
		}
		first, last := slices.Min(all), slices.Max(all)
		lines := last - first
		switch {
		case number < first || number > last:
		case slices.Contains(all, number):
			with = append(with, slot)
		case len(around) == 0 || lines < smallest:
			around, smallest = []int32{slot}, lines
		case lines == smallest:
			around = append(around, slot)
		}
	}
	if len(with) > 0 {
		return with
	}
	return around
}

// numbersOf returns the function that tells the lines of some methods: those of their code or, of a recording, of their frames.
func (l *Lines) numbersOf(slots []int32) func(slot int32) []int {
	if l == nil || !l.recorded {
		return func(slot int32) (numbers []int) {
			if m := l.method(slot); m != nil {
				for _, line := range m.lines {
					numbers = append(numbers, line.Line)
				}
			}
			return numbers
		}
	}
	p := l.profile
	of := make(map[int32]map[int]bool, len(slots))
	for _, slot := range slots {
		of[slot] = map[int]bool{}
	}
	add := func(method iprof.MethodID, line iprof.BCI) {
		if lines := of[int32(p.MethodSlot(method))]; lines != nil && line > 0 {
			lines[int(line)] = true
		}
	}
	for _, n := range p.Stacks.All() {
		if n.Parent != iprof.NoNode {
			add(p.Stacks.Node(n.Parent).Method, n.Site)
		}
	}
	for _, c := range p.Samples.All() {
		add(p.Stacks.Node(c.Node).Method, c.BCI)
	}
	return func(slot int32) []int { return slices.Collect(maps.Keys(of[slot])) }
}
