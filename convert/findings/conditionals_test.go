package findings

import (
	"reflect"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/sites"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Conditionals that the caller has are not added up again, and the findings are the same.
func TestConditionalsOfTheCaller(t *testing.T) {
	p := testprofile.Parse(t, `{`+testprofile.Methods("main", "a")+testprofile.Calls("1:0 1", "2:0<1:4 1000000")+
		testprofile.Section("conditionalProfiles", []string{"2:7 12 0 500000 15 1 500000"})+`}`)
	asked := 0
	found := New(p, nil, Options{Conditionals: func() *sites.Sites {
		asked++
		return sites.New(p, sites.Options{Metrics: []convert.Metric{convert.Branches}})
	}})
	if want := New(p, nil, Options{}); asked != 1 || !reflect.DeepEqual(found, want) {
		t.Errorf("asked %d times: %+v, want %+v", asked, found, want)
	}
}
