package rank

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/sourceline"
	"github.com/iprof-viz/iprof-viz/internal/testpath"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// sampledLines has samples in addLine of testdata/wordcount.jar: 7 at @3 and 2 at @57, of line 21 as the conditional at @9, and 4 at @12,
// of line 22 as the one at @20. The method other is not in the jar.
const sampledLines = `{"version":"1.1.0","types":[{"id":1,"name":"void"},{"id":2,"name":"words.WordCount"},{"id":3,"name":"java.lang.String"}],
	"methods":[{"id":1,"name":"addLine","signature":[2,1,3]},{"id":2,"name":"other","signature":[2,1]}],
	"conditionalProfiles":[{"ctx":"1:9","records":[12,0,5,63,1,5]},{"ctx":"1:20","records":[23,0,50,32,1,50]},{"ctx":"2:3","records":[9,0,500,6,1,500]}],
	"samplingProfiles":[{"ctx":"1:3","records":[7]},{"ctx":"1:57","records":[2]},{"ctx":"1:12","records":[4]},{"ctx":"2:9","records":[14]}]}`

// TestSamplesAtSites counts the samples at the line of a site, and in its method. Without a line, only those in the method are known.
func TestSamplesAtSites(t *testing.T) {
	path := testpath.Open(t, "../../testdata/wordcount.jar")
	p := testprofile.Parse(t, sampledLines)
	for _, c := range []struct {
		lines *sourceline.Lines
		want  string
	}{
		{sourceline.New(p, path.Class, nil), "words.WordCount.addLine | 9 | 9 | 13\nwords.WordCount.addLine | 9 | 9 | 13\nwords.WordCount.addLine | 20 | 4 | 13\nwords.WordCount.addLine | 20 | 4 | 13\n" +
			"words.WordCount.other | 3 | n/a | 14\nwords.WordCount.other | 3 | n/a | 14\n"},
		{nil, "words.WordCount.other | 3 | n/a | 14\nwords.WordCount.other | 3 | n/a | 14\nwords.WordCount.addLine | 20 | n/a | 13\nwords.WordCount.addLine | 20 | n/a | 13\n" +
			"words.WordCount.addLine | 9 | n/a | 13\nwords.WordCount.addLine | 9 | n/a | 13\n"},
	} {
		tbl := branchTable(t, p, BranchOptions{SiteOptions: SiteOptions{Sort: "samples", Lines: c.lines}})
		if got := cells(tbl, "method", "bci", "samples", "method_samples"); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
	}
}
