package training_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/classfile"
	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/convert/training"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/internal/testtier"
)

// trainingProfile has entries of app.Shop.find(int) 5, of app.Shop.find(long) none, of app.Shop.sum 3, of java.util.HashMap.get 7; it lists
// app.Shop.close and a lambda.
const trainingProfile = `{"version":"1.0.0","types":[{"id":0,"name":"app.Shop"},{"id":1,"name":"int"},{"id":2,"name":"long"},{"id":3,"name":"java.util.HashMap"},
	{"id":4,"name":"app.Shop$$Lambda/0x00000007c1156bd0"}],
	"methods":[{"id":1,"name":"find","signature":[0,1,1]},{"id":2,"name":"find","signature":[0,1,2]},{"id":3,"name":"sum","signature":[0,1]},
		{"id":4,"name":"get","signature":[3,1]},{"id":5,"name":"close","signature":[0,1]},{"id":6,"name":"run","signature":[4,1]}],
	%q:[{"ctx":"1:0","records":[5]},{"ctx":"3:0","records":[3]},{"ctx":"4:0<1:2","records":[7]},{"ctx":"6:0","records":[2]}]}`

func compare(t *testing.T, section, stacks string, options convert.NameOptions, limit int) *training.Production {
	t.Helper()
	p, err := folded.Read(strings.NewReader(stacks))
	if err != nil {
		t.Fatal(err)
	}
	return training.OfProduction(convert.NewNames(testprofile.Parse(t, fmt.Sprintf(trainingProfile, section)), convert.NameOptions{}), convert.NewNames(p, options), training.ProductionOptions{Limit: limit})
}

// rows are the cells of a table.
func rows(c *training.Production) string {
	var b strings.Builder
	for _, r := range c.AllRows() {
		for _, key := range []string{"self", "total", "training", "entries", "method"} {
			switch cell := c.Cell(r, key); cell.Kind {
			case table.Int:
				fmt.Fprintf(&b, "%d ", cell.Int)
			case table.Text:
				fmt.Fprintf(&b, "%s ", cell.Text)
			case table.Unknown:
				b.WriteString("n/a ")
			}
		}
		b.WriteByte('\n')
	}
	return strings.ReplaceAll(b.String(), " \n", "\n")
}

// Methods that ran without a count are judged like those with entries, and stand beside them.
func TestProductionInMethodsWithoutACount(t *testing.T) {
	listed, _, _ := strings.Cut(trainingProfile, "%q:")
	listed = strings.Replace(listed, `"types":[`, `"types":[{"id":9,"name":"com.oracle.svm.core.heap.Heap"},`, 1)
	listed = strings.Replace(listed, `"methods":[`, `"methods":[{"id":9,"name":"walk","signature":[9,1]},`, 1)
	profile := testprofile.Parse(t, listed+`"callCountProfiles":[{"ctx":"4:0<3:2","records":[7]},{"ctx":"6:0<5:1","records":[0]}],"conditionalProfiles":[{"ctx":"1:5","records":[8,0,4,9,1,0]},{"ctx":"9:5","records":[8,0,4,9,1,0]}]}`)
	p, err := folded.Read(strings.NewReader("app.Shop.sum 40\napp.Shop.find 30\napp.Shop.close 10\njava.util.HashMap.get 12\ncom.oracle.svm.core.heap.Heap.walk 8\n"))
	if err != nil {
		t.Fatal(err)
	}
	c := training.OfProduction(convert.NewNames(profile, convert.NameOptions{}), convert.NewNames(p, convert.NameOptions{}), training.ProductionOptions{})
	want := `10 10 no entries 0 app.Shop.close
40 40 not counted n/a app.Shop.sum
30 30 not counted n/a app.Shop.find
12 12 entered 7 java.util.HashMap.get
8 8 not counted n/a com.oracle.svm.core.heap.Heap.walk
`
	if got := rows(c); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if share, ok := c.Share(); !ok || share != 0.9 || c.Judged() != 100 {
		t.Errorf("%v, %v of %d", share, ok, c.Judged())
	}
	if want := "production: 12.0% of 100 judged counts in methods with entries, 78.0% that ran without a count, 10.0% without entries, 0.0% not in the profile"; c.Title != want {
		t.Errorf("%s, want\n%s", c.Title, want)
	}
	if !slices.Contains(c.Notes, "of the judged counts in application methods 87.5% are in methods with entries or that ran without a count") {
		t.Errorf("%q", c.Notes)
	}
}

const stacks = `app.Shop.sum;app.Shop.find 40
app.Shop.sum;java.util.HashMap.get 20
app.Shop.sum;app.Shop.close;java.util.HashMap.get 10
app/Shop.sum_[j];app/Cart.add_[j] 5
app.Cart.add;java.util.TreeMap.put;[kernel] 8
app.Shop$$Lambda/0x00000008aaaabbbb.run 6
app.Shop.open 4
com.oracle.svm.core.genscavenge.GCImpl.collect 11
`

func TestColdMethodsComeFirst(t *testing.T) {
	c := compare(t, "callCountProfiles", stacks, convert.NameOptions{}, 0)
	want := `0 10 no entries 0 app.Shop.close
4 4 not listed n/a app.Shop.open
0 70 entered 3 app.Shop.sum
40 40 entered 5 app.Shop.find
6 6 entered 2 app.Shop$$Lambda/0x00000008aaaabbbb.run
0 5 entered 3 app/Shop.sum_[j]
30 30 entered 7 java.util.HashMap.get
0 8 class not listed n/a app.Cart.add
5 5 class not listed n/a app/Cart.add_[j]
0 8 class not listed n/a java.util.TreeMap.put
11 11 native image n/a com.oracle.svm.core.genscavenge.GCImpl.collect
8 8 not Java n/a [kernel]
`
	if got := rows(c); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if share, ok := c.Share(); !ok || share != 76./80 { // of 104 samples 5, 11 and 8 are not judged
		t.Errorf("%v of the samples are in methods with entries", share)
	}
	for key, want := range map[string]int64{"entered": 76, "not_entered": 0, "unlisted": 4, "unlisted_class": 5, "native": 0, "abstract": 0, "vm": 11, "not_java": 8, "judged": 80, "unread": 4,
		"application": 55, "application_entered": 46} {
		if got := c.FactOf(key); got != want {
			t.Errorf("%s: %d, want %d", key, got, want)
		}
	}
	wantNotes := []string{
		"of the judged counts in application methods 92.0% are in methods with entries", // 46 of 50
		"not judged: 4.8% of all in classes that the profile does not list, so probably were not in the image that recorded it",
		"not judged: 10.6% of all in code of native-image without entries, of which much is never counted",
		"not judged: 7.7% of all in non-Java frames",
		"5.0% of the judged are in methods without entries, whose class files are not given (--classpath, --jdk): unknown whether they are native",
		"methods are matched by class and name; overloads are merged where parameters are unknown",
	}
	if !slices.Equal(c.Notes, wantNotes) {
		t.Errorf("notes: %q", c.Notes)
	}
	if want := "production: 95.0% of 80 judged counts in methods with entries, 0.0% without entries, 5.0% not in the profile"; c.Title != want {
		t.Error(c.Title)
	}
	if c.Untrained != "app.Shop.open" || c.OnlyUsed {
		t.Error(c.Untrained, c.OnlyUsed)
	}
}

func TestApplicationComesFirst(t *testing.T) {
	c := compare(t, "callCountProfiles", stacks, convert.NameOptions{Application: regexp.MustCompile(`^app\.Shop\.open`)}, 2)
	want := `4 4 not listed n/a app.Shop.open
0 10 no entries 0 app.Shop.close
100 <10 more methods>
`
	if got := rows(c); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Methods without bytecode have no entries, whatever ran. Where no class file tells, that is unknown.
func TestMethodsWithoutBytecode(t *testing.T) {
	io := &classfile.Class{Name: "app.Io", Methods: []classfile.Method{
		{Name: "read", Descriptor: "(I)I", Flags: classfile.AccNative}, {Name: "close", Descriptor: "()V", Flags: classfile.AccAbstract}, {Name: "plain", Descriptor: "()V"},
		{Name: "write", Descriptor: "(I)V", Flags: classfile.AccNative}, {Name: "write", Descriptor: "(Ljava/lang/String;)V"},
		{Name: "replaced", Descriptor: "()V", Flags: classfile.AccNative},
	}}
	asked := map[string]int{}
	opts := training.ProductionOptions{Class: func(name string) (*classfile.Class, error) {
		if asked[name]++; name == "app.Io" {
			return io, nil
		}
		return nil, classpath.ErrNotFound
	}}
	trained := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"app.Io"},{"id":1,"name":"int"},{"id":2,"name":"void"},{"id":3,"name":"app.Shop"}],
		"methods":[{"id":1,"name":"read","signature":[0,1,1]},{"id":2,"name":"close","signature":[0,2]},{"id":3,"name":"plain","signature":[0,2]},
			{"id":4,"name":"run","signature":[3,2]},{"id":5,"name":"close","signature":[3,2]},{"id":6,"name":"replaced","signature":[0,2]}],
		"callCountProfiles":[{"ctx":"4:0","records":[9]},{"ctx":"6:0","records":[8]}]}`)
	samples, err := folded.Read(strings.NewReader(`app.Shop.run 60
app.Io.replaced 9
app.Io.read 10
app.Io.close 2
app.Io.write 3
app.Io.write(int) 4
app.Io.write(String) 7
app.Io.plain 1
app.Io.gone 5
app.Shop.close 6
app.Other.f 3
`))
	if err != nil {
		t.Fatal(err)
	}
	c := training.OfProduction(convert.NewNames(trained, convert.NameOptions{}), convert.NewNames(samples, convert.NameOptions{}), opts)
	want := `7 7 not listed n/a app.Io.write(String)
6 6 no entries 0 app.Shop.close
5 5 not listed n/a app.Io.gone
3 3 not listed n/a app.Io.write
1 1 no entries 0 app.Io.plain
60 60 entered 9 app.Shop.run
9 9 entered 8 app.Io.replaced
3 3 class not listed n/a app.Other.f
10 10 native n/a app.Io.read
4 4 native n/a app.Io.write(int)
2 2 abstract n/a app.Io.close
`
	if got := rows(c); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// The class of app.Shop.close is not found, and that of app.Io.gone has no such method.
	for key, want := range map[string]int64{"judged": 91, "native": 14, "abstract": 2, "unlisted_class": 3, "unread": 11} {
		if got := c.FactOf(key); got != want {
			t.Errorf("%s: %d, want %d", key, got, want)
		}
	}
	for _, want := range []string{"not judged: 12.7% of all in native methods, which have no bytecode to count", "not judged: 1.8% of all in abstract methods, which have no bytecode to count",
		"12.1% of the judged are in methods without entries, whose class files are not given (--classpath, --jdk): unknown whether they are native"} {
		if !slices.Contains(c.Notes, want) {
			t.Errorf("%q is not in %q", want, c.Notes)
		}
	}
	if c.Untrained != "app.Io.write(String)" || asked["app.Io"] != 1 {
		t.Error(c.Untrained, asked)
	}
}

// A profile that lists nothing without records does not tell which classes were in the image.
func TestProfileThatListsOnlyRecords(t *testing.T) {
	names := convert.NewNames(testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":0,"name":"app.Shop"}],"methods":[{"id":1,"name":"run","signature":[0,0]}],
		"callCountProfiles":[{"ctx":"1:0","records":[9]}]}`), convert.NameOptions{})
	samples, err := folded.Read(strings.NewReader("app.Shop.run 1\napp.Cart.add 3\n"))
	if err != nil {
		t.Fatal(err)
	}
	c := training.OfProduction(names, convert.NewNames(samples, convert.NameOptions{}), training.ProductionOptions{})
	const want = "not judged: 75.0% of all in classes that the profile does not list, as it has no methods without records: they were not in the image, or never ran"
	if !c.OnlyUsed || !slices.Contains(c.Notes, want) {
		t.Error(c.Notes)
	}
}

// Stacks with parameters distinguish overloads.
func TestOverloads(t *testing.T) {
	c := compare(t, "callCountProfiles", "app.Shop.find(int) 1\napp.Shop.find(long) 2\napp.Shop.find(Long) 3\n", convert.NameOptions{}, 0)
	want := `2 2 no entries 0 app.Shop.find(long)
3 3 entered 5 app.Shop.find(Long)
1 1 entered 5 app.Shop.find(int)
`
	if got := rows(c); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	iprof := testprofile.Parse(t, fmt.Sprintf(trainingProfile, "samplingProfiles"))
	c = training.OfProduction(convert.NewNames(testprofile.Parse(t, fmt.Sprintf(trainingProfile, "callCountProfiles")), convert.NameOptions{}), convert.NewNames(iprof, convert.NameOptions{}), training.ProductionOptions{})
	if share, ok := c.Share(); !ok || share != 1 || c.BySample[training.Entered] != 17 {
		t.Errorf("%v, %v", share, c.BySample)
	}
}

// A profile without call counts knows only that methods on its stacks ran.
func TestTrainingWithoutCalls(t *testing.T) {
	c := compare(t, "samplingProfiles", "app.Shop.find 1\napp.Shop.close 2\n", convert.NameOptions{}, 0)
	if len(c.Caveats) != 2 || !strings.Contains(c.Caveats[1], "no call counts") || c.BySample != [training.NumStates]int64{1, 2} || !strings.HasPrefix(c.Title, "production: 33.3% of 3 judged counts in methods on the profile's stacks, 66.7% on none of its stacks, 0.0% not in the profile") ||
		!slices.Contains(c.Notes, "of the judged counts in application methods 33.3% are in methods on the profile's stacks") || strings.Contains(c.Title+strings.Join(c.Notes, " "), "entries") {
		t.Errorf("%q, %v", c.Caveats, c.BySample)
	}
}

// A limit of as many methods as there are changes nothing; one less has a rest of one, with its samples.
func TestLimitsOfProduction(t *testing.T) {
	whole := compare(t, "callCountProfiles", stacks, convert.NameOptions{}, 0)
	n := len(whole.Rows)
	self := func(rows []table.Row) (sum int64) {
		for _, r := range rows {
			sum += whole.Cell(r, "self").Int
		}
		return sum
	}
	for limit := 1; limit <= n+1; limit++ {
		c := compare(t, "callCountProfiles", stacks, convert.NameOptions{}, limit)
		if (c.Rest != nil) != (limit < n) || len(c.Rows) != min(limit, n) {
			t.Errorf("limit %d of %d: %d rows, a rest: %t", limit, n, len(c.Rows), c.Rest != nil)
		}
		if c.Rest != nil && (c.Rest.Omitted != n-limit || c.Cell(*c.Rest, "self").Int != self(whole.Rows[limit:])) {
			t.Errorf("limit %d: %d omitted, %d samples, want %d", limit, c.Rest.Omitted, c.Cell(*c.Rest, "self").Int, self(whole.Rows[limit:]))
		}
	}
}

// Methods may share one long descriptor: their names are cut, and once they are too much text the methods of further classes are unknown.
func TestLongDescriptors(t *testing.T) {
	testtier.Sequential(t)
	many := &classfile.Class{}
	for i := range 40_000 {
		many.Methods = append(many.Methods, classfile.Method{Name: fmt.Sprint("m", i), Descriptor: "(L" + long + ";L" + long + ";)V", Flags: classfile.AccNative})
	}
	samples, err := folded.Read(strings.NewReader("a.A.m1 1\nb.B.m1 2\nc.C.m1 3\n"))
	if err != nil {
		t.Fatal(err)
	}
	names := convert.NewNames(testprofile.Parse(t, `{"version":"1.0.0","types":[],"methods":[]}`), convert.NameOptions{})
	opts := training.ProductionOptions{Class: func(string) (*classfile.Class, error) { return many, nil }}
	c := training.OfProduction(names, convert.NewNames(samples, convert.NameOptions{}), opts)
	if c.BySample[training.Native] != 3 || c.BySample[training.UnlistedClass] != 3 {
		t.Error(c.BySample)
	}
}

var long = strings.Repeat("x", 1000)

// A table that is truncated is the same as one that is made with the limit.
func TestTruncatedProduction(t *testing.T) {
	two := compare(t, "callCountProfiles", stacks, convert.NameOptions{}, 2)
	one := compare(t, "callCountProfiles", stacks, convert.NameOptions{}, 1)
	if short := (&training.Production{Table: two.Truncate(1)}); rows(short) != rows(one) || short.Title != one.Title || len(short.Rows) != 1 || short.Rest.Omitted != two.Rest.Omitted+1 {
		t.Errorf("got\n%s\nwant\n%s", rows(short), rows(one))
	}
}
