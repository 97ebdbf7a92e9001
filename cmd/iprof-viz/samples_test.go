package main

import (
	"strings"
	"testing"
)

func TestHasSamples(t *testing.T) {
	pad := strings.Repeat(" ", 1<<20)
	for text, want := range map[string]bool{
		`{"samplingProfiles":[{"ctx":"1:0","records":[1]}]}`: true,
		"{\"samplingProfiles\" :\r\n\t[ {":                   true,
		`{"samplingProfiles":[]}`:                            false,
		`{"samplingProfiles":[ ]}`:                           false,
		`{"samplingProfiles":null}`:                          false,
		`{"callCountProfiles":[{"ctx":1`:                     false,
		``:                                                   false,
		`{"samplingProfiles":[{"ctx":"1:0","records":[1]}],"methods":[{"name":"samplingProfiles"}]}`:       true,
		`{"samplingProfiles":[],"methods":[{"name":"samplingProfiles"},{"name":"\"samplingProfiles\":"}]}`: false,
		`{"samplingProfiles":[{` + pad + pad + `}]}`:                                                       true,
		pad + `"samplingProfiles":[{`: true,
		// One number at a BCI that is no call count's, wherever the section begins.
		`{"ctx":"1:0","records":[1]},{"ctx":"1:7<2:0","records":[12]}]}`: true,
		`{"ctx":"1:7","records":[1]},{"ctx":"1:0<2:7","records":[12]}]}`: false,
		`{"ctx":"1:7","records":[1]},{"ctx":"1:7","records":[3,12]}]}`:   false,
		`{"ctx":"1:-5","records":[12]}]}`:                                false,
		`{"ctx":"1:","records":[12]}]}`:                                  false,
		`{"ctx":"1:7`:                                                    false,
	} {
		if got := hasSamples(strings.NewReader(text), int64(len(text))); got != want {
			t.Errorf("%.80q: %v", text, got)
		}
	}
	// The key on and around the borders of the blocks that are looked at.
	for _, border := range []int{64 << 10, 64<<10 + 1<<20} {
		for behind := border - 40; behind < border+40; behind++ {
			text := `{"samplingProfiles":[{`
			text += strings.Repeat(" ", behind)
			if !hasSamples(strings.NewReader(text), int64(len(text))) {
				t.Errorf("%d bytes from the end: none", behind)
			}
		}
	}
}
