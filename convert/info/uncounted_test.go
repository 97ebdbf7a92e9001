package info

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/caveats"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Methods whose branches show that they ran, without a count of their entries, are named, the hottest first: with much of the executions, as a
// caution. Code that is on stacks only is not instrumented, and callers without records of their own ran as well.
func TestUncountedMethods(t *testing.T) {
	run := func(records, rest string) []caveats.Caveat {
		var of []caveats.Caveat
		for _, c := range New(testprofile.Parse(t, `{`+testprofile.Methods("main", "hot", "cold", "warm", "caller")+records+rest+`}`), nil, Options{}).Caveats {
			if c.Kind == "uncounted-methods" {
				c.Hint = ""
				of = append(of, c)
			}
		}
		return of
	}
	for _, test := range []struct{ records, rest, want string }{
		{testprofile.Calls("1:0 100", "2:0<1:5 700", "3:0<1:9 200"), `,"conditionalProfiles":[{"ctx":"2:3<1:5","records":[10,0,700,20,1,300]}]`, ""},
		{testprofile.Calls("1:0 100", "3:0<1:9 200"), `,"conditionalProfiles":[{"ctx":"2:3<1:5","records":[10,0,700,20,1,300]}]`,
			"caution 1 of 3 methods that ran has no count of entries: T.hot; 100.0% of the executions of conditionals are there"},
		{testprofile.Calls("1:0 100"), `,"conditionalProfiles":[{"ctx":"2:3<1:5","records":[10,0,700,20,1,300]},{"ctx":"4:4<5:9","records":[10,0,9,20,1,3]},{"ctx":"3:4<1:9","records":[10,0,90000,20,1,3]}]`,
			"caution 4 of 5 methods that ran have no count of entries: T.cold, T.hot, T.warm and 1 more; 100.0% of the executions of conditionals are there"},
		{testprofile.Calls("1:0 100", "3:0<1:9 200", "2:0<1:5 1"), `,"conditionalProfiles":[{"ctx":"2:3<1:5","records":[10,0,98000,20,1,300]},{"ctx":"4:4<1:11","records":[10,0,9,20,1,3]}]`,
			"note 1 of 4 methods that ran has no count of entries: T.warm; <0.1% of the executions of conditionals are there"},
		{testprofile.Calls("1:0 100"), testprofile.Samples("2:0<1:5 7"), ""},
		{testprofile.Samples("2:0<1:5 7"), `,"conditionalProfiles":[{"ctx":"2:3<1:5","records":[10,0,700,20,1,300]}]`, ""},
	} {
		got := ""
		for _, c := range run(test.records, test.rest) {
			got += c.Severity.String() + " " + c.Text
		}
		if got != test.want {
			t.Errorf("%s%s:\n%s\nwant\n%s", test.records, test.rest, got, test.want)
		}
	}
}
