package testprofile

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// RandomVersions are the versions that [Random] writes.
var RandomVersions = []string{"0.4.0", "1.1.0"}

// Random makes an iprof of a version in which rare things are frequent: contexts with several records, switches whose successors
// share targets and come in any order, one target under several indexes, negative BCIs, many types at a site, recursion, methods
// that are not listed, of the VM and of the profiler. The same seed makes the same text.
func Random(seed uint64, version string) []byte {
	g := randomProfile{Rand: rand.New(rand.NewPCG(seed, 1)), shared: strings.HasPrefix(version, "0.")}
	var types, methods []string
	for i, name := range []string{"app.A", "app.B", "java.util.C", "com.oracle.svm.core.V", "com.oracle.svm.enterprise.profiling.P", "void"} {
		types = append(types, fmt.Sprintf(`{"id":%d,"name":%q}`, i, name))
	}
	for id := range 10 {
		methods = append(methods, fmt.Sprintf(`{"id":%d,"name":"m%d","signature":[%d,5]}`, id, id, id%5))
	}
	return []byte(fmt.Sprintf(`{"version":%q,"types":[%s],"methods":[%s]%s%s%s%s%s}`, version, strings.Join(types, ","), strings.Join(methods, ","),
		Section("callCountProfiles", g.records(60, 4, func() string { return g.count() }, ":0")),
		Section("conditionalProfiles", g.records(60, 4, g.successors, "")),
		Section("virtualInvokeProfiles", g.records(40, 4, g.typeCounts, "")),
		Section("instanceofProfiles", g.records(20, 4, g.typeCounts, "")),
		Section("samplingProfiles", g.records(30, 12, func() string { return g.count() }, ""))))
}

type randomProfile struct {
	*rand.Rand
	shared bool // successors with the same target carry its total
}

func (g *randomProfile) count() string { return fmt.Sprint(g.IntN(4) * g.IntN(1000)) }

// records makes n records, with up to a number of frames. Leaf is the BCI of leaves; "": any.
func (g *randomProfile) records(n, depth int, values func() string, leaf string) []string {
	list := make([]string, n)
	for i := range list {
		frames := make([]string, 1+g.IntN(depth))
		for k := range frames {
			frames[k] = fmt.Sprintf("%d:%d", g.IntN(11), g.IntN(4)-1) // method 10 is not listed
		}
		if leaf != "" {
			method, _, _ := strings.Cut(frames[0], ":")
			frames[0] = method + leaf
		}
		list[i] = strings.Join(frames, "<") + " " + values()
	}
	return append(list, g.again(list, values)...)
}

// again repeats some contexts.
func (g *randomProfile) again(list []string, values func() string) []string {
	var more []string
	for range len(list) / 4 {
		ctx, _, _ := strings.Cut(list[g.IntN(len(list))], " ")
		more = append(more, ctx+" "+values())
	}
	return more
}

func (g *randomProfile) successors() string {
	totals := map[int]string{}
	var values []string
	for i := range g.IntN(5) {
		target, index := []int{-5, -1, 7, 20, 31}[g.IntN(5)], i
		if g.IntN(4) == 0 {
			index = g.IntN(3)
		}
		count := g.count()
		if before, ok := totals[target]; ok && g.shared {
			count = before
		}
		totals[target] = count
		values = append(values, fmt.Sprintf("%d %d %s", target, index, count))
	}
	if g.IntN(3) == 0 {
		slices.Reverse(values)
	}
	return strings.Join(values, " ")
}

func (g *randomProfile) typeCounts() string {
	var values []string
	for range g.IntN(10) {
		values = append(values, fmt.Sprintf("%d %s", g.IntN(12), g.count()))
	}
	return strings.Join(values, " ")
}

// RandomNamed is like [Random], with given names for a class and for methods of several classes.
func RandomNamed(seed uint64, class, method string) []byte {
	text := string(Random(seed, RandomVersions[seed%2]))
	for old, name := range map[string]string{"app.A": class, "m1": method, "m2": method, "m8": method} {
		quoted, _ := json.Marshal(name) // it replaces bytes that are not UTF-8
		text = strings.ReplaceAll(text, strconv.Quote(old), string(quoted))
	}
	return []byte(text)
}

// HostileNames are names that no output may write unchanged, for seeds of fuzz targets.
var HostileNames = []string{
	"app.A", "", `a"b`, `x\N`, "</script><script>alert(1)</script>", "<!--", "]]>", "&amp;", "a\nb", "\x1b[31m", "\u202e", "=1+1", "|", "`", "<Total>", "<VM>", "[Ljava.lang.String;",
	"a;b 12", "java.util.stream.ReferencePipeline$3$1", "app.A$$Lambda$45dce27977eb3b217a31dc8778a0802922b54621",
}
