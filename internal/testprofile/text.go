package testprofile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/iprof"
)

// Two hashes as in the names of lambdas.
const (
	LambdaHash  = "45dce27977eb3b217a31dc8778a0802922b54621"
	AnotherHash = "0123456789012345678901234567890123456789"
)

// Methods makes the tables for methods 1, 2, … of class T with the given names.
func Methods(names ...string) string {
	var list []string
	for i, name := range names {
		list = append(list, fmt.Sprintf(`{"id":%d,"name":%q,"signature":[9,8]}`, i+1, name))
	}
	return `"version":"1.0.0","types":[{"id":8,"name":"void"},{"id":9,"name":"T"}],"methods":[` + strings.Join(list, ",") + `]`
}

// WantText compares texts; tabs in the expected one only indent it.
func WantText(t *testing.T, what, got, want string) {
	t.Helper()
	if want = strings.TrimSpace(strings.ReplaceAll(want, "\t", "")); got != want {
		t.Errorf("%s:\n%s\nwant:\n%s", what, got, want)
	}
}

// Calls makes a section of call counts: Calls("1:0 5", "2:0<1:3 4").
func Calls(records ...string) string { return Section("callCountProfiles", records) }

// Samples makes a section of sampled stacks, like Calls.
func Samples(records ...string) string { return Section("samplingProfiles", records) }

// Section makes a section of records, each a context and its values.
func Section(name string, records []string) string {
	var list []string
	for _, r := range records {
		ctx, values, _ := strings.Cut(r, " ")
		list = append(list, fmt.Sprintf(`{"ctx":%q,"records":[%s]}`, ctx, strings.ReplaceAll(values, " ", ",")))
	}
	return `,"` + name + `":[` + strings.Join(list, ",") + `]`
}

// Program is a profile in which every method, CLASS.NAME, was entered once. Ids begin at first.
func Program(t *testing.T, first int, names ...string) *iprof.Profile {
	t.Helper()
	types := []string{fmt.Sprintf(`{"id":%d,"name":"void"}`, first)}
	var methods, calls []string
	for i, name := range names {
		dot := strings.LastIndexByte(name, '.')
		id := first + 1 + i
		types = append(types, fmt.Sprintf(`{"id":%d,"name":%q}`, id, name[:dot]))
		methods = append(methods, fmt.Sprintf(`{"id":%d,"name":%q,"signature":[%d,%d]}`, id, name[dot+1:], id, first))
		calls = append(calls, fmt.Sprintf(`{"ctx":"%d:0","records":[1]}`, id))
	}
	return Parse(t, fmt.Sprintf(`{"version":"1.0.0","types":[%s],"methods":[%s],"callCountProfiles":[%s]}`,
		strings.Join(types, ","), strings.Join(methods, ","), strings.Join(calls, ",")))
}

// Small has a recursion (a calls b calls a), frames of the VM and of the profiler, a method that is not listed, and
// overloads. Types: 1 app.A, 2 app.B, 3 com.oracle.svm.core.Heap, 4 com.oracle.svm.enterprise.profiling.Rt.
const Small = `{"version":"1.0.0","types":[{"id":1,"name":"app.A"},{"id":2,"name":"app.B"},{"id":3,"name":"com.oracle.svm.core.Heap"},
{"id":4,"name":"com.oracle.svm.enterprise.profiling.Rt"},{"id":5,"name":"void"},{"id":6,"name":"int"}],
"methods":[{"id":1,"name":"a","signature":[1,5]},{"id":2,"name":"b","signature":[2,5]},{"id":3,"name":"gc","signature":[3,5]},
{"id":4,"name":"count","signature":[4,5]},{"id":5,"name":"a","signature":[1,5,6]},{"id":6,"name":"scan","signature":[3,5]}],
"samplingProfiles":[
 {"ctx":"1:1<2:2<1:3<1:3","records":[10]},
 {"ctx":"2:2<1:3","records":[20]},
 {"ctx":"6:4<3:5<2:2<1:3","records":[30]},
 {"ctx":"4:1<2:2<1:3","records":[5]},
 {"ctx":"77:1<5:2","records":[15]},
 {"ctx":"4:0","records":[2]}],
"callCountProfiles":[
 {"ctx":"1:0","records":[100]},
 {"ctx":"2:0<1:3","records":[300]},
 {"ctx":"1:0<2:7<1:3","records":[30]},
 {"ctx":"4:0<2:8<1:3","records":[300]},
 {"ctx":"6:0<3:5<2:9","records":[7]},
 {"ctx":"77:0","records":[0]}]}`
