package pprof

import (
	"testing"

	"github.com/google/pprof/profile"
)

func TestUnits(t *testing.T) {
	for words, want := range map[string]profile.ValueType{
		"samples":           {Type: "samples", Unit: "count"},
		"method entries":    {Type: "calls", Unit: "count"},
		"counts":            {Type: "counts", Unit: "count"},
		"ms":                {Type: "time", Unit: "milliseconds"},
		"bytes":             {Type: "bytes", Unit: "bytes"},
		"ticks":             {Type: "ticks", Unit: "count"},
		"cpu nanoseconds":   {Type: "cpu", Unit: "nanoseconds"},
		"alloc_space bytes": {Type: "alloc_space", Unit: "bytes"},
		"alloc_objects":     {Type: "alloc_objects", Unit: "count"},
		"lock waits":        {Type: "lock waits", Unit: "count"},
	} {
		got := profile.ValueType{}
		if got.Type, got.Unit = valueTypeOf(words); got != want {
			t.Errorf("%s is %q in %q, want %q in %q", words, got.Type, got.Unit, want.Type, want.Unit)
		}
		if back := unitOf(&want); back != words {
			t.Errorf("%s of %s is %q, want %q", want.Unit, want.Type, back, words)
		}
	}
	for want, of := range map[string]profile.ValueType{
		"counts":       {},
		"contentions":  {Type: "contentions"},
		"alloc things": {Type: "alloc", Unit: "things"},
	} {
		if got := unitOf(&of); got != want {
			t.Errorf("%s of %s is %q, want %q", of.Unit, of.Type, got, want)
		}
	}
}

// The words of a unit lead back to pprof's type and unit.
func TestUnitsThereAndBack(t *testing.T) {
	for _, u := range units {
		if typ, of := valueTypeOf(u.words); typ != u.typ || of != u.unit {
			t.Errorf("%s: %s/%s, want %s/%s", u.words, typ, of, u.typ, u.unit)
		}
	}
}
