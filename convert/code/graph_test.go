package code

import (
	"fmt"
	"strings"
	"testing"
)

// TestFlows solves graphs by hand. A line is a node: its successors, with counts where it is a conditional that was
// recorded; ! and the handlers that its exceptions come to, x for the caller; "end" for a return; @ and how often its call
// was made, with + at least so often, with ? by a receiver that may be null.
func TestFlows(t *testing.T) {
	for _, c := range []struct {
		name, graph string
		entries     int64
		want        string // an estimate for each node
		contra      int
	}{
		{"a line is exact, also after a conditional", `1
			2:7 3:3
			3
			end`, 10, "10 10 7 10", 0},
		{"a call may not return", `1 !x
			end`, 10, "10 ~10", 0},
		{"a call returned unless its handler ran", `1 !3 !4
			2 !3 !4
			end
			end @30
			end @0+`, 100, "100 <=100 ~70 30 ?", 0},
		{"a conditional without a record leaves only bounds", `1 2
			3
			3
			end`, 10, "10 <=10 <=10 10", 0},
		{"a conditional without a record in a block that never ran", `1 4
			2 3
			3
			4
			end`, 0, "0 0 0 0 0", 0},
		{"a later conditional fixes one without a record", `1 2
			3:4 4:2
			4
			4
			end`, 10, "10 6 4 4 10", 0},
		{"a loop", `1
			2:90 3:10
			1
			end`, 10, "10 100 90 10", 0},
		{"a loop without a record runs at least as often as it is entered", `1
			2 3
			1
			end`, 10, "10 >=10 ? 10", 0},
		{"a switch", `1:1 2:2 3:0 4:7
			4
			4
			4
			end`, 10, "10 1 2 0 10", 0},
		{"fewer come to a conditional than entered", `1 !x
			2:3 3:4
			end
			end`, 10, "10-3 7 3 4", 0},
		{"of two calls one did not return, nobody knows which", `1 !x
			2 !x
			3:3 4:4
			end
			end`, 10, "10 >=7 7 3 4", 0},
		{"a conditional without a record, not exceptions, keeps control from a call", `1 2
			3 !x
			end
			2:3 4:2
			end`, 10, "10 >=5 ~8 5 2", 0},
		{"calls of both branches may have thrown", `1:4 2:6
			3 !x
			3 !x
			4 !x
			5:3 6:4
			end
			end`, 10, "10 4 6 >=7 7 3 4", 0},
		{"an exception is caught, and the flows join", `1 !2
			3
			3
			end`, 10, "10 ~10 ? 10", 0},
		{"a call in a branch within try", `1:6 2:4
			3 !4
			3
			5
			5
			end`, 10, "10 6 4 ~10 ? 10", 0},
		{"a handler with a conditional of its own", `1 !2
			5
			3:2 4:1
			5
			5
			end`, 10, "10-3 7 3 2 1 10", 0},
		{"a call in a handler with a conditional of its own", `1 !2
			5
			3:2 4:1
			6 !x
			5
			end
			5`, 10, "10-3 7 3 2 1 ~10 ~2", 0},
		{"more come out than went in", `1
			2:8 3:4
			end
			end`, 10, "10 12 8 4", 1},
		{"throw in a branch that was not recorded", `1 2
			end
			end`, 10, "10 <=10 <=10", 0},
		{"retry until it works", `1
			3 !2
			1
			end`, 10, "10 >=10 ? 10", 0},
		{"a call tells where a conditional without a record went", `1 2
			3 !x @7
			3
			end`, 10, "10 7 3 ~10", 0},
		{"a call that not every context counts", `1 2
			3 !x @7+
			3
			end`, 10, "10 >=7 <=3 ~10", 0},
		{"a call with a receiver that may be null", `1 2
			3 !x @7?
			4
			4
			end`, 10, "10 >=7 ~3 ~7 ~10", 0},
		{"each call of a try block threw, but for the last one", `1 !4 @87
			2 !4 @75
			3 !6
			end
			5 @18
			end
			7
			end !x`, 87, "87-12 75-6 69 ~69 18 18 ? ?", 0},
		{"a receiver was null", `1 !x @7?
			end`, 10, "10->=3 ~7", 0},
		{"and that was caught", `1 !2 @7?
			3
			3
			end`, 10, "10->=3 ~7 >=3 10", 0},
		{"more calls than executions", `1 2
			3 !x @12
			3
			end`, 10, "10 <=10 <=10 ~10", 1},
		{"fewer calls than executions", `1 !x @7
			end`, 10, "10 ~10", 1},
		{"a call that contradicts counts after it, which it leaves alone", `1 5 7
			2 @10
			3 4
			6
			6
			6:5
			7:6 8:4
			end
			end`, 20, "20 <=10 <=10 <=5 <=5 5 10 >=11 4", 1},
		{"a call counts where the rest is a contradiction", `1 2
			4 !x @7
			4
			4
			5:20 6:1
			end
			end`, 10, "10 7 ? 0 21 20 1", 1},
		{"a contradiction leaves other counts alone", `1:5 2:5
			3 4
			5 !x
			5
			5
			6:20 7:1
			end
			end`, 10, "10 5 5 ? ? 21 20 1", 1},
		{"and those after it", `1 !x
			2:8 3:4
			4 5
			end
			6:3 6:2
			6
			end`, 10, "10 12 8 4 5 3 8", 1},
	} {
		g, counts, calls := parseGraph(t, c.graph)
		budget := maxTightenWork
		f := newFlow(g, interval{c.entries, c.entries}, &budget)
		for node, x := range counts {
			f.setConditional(node, x)
		}
		f.narrowKnown()
		for node, x := range calls {
			f.setCall(node, x.Made, x.mayBeNull)
		}
		estimates := f.solve()
		x := Executions{NotReturned: map[int]Execution{}}
		lost := newLosses(len(f.nodes))
		lost.add(f)
		x.setLosses(f.graph, lost)
		var got []string
		for i, of := range estimates {
			e := of.execution()
			switch e.Bound {
			case Exact:
				got = append(got, fmt.Sprint(e.Count))
			case UnlessThrown:
				got = append(got, fmt.Sprint("~", e.Count))
			case AtLeast:
				got = append(got, fmt.Sprint(">=", e.Count))
			case AtMost:
				got = append(got, fmt.Sprint("<=", e.Count))
			default:
				got = append(got, "?")
			}
			switch lost := x.NotReturned[i]; lost.Bound {
			case Exact:
				got[i] += fmt.Sprint("-", lost.Count)
			case AtLeast:
				got[i] += fmt.Sprint("->=", lost.Count)
			}
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %s, want %s", c.name, text, c.want)
		}
		if n := len(f.contradictions); n != c.contra {
			t.Errorf("%s: %d contradictions, want %d", c.name, n, c.contra)
		}
	}
}

// A nodeCall is how often the call of a node was made.
type nodeCall struct {
	Made
	mayBeNull bool
}

func parseGraph(t *testing.T, text string) (*graph, map[int32][]int64, map[int32]nodeCall) {
	lines := strings.Split(text, "\n")
	g, counts, calls := &graph{nodes: make([]node, len(lines))}, map[int32][]int64{}, map[int32]nodeCall{}
	for i, line := range lines {
		g.nodes[i].first, g.nodes[i].last = i, i
		from := int32(i)
		var known []int64
		var next int
		for _, word := range strings.Fields(line) {
			var to int32
			var count int64
			switch {
			case word == "end":
				g.nodes[i].ends = true
				g.add(edge{from, leaves, false})
			case word == "!x":
				g.nodes[i].throws = true
				g.add(edge{from, leaves, true})
			case strings.HasPrefix(word, "@"):
				fmt.Sscanf(word, "@%d", &count)
				calls[from] = nodeCall{Made{Count: count, AtLeast: strings.HasSuffix(word, "+")}, strings.HasSuffix(word, "?")}
			case strings.HasPrefix(word, "!"):
				g.nodes[i].throws = true
				fmt.Sscanf(word, "!%d", &to)
				g.nodes[to].handler = true
				g.add(edge{from, to, true})
			default:
				if n, _ := fmt.Sscanf(word, "%d:%d", &to, &count); n == 0 {
					t.Fatalf("%q", word)
				} else if n == 2 {
					known = append(known, count)
				}
				next++
				g.add(edge{from, to, false})
			}
		}
		g.nodes[i].next = next
		if known != nil {
			counts[from] = known
		}
	}
	return g, counts, calls
}

// TestSumOfContexts adds up numbers of contexts.
func TestSumOfContexts(t *testing.T) {
	exact := func(n int64) estimate { return estimate{interval{n, n}, Exact} }
	for _, c := range []struct {
		a, b estimate
		want Execution
	}{
		{exact(3), exact(4), Execution{7, Exact}},
		{exact(3), estimate{interval{0, 4}, UnlessThrown}, Execution{7, UnlessThrown}},
		{exact(3), estimate{interval{0, 4}, None}, Execution{3, AtLeast}},
		{exact(0), estimate{interval{0, 4}, None}, Execution{4, AtMost}},
		{exact(0), estimate{interval{0, unlimited}, None}, Execution{}},
	} {
		if got := c.a.plus(c.b).execution(); got != c.want {
			t.Errorf("%v + %v is %v, want %v", c.a, c.b, got, c.want)
		}
		if got := c.b.plus(c.a).execution(); got != c.want {
			t.Errorf("%v + %v is %v, want %v", c.b, c.a, got, c.want)
		}
	}
}

// TestRegions adds up counts around regions of graphs as TestFlows has them: "out<=in" for each, "out=in" if control can leave it in no
// other way.
func TestRegions(t *testing.T) {
	for _, c := range []struct {
		name, graph string
		entries     interval
		want        string
	}{
		{"a conditional runs once per entry", `1
			2:7 3:3
			3
			end`, interval{10, 10}, "10=10"},
		{"or less often, if something throws", `1 !x
			2:7 3:3
			3
			end`, interval{10, 10}, "10<=10"},
		{"a second conditional has the counts that the first one sends there", `1:7 2:3
			3
			3
			4:2 5:9
			end
			end`, interval{10, 10}, "10=10 11=10"},
		{"those that may return before are at most as many", `1:7 2:3
			end
			3:2 4:2
			end
			end`, interval{10, 10}, "10=10 4=3"},
		{"a loop sends back what goes round", `1
			2:90 3:10
			1
			end`, interval{10, 10}, "100=100"},
		{"its body may throw", `1
			2:90 3:10
			1 !x
			end`, interval{9, 9}, "100<=99"},
		{"an unknown number of entries", `1
			2:7 3:3
			4:1 4:5
			end
			end`, interval{5, unlimited}, "6=7"},
		{"a handler is part of the region that throws", `1 !2
			3
			3
			4:5 5:6
			end
			end`, interval{10, 10}, "11=10"},
		{"a conditional without a record", `1 2
			3:4 4:2
			3
			end
			end`, interval{5, 5}, "6<=5"},
		{"a conditional with a count of one successor", `1
			2:7 3:-1
			end
			4:2 5:1
			end
			end`, interval{10, 10}, "10=10"},
		{"whose other successor leads to a return", `1:7 2:-1
			4:5 5:1
			end
			end
			end
			end`, interval{9, 9}, "7<=9 6=7"},
		{"a call divides", `1 !x @8
			2:7 3:3
			end
			end`, interval{9, 9}, "8=9 10<=8"},
		{"a receiver may be null", `1 !x @8?
			2:7 3:3
			end
			end`, interval{9, 9}, "8<=9 10<=8"},
		{"a call that is not wholly counted does not", `1 !x @8+
			2:7 3:3
			end
			end`, interval{9, 9}, "10<=9"},
		{"a handler may go on without the call", `1 !2 @8?
			3
			3
			4:5 4:6
			end`, interval{10, 10}, "11=10"},
		{"nothing leads there", `1
			end
			1:2 1:3`, interval{1, 1}, "5=0"},
	} {
		g, counts, calls := parseGraph(t, c.graph)
		budget := 0
		f := newFlow(g, c.entries, &budget)
		for node, x := range counts {
			f.setConditional(node, x)
		}
		r := newRegions(f)
		for node := range int32(len(g.nodes)) {
			if x, ok := calls[node]; ok && !x.AtLeast {
				r.setCall(node, x.Count, x.mayBeNull)
			}
		}
		var got []string
		for _, e := range r.equations(func(node int32) int { return int(node) }) {
			is := "<="
			if e.Equal {
				is = "="
			}
			got = append(got, fmt.Sprint(e.Counted, is, e.Explained))
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %s, want %s", c.name, text, c.want)
		}
	}
}
