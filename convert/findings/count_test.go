package findings_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/testprofile"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// siteCounts are what encoding/json counts at a conditional with two targets.
type siteCounts struct {
	executions, allExecutions int64 // all: outside of native-image's own code and the profiler's
	entries                   int64 // of the method
	samples, allSamples       int64 // in the method's own code
}

// countSite counts a site in the text of a profile. In 0.x files, a target of several successors counts once in a record.
func countSite(t *testing.T, data []byte, class, method string, bci int) siteCounts {
	t.Helper()
	var d testprofile.Document
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	types := map[int32]string{}
	for _, x := range d.Types {
		types[x.ID] = x.Name + x.TypeName
	}
	unchangeable, chosen := map[string]bool{}, map[string]bool{}
	for _, m := range d.Methods {
		of := types[m.Signature[0]]
		id := fmt.Sprint(m.ID)
		for _, prefix := range []string{"com.oracle.svm.", "com.oracle.graal.", "org.graalvm.", "jdk.graal."} {
			unchangeable[id] = unchangeable[id] || strings.HasPrefix(of, prefix)
		}
		chosen[id] = of == class && m.Name+m.MethodName == method
	}
	leaf := func(r testprofile.Record) (id, at string) {
		id, at, _ = strings.Cut(r.Frames()[0], ":")
		return id, at
	}
	var c siteCounts
	for _, r := range d.Section(iprof.Conditionals) {
		id, at := leaf(r)
		byTarget := map[int64]int64{}
		for i := 0; i < len(r.Records); i += 3 {
			byTarget[r.Records[i]] = r.Records[i+2]
		}
		for _, n := range byTarget {
			if !unchangeable[id] {
				c.allExecutions += n
			}
			if chosen[id] && at == fmt.Sprint(bci) {
				c.executions += n
			}
		}
	}
	for _, r := range d.Section(iprof.Calls) {
		if id, _ := leaf(r); chosen[id] {
			c.entries += r.Records[0]
		}
	}
	for _, r := range d.Section(iprof.Samples) {
		id, _ := leaf(r)
		if !unchangeable[id] {
			c.allSamples += r.Records[0]
		}
		if chosen[id] {
			c.samples += r.Records[0]
		}
	}
	return c
}
