package load

import "testing"

func TestSubtitle(t *testing.T) {
	for _, c := range []struct {
		files          []string
		base           string
		subtitle, name string
	}{
		{[]string{"dir/app.iprof"}, "", "app.iprof", ""},
		{[]string{"-"}, "", "", ""},
		{[]string{"new/app.iprof"}, "old/run.iprof", "app.iprof, compared with run.iprof", "run.iprof"},
		{[]string{"a/new/app.iprof"}, "a/old/app.iprof", "new/app.iprof, compared with old/app.iprof", "old/app.iprof"},
		{[]string{"app.iprof"}, "./app.iprof", "app.iprof, compared with app.iprof", "app.iprof"},
		{[]string{"-"}, "old/app.iprof", "standard input, compared with app.iprof", "app.iprof"},
		{[]string{"a.iprof", "b.iprof"}, "old/a.iprof", "sum of 2 profiles, compared with a.iprof", "a.iprof"},
	} {
		if got := Subtitle(c.files, c.base); got != c.subtitle {
			t.Errorf("%v since %q: %q, want %q", c.files, c.base, got, c.subtitle)
		}
		if got := BaseName(c.files, c.base); got != c.name {
			t.Errorf("base of %v: %q, want %q", c.files, got, c.name)
		}
	}
}
