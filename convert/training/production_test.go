package training_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/folded"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/convert/training"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
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
	return training.OfProduction(convert.NewNames(testprofile.Parse(t, fmt.Sprintf(trainingProfile, section)), convert.NameOptions{}), convert.NewNames(p, options), limit)
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

const stacks = `app.Shop.sum;app.Shop.find 40
app.Shop.sum;java.util.HashMap.get 20
app.Shop.sum;app.Shop.close;java.util.HashMap.get 10
app/Shop.sum_[j];app/Cart.add_[j] 5
app.Cart.add;java.util.TreeMap.put;[kernel] 8
app.Shop$$Lambda/0x00000008aaaabbbb.run 6
com.oracle.svm.core.genscavenge.GCImpl.collect 11
`

func TestColdMethodsComeFirst(t *testing.T) {
	c := compare(t, "callCountProfiles", stacks, convert.NameOptions{}, 0)
	want := `0 10 no entries 0 app.Shop.close
0 8 not listed n/a app.Cart.add
5 5 not listed n/a app/Cart.add_[j]
0 8 not listed n/a java.util.TreeMap.put
0 70 entered 3 app.Shop.sum
40 40 entered 5 app.Shop.find
6 6 entered 2 app.Shop$$Lambda/0x00000008aaaabbbb.run
0 5 entered 3 app/Shop.sum_[j]
30 30 entered 7 java.util.HashMap.get
11 11 native image n/a com.oracle.svm.core.genscavenge.GCImpl.collect
8 8 not Java n/a [kernel]
`
	if got := rows(c); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if share, ok := c.Share(); !ok || share != 76./81 { // of 100 samples 11 and 8 are not judged
		t.Errorf("%v of the samples are in methods with entries", share)
	}
	for key, want := range map[string]int64{"entered": 76, "not_entered": 0, "unlisted": 5, "vm": 11, "not_java": 8, "application": 51, "application_entered": 46} {
		if got := c.FactOf(key); got != want {
			t.Errorf("%s: %d, want %d", key, got, want)
		}
	}
	for _, want := range []string{"not judged: 11.0% in code of native-image without entries", "not judged: 8.0% in non-Java frames"} {
		if !slices.ContainsFunc(c.Notes, func(note string) bool { return strings.HasPrefix(note, want) }) {
			t.Errorf("%q is not in %q", want, c.Notes)
		}
	}
	if !strings.HasPrefix(c.Title, "production: 76.0% of the counts in methods with entries, 0.0% in methods without entries, 5.0% in methods") {
		t.Error(c.Title)
	}
}

func TestApplicationComesFirst(t *testing.T) {
	c := compare(t, "callCountProfiles", stacks, convert.NameOptions{Application: regexp.MustCompile(`^java\.util\.Tree`)}, 2)
	want := `0 8 not listed n/a java.util.TreeMap.put
0 10 no entries 0 app.Shop.close
100 <9 more methods>
`
	if got := rows(c); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
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
	c = training.OfProduction(convert.NewNames(testprofile.Parse(t, fmt.Sprintf(trainingProfile, "callCountProfiles")), convert.NameOptions{}), convert.NewNames(iprof, convert.NameOptions{}), 0)
	if share, ok := c.Share(); !ok || share != 1 || c.BySample[training.Entered] != 17 {
		t.Errorf("%v, %v", share, c.BySample)
	}
}

// A profile without call counts knows only that methods on its stacks ran.
func TestTrainingWithoutCalls(t *testing.T) {
	c := compare(t, "samplingProfiles", "app.Shop.find 1\napp.Shop.close 2\n", convert.NameOptions{}, 0)
	if len(c.Caveats) != 2 || !strings.Contains(c.Caveats[1], "no call counts") || c.BySample != [training.NumStates]int64{1, 2} ||
		!slices.Contains(c.Notes, "of the counts in application methods 33.3% are in methods on the profile's stacks") || strings.Contains(c.Title+strings.Join(c.Notes, " "), "entries") {
		t.Errorf("%q, %v", c.Caveats, c.BySample)
	}
}
