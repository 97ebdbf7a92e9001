package fit_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/iprof-viz/iprof-viz/classpath"
	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/iprof"
)

// A profile of an older version of a class.
func ExampleNew() {
	p, err := iprof.Parse(strings.NewReader(`{"version":"1.0.0","types":[{"id":0,"name":"Greeter"},{"id":1,"name":"java.lang.String"}],
		"methods":[{"id":1,"name":"greet","signature":[0,1,1]},{"id":2,"name":"<init>","signature":[0,1]}],
		"callCountProfiles":[{"ctx":"1:0","records":[20]}],"conditionalProfiles":[{"ctx":"1:5","records":[8,0,3,14,1,17]}]}`), iprof.Options{})
	if err != nil {
		log.Fatal(err)
	}
	path, err := classpath.Open("../../classfile/testdata/greeter.jar", classpath.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer path.Close()

	names := convert.NewNames(p, convert.NameOptions{})
	fit := fit.New(p, names, fit.Code{Program: path})
	for _, m := range fit.Misfits {
		fmt.Println(names.Signature(int(m.Slot)), m.Verdict)
		for _, x := range m.Misfits {
			fmt.Printf("  @%d: recorded %s, the code has: %s\n", x.BCI, x.Recorded, x.Code)
		}
	}
	// Output:
	// Greeter.greet(java.lang.String) changed
	//   @5: recorded a conditional, the code has: no instruction begins there
}
