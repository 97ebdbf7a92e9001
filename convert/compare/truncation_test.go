package compare

import (
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

func TestTruncationCaveats(t *testing.T) {
	for _, c := range []struct {
		depths []int
		want   string
	}{
		{[]int{0, 0}, ""},
		{[]int{64, 0}, "stacks are truncated at 64 frames in the old profile and complete in the new one: totals of outer methods cannot be compared"},
		{[]int{0, 64}, "stacks are complete in the old profile and truncated at 64 frames in the new one: totals of outer methods cannot be compared"},
		{[]int{128, 64}, "stacks are truncated at 128 frames in the old profile and truncated at 64 frames in the new one: totals of outer methods cannot be compared"},
		{[]int{64, 64}, "stacks of all profiles are truncated at 64 frames: totals of outer methods are too low"},
		{[]int{64, 0, 128, 0}, "stacks of 2 profiles are truncated, at 64 frames or more: totals of outer methods cannot be compared"},
	} {
		if got := strings.Join(TruncationCaveats(c.depths...), "; "); got != c.want {
			t.Errorf("%v: %q", c.depths, got)
		}
	}
}

// TestTruncatedPairs: the caveat is about pairs of profiles that both have samples.
func TestTruncatedPairs(t *testing.T) {
	text := `{` + testprofile.Methods("main", "a", "b", "c", "d")
	records := []string{"2:0<1:1 5", "3:0<1:2 5", "5:0<4:0<2:7<1:1 5"}
	whole := testprofile.Parse(t, text+testprofile.Samples(records...)+`}`)
	records = records[:2]
	for _, site := range strings.Fields("0<2 1<2 2<2 3<2 4<2 5<2 0<3 1<3 2<3 3<3 4<3 5<3") {
		records = append(records, "5:0<4:"+site+":7 9")
	}
	cut := testprofile.Parse(t, text+testprofile.Samples(records...)+`}`)
	calls := testprofile.Parse(t, text+testprofile.Calls("1:0 5")+`}`)
	for _, c := range []struct {
		name     string
		old, new *convert.Names
		want     string
	}{
		{"old", convert.NewNames(cut, convert.NameOptions{}), convert.NewNames(whole, convert.NameOptions{}), "truncated at 3 frames in the old profile and complete in the new one"},
		{"new", convert.NewNames(whole, convert.NameOptions{}), convert.NewNames(cut, convert.NameOptions{}), "complete in the old profile and truncated at 3 frames in the new one"},
		{"neither", convert.NewNames(whole, convert.NameOptions{}), convert.NewNames(whole, convert.NameOptions{}), ""},
		{"no samples", convert.NewNames(calls, convert.NameOptions{}), convert.NewNames(cut, convert.NameOptions{}), ""},
	} {
		got := strings.Join(New(c.old, c.new, Options{}).Caveats(), "; ")
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}
