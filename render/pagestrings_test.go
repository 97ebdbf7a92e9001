package render

import "testing"

// Fractions have six digits; strings and counts stay.
func TestRoundFractions(t *testing.T) {
	for from, want := range map[string]string{
		`{"a":0.123456789}`: `{"a":0.123457}`, `[0.99999999,1.0000000002]`: `[0.999999,1.000001]`, `0.99999951`: `0.999999`, `{"a":1.00000}`: `{"a":1}`,
		`[0.0000012345678,-0.5000000001]`: `[1.23457e-06,-0.5]`, `1234567.891234`: `1234567.891234`, `[66.6666666667,0.25,1.500]`: `[66.6667,0.25,1.500]`,
		`[9007199254740993,1e21]`: `[9007199254740993,1e21]`, `{"a,0.1234567":"b:0.1234567\",0.1234567","c":0.1234567}`: `{"a,0.1234567":"b:0.1234567\",0.1234567","c":0.123457}`,
	} {
		if got := string(roundFractions([]byte(from))); got != want {
			t.Errorf("%s: %s, want %s", from, got, want)
		}
	}
}
