package iprof

import (
	"strings"
	"testing"
)

func TestEndsInSamples(t *testing.T) {
	const (
		sample = `{"ctx":"7:3<2:9","records":[2]}`
		call   = `{"ctx":"7:0<2:9","records":[2]}`
		branch = `{"ctx":"7:3","records":[9,0,5,12,1,6]}`
	)
	pad := strings.Repeat(" ", 1<<20)
	many := func(n int, record string) string { return strings.Repeat(record+",", n-1) + record }
	for _, tt := range []struct {
		text   string
		enough int64
		want   bool
	}{
		{`{"samplingProfiles":[` + sample + `]}`, 1, true},
		{`{"samplingProfiles":[` + sample + `]}`, 2, true},
		{`{"samplingProfiles":[` + sample + `]}`, 3, false},
		{`{"samplingProfiles":[` + many(3, sample) + `]}`, 6, true},
		{`{"samplingProfiles":[` + many(3, sample) + `]}`, 7, false},
		{`{"samplingProfiles":[` + call + `]}`, 1, true},
		{"{\"samplingProfiles\" :\r\n\t[ {\"ctx\" : \"7:0\",\n\"records\": [\n12\n]\n}\n]\n}\n", 12, true},
		{`{"samplingProfiles":[{"ctx":"7:3","records":[0]}]}`, 1, false},
		{`{"samplingProfiles":[]}`, 1, false},
		{`{"samplingProfiles":null}`, 1, false},
		{`{"samplingProfiles":[],"methods":[{"name":"\"samplingProfiles\":[` + sample + `"}]}`, 1, false},
		{`{"samplingProfiles":[` + sample + `],"methods":[{"id":1,"name":"m","signature":[]}]}`, 1, true},
		{`{"callCountProfiles":[` + call + `]}`, 1, false},
		{`{"conditionalProfiles":[` + branch + `]}`, 1, false},
		{`{"callCountProfiles":[` + call + `],"samplingProfiles":[` + sample + `]}`, 1, true},
		{``, 1, false},
		{`{`, 1, false},
		// Where the section begins is not at hand.
		{pad + many(2, sample) + `]}`, 4, true},
		{pad + many(2, sample) + `]}`, 5, false},
		{pad + many(5000, sample) + `]}`, 10000, true},
		{pad + many(5000, sample) + `]}`, 10001, false},
		{pad + many(5000, call) + `]}`, 1, false},
		{pad + many(5000, branch) + `]}`, 1, false},
		{`{"samplingProfiles":[` + many(50000, sample) + `]}`, 100000, true},
		{`{"samplingProfiles":[` + many(50000, sample) + `]}`, 100001, false},
		{`{"samplingProfiles":[` + sample + `]` + pad + `}`, 1, false}, // read as a whole, and found then
		// Cut off.
		{`{"samplingProfiles":[` + sample + `,{"ctx":"7:3<`, 2, true},
		{`{"samplingProfiles":[` + sample + `,{"ctx":"7:3<`, 3, false},
	} {
		r := strings.NewReader("x" + tt.text)
		r.ReadByte()
		got, err := endsInSamples(r, tt.enough)
		if got != tt.want || err != nil {
			t.Errorf("%.80q, %d: %v, %v", tt.text, tt.enough, got, err)
		}
		if r.Len() != len(tt.text) {
			t.Errorf("%.80q: %d bytes are left, want %d", tt.text, r.Len(), len(tt.text))
		}
	}
}
