package svgtext

import "testing"

func TestLengths(t *testing.T) {
	for want, got := range map[string]string{
		"12": Number(12), ".5": Number(0.5), "1180": Number(1180), ".07": Number(0.071), "10.1": Number(10.0999),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
