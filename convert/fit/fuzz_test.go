package fit_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert/check"
	"github.com/iprof-viz/iprof-viz/convert/fit"
	"github.com/iprof-viz/iprof-viz/internal/budget"
	"github.com/iprof-viz/iprof-viz/internal/testprofile"
)

// Any bytes are a list of methods or an error of one line. A method of a profile that the list has is not missing.
//
//fuzz:runs 4000
func FuzzReadMethods(f *testing.F) {
	f.Add([]byte("java.lang.Thread.sleep(long)\n# comment\napp.A.a\napp.B.b(int, java.lang.String[])\n"))
	f.Add([]byte(`{"methods":[{"declaringClass":"app.A","name":"a","paramTypes":["int"]}],"fields":[]}`))
	f.Add([]byte(`{"a.B":{"methods":[{"name":"x","paramTypes":["I"]}]}}`))
	p := testprofile.Parse(f, testprofile.Small)
	f.Fuzz(func(t *testing.T, data []byte) {
		defer budget.Reading.Start(t, len(data))()
		list, err := fit.ReadMethods(bytes.NewReader(data))
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\x1b\x00") {
				t.Errorf("%q", err)
			}
			return
		}
		fit := fit.NewListFit(p, list)
		if finding, any := check.GoneMethods(fit); any && strings.ContainsAny(finding.Text, "\n\x1b\x00") {
			t.Errorf("%q", finding.Text)
		}
	})
}
