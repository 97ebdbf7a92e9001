package iprof

import (
	"errors"
	"io"
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

// noEnd is a reader that cannot find its end.
type noEnd struct{ *strings.Reader }

func (r noEnd) Seek(offset int64, whence int) (int64, error) {
	if whence == io.SeekEnd {
		return 0, errors.New("no end")
	}
	return r.Reader.Seek(offset, whence)
}

// Without an end there is no guess, and the profile is read from where the reader was.
func TestEndsInSamplesWithoutEnd(t *testing.T) {
	text := `{"version":"1.0.0","types":[],"methods":[],"callCountProfiles":[{"ctx":"1:0","records":[3]}],"samplingProfiles":[{"ctx":"1:3","records":[9]}]}`
	if found, err := endsInSamples(noEnd{strings.NewReader(text)}, 1); found || err != nil {
		t.Error(found, err)
	}
	p, err := Parse(noEnd{strings.NewReader(text)}, Options{EnoughSamples: 100})
	if err != nil || p.Total(Calls) != 3 || p.Total(Samples) != 9 {
		t.Errorf("%v, %v", p, err)
	}
}
