package render

import "testing"

func TestRoundFraction(t *testing.T) {
	for from, want := range map[string]string{
		":0.123456789": ":0.123457", ":0.99999999": ":0.999999", ":0.99999951": ":0.999999", ":1.0000000002": ":1.000001", ":1.00000": ":1",
		",0.0000012345678": ",1.23457e-06", "[-0.5000000001": "[-0.5", ":1234567.891": ":1234567.891", ":66.6666666667": ":66.6667",
	} {
		if got := string(roundFraction([]byte(from))); got != want {
			t.Errorf("%s: %s, want %s", from, got, want)
		}
	}
}
