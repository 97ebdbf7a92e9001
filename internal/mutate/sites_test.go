package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const source = `package p

type T[K any] struct{}

var table = []int{7}

func (t *T[K]) sum(list []int, all bool) (n uint) {
	out := slices.Grow(make([]int, len(list), 2*len(list)), 3)
	for i := range list {
		if i >= 3 && all {
			break
		}
		n |= uint(list[i])
	}
	if all {
		out[0]++
	}
	return n
}

func read() (int, error) { return 0, err }

func order(a, b []int) int {
	seen := make(map[int]bool, 8)
	if len(a) < 4 {
		return -1
	}
	return 1
}
`

// Every kind of fault is found where it can be, with a name that has no line numbers; the capacity of a slice or a map, a number
// beside an error, orders of the same sign, and a bound of a length that another operator has, too, are left alone.
func TestSites(t *testing.T) {
	sites, err := sitesIn("p/p.go", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range sites {
		got = append(got, strings.TrimPrefix(s.name, "p/p.go "))
	}
	want := []string{
		"table: []int{7}: 7 -> 8",
		"table: []int{7}: 7 -> 6",
		"T.sum: no return n",
		"T.sum: i >= 3 && all: i >= 3 && all -> !(i >= 3 && all)",
		"T.sum: i >= 3 && all: && -> ||",
		"T.sum: i >= 3: >= -> >",
		"T.sum: i >= 3: >= -> <",
		"T.sum: i >= 3: 3 -> 4",
		"T.sum: i >= 3: 3 -> 2",
		"T.sum: no break",
		"T.sum: no n |= uint(list[i])",
		"T.sum: n |= uint(list[i]): |= -> =",
		"T.sum: all: all -> !(all)",
		"T.sum: no out[0]++",
		"T.sum: out[0]++: ++ -> --",
		"T.sum: out[0]: 0 -> 1",
		"T.sum: out[0]: 0 -> -1",
		"read: no return 0, err",
		"order: len(a) < 4: < -> <=",
		"order: len(a) < 4: < -> >=",
		"order: len(a) < 4: 4 -> 3",
		"order: no return -1",
		"order: -1: 1 -> 0",
		"order: no return 1",
		"order: return 1: 1 -> 0",
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	at := slices.IndexFunc(sites, func(s site) bool { return strings.HasSuffix(s.name, "|= -> =") })
	if s := sites[at]; s.line != 13 || source[:s.start]+s.text+source[s.end:] != strings.Replace(source, "n |= ", "n = ", 1) {
		t.Errorf("%+v", s)
	}
}

// Equal faults of a function are distinguished, so that a reason in the list is about one of them.
func TestNamesAreDistinct(t *testing.T) {
	sites, err := sitesIn("p/p.go", []byte("package p\n\nfunc f(a int) { f(a + 1); f(a + 1) }\n"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, s := range sites {
		if seen[s.name] {
			t.Errorf("%s, twice", s.name)
		}
		seen[s.name] = true
	}
	if !seen["p/p.go f: a + 1: + -> - (2)"] {
		t.Error(seen)
	}
}

// The same seed draws the same, whatever other sites there are, and packages get their part.
func TestDraw(t *testing.T) {
	of := func(dir string, n int) stratum {
		s := stratum{dir: dir}
		for i := range n {
			s.sites = append(s.sites, site{name: dir + strings.Repeat("x", i)})
		}
		return s
	}
	first, again, other := []stratum{of("a", 30), of("b", 10)}, []stratum{of("a", 29), of("b", 10)}, []stratum{of("a", 30), of("b", 10)}
	draw(first, 1, 20)
	draw(again, 1, 20)
	draw(other, 2, 20)
	if first[0].quota != 15 || first[1].quota != 5 {
		t.Errorf("%d and %d of 20", first[0].quota, first[1].quota)
	}
	left := slices.DeleteFunc(slices.Clone(first[0].sites), func(s site) bool { return len(s.name) == 30 })
	if !slices.Equal(left, again[0].sites) || slices.Equal(first[0].sites, other[0].sites) {
		t.Error("the order depends on more than the seed and the name")
	}
	few := []stratum{of("a", 3)}
	draw(few, 1, 20)
	if few[0].quota != 3 {
		t.Errorf("%d of 3", few[0].quota)
	}
}

// Each fault in the list can still be planted, and has a reason.
func TestEquivalentFaultsExist(t *testing.T) {
	reasons, err := parseEquivalent(equivalentText)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]map[string]bool{} // by directory
	for name := range reasons {
		file, _, _ := strings.Cut(name, " ")
		dir := filepath.Dir(file)
		if names[dir] == nil {
			names[dir] = map[string]bool{}
			sites, err := sitesOf("../..", dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range sites {
				names[dir][s.name] = true
			}
		}
		found := false
		for planted := range names[dir] {
			found = found || reasonOf(map[string]string{name: "listed"}, planted) != ""
		}
		if !found {
			t.Errorf("there is no such fault: %s", name)
		}
	}
}

func TestEquivalentHasReasons(t *testing.T) {
	good, err := parseEquivalent("# why\n\na f: x\n  because\n  of y\nb g: z\n  so\n")
	if err != nil || len(good) != 2 || good["a f: x"] != "because of y" {
		t.Errorf("%q, %v", good, err)
	}
	good["c h: *"] = "all"
	for name, want := range map[string]string{"a f: x": "because of y", "a f: x (2)": "", "c h: 1 -> 2": "all", "c hh: 1 -> 2": ""} {
		if got := reasonOf(good, name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for _, bad := range []string{"a\nb\n c\n", " c\n", "a\n b\na\n b\n", "a\n"} {
		if got, err := parseEquivalent(bad); err == nil {
			t.Errorf("%q gives %q", bad, got)
		}
	}
}
