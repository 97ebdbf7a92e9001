package info_test

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/info"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Methods and types are counted once each, if records refer to them; some of those are not listed, or have no name.
func TestTablesOfMethodsAndTypes(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"A"},{"id":2,"name":""},{"id":3,"name":"unused"},{"id":4,"name":""}],
		"methods":[{"id":1,"name":"a","signature":[1,2,1]},{"id":2,"name":"","signature":[1,1]},{"id":3,"name":"","signature":[1,1]},{"id":4,"name":"unused","signature":[3,3]}]`+
		testprofile.Calls("1:0 1", "2:0<1:2 1", "3:0<1:3 1", "9:0<1:4 1", "1:0<2:4 1")+testprofile.Section("virtualInvokeProfiles", []string{"1:5 4 1 4 1 8 1 1 1"})+
		testprofile.Section("monitorProfiles", []string{"0:0 2 1 7 1"})+`}`)
	in := info.New(p, nil, info.Options{})
	if want := (info.TableInfo{Listed: 4, Referred: 4, Unlisted: 1, Unnamed: 2}); in.Methods != want {
		t.Errorf("methods %+v, want %+v", in.Methods, want)
	}
	if want := (info.TableInfo{Listed: 4, Referred: 5, Unlisted: 2, Unnamed: 2}); in.Types != want {
		t.Errorf("types %+v, want %+v", in.Types, want)
	}
}
