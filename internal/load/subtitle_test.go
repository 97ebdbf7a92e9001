package load

import (
	"path/filepath"
	"slices"
	"testing"
)

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

// TestShortNames: directories are left out as far as names stay distinct; the same file twice has the same name.
func TestShortNames(t *testing.T) {
	for _, c := range []struct{ paths, want []string }{
		{[]string{"/home/me/app.iprof"}, []string{"app.iprof"}},
		{[]string{"/home/me/new/app.iprof", "/home/me/old/app.iprof", "-"}, []string{"new/app.iprof", "old/app.iprof", "-"}},
		{[]string{"app.iprof", "./app.iprof"}, []string{"app.iprof", "app.iprof"}},
		{[]string{"/app.iprof", "/a/app.iprof"}, []string{"app.iprof", "a/app.iprof"}},
		{nil, []string{}},
	} {
		if got := ShortNames(c.paths...); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.paths, got, c.want)
		}
	}
	path := func(all ...string) string {
		return filepath.Join(all...) + string(filepath.ListSeparator) + filepath.Join("lib", "b.jar")
	}
	got := ClassOptions{ClassPath: path("home", "me", "a.jar"), JDK: filepath.Join("opt", "jdk-21")}.Short()
	if want := "a.jar" + string(filepath.ListSeparator) + "b.jar"; got.ClassPath != want || got.SourcePath != "" || got.JDK != "jdk-21" {
		t.Errorf("%+v", got)
	}
}
