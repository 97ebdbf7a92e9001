package rank

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/calls"
	"github.com/iprof-viz/iprof-viz/convert/code"
	"github.com/iprof-viz/iprof-viz/convert/optimized"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// 30 of 100 calls go to one method, for one type or for several, of which three are named.
func TestTypeTestsInWords(t *testing.T) {
	p := testprofile.Parse(t, `{"version":"1.0.0","types":[{"id":1,"name":"A"},{"id":2,"name":"B"},{"id":3,"name":"C"},{"id":4,"name":"D"},{"id":5,"name":"E"}],"methods":[]}`)
	ids := []iprof.TypeID{1, 2, 3, 4, 5}
	exactly := func(n int64) calls.Count { return calls.Count{Range: code.Range{Low: n, High: n}} }
	other := calls.Target{Calls: exactly(70)}
	for _, c := range []struct {
		types   int
		targets []calls.Target
		want    string
	}{
		{1, nil, "only on A: a type test would make all calls direct"},
		{1, []calls.Target{other}, "on A: a type test would make 30.0% of the calls direct"},
		{2, []calls.Target{other}, "on A, B: type tests would make 30.0% of the calls direct"},
		{3, []calls.Target{other}, "on A, B, C: type tests would make 30.0% of the calls direct"},
		{4, []calls.Target{other}, "on A, B, C and 1 other type: type tests would make 30.0% of the calls direct"},
		{5, []calls.Target{other}, "on A, B, C and 2 other types: type tests would make 30.0% of the calls direct"},
		{1, []calls.Target{{Calls: exactly(20)}, {Calls: calls.Count{Range: code.Range{Low: 50, High: code.Unlimited}}}}, "on A: a type test would make at most 30.0% of the calls direct"},
	} {
		last := &calls.Target{}
		if len(c.targets) > 0 {
			last = &c.targets[len(c.targets)-1]
		}
		site := &calls.Site{Saturated: !last.Calls.Fixed(), Targets: append([]calls.Target{{Calls: exactly(30), Types: ids[:c.types]}}, c.targets...)}
		r := callRow{outcome: optimized.Outcome{Indirect: 1}, table: &callTable{names: convert.NewNames(p, convert.NameOptions{})}, site: site, target: &site.Targets[0]}
		if got := r.typeFacts(); len(got) != 1 || got[0] != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
