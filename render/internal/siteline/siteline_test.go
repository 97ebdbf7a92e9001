package siteline

import (
	"slices"
	"testing"
)

// TestAllTypesOfASite wraps the types of a site that have no room on its line.
func TestAllTypesOfASite(t *testing.T) {
	line := Line{Mark: '◇', Head: "megamorphic: ", Sep: " | ", Tail: " (36)"}
	for _, name := range []string{"app.One", "app.Two", "app.Three"} {
		line.Parts = append(line.Parts, Part{Name: name, Share: "12.5%"})
	}
	for _, c := range []struct {
		width int
		want  []string
	}{
		{0, []string{"◇ megamorphic: app.One 12.5% | app.Two 12.5% | app.Three 12.5% (36)"}},
		{77, []string{"◇ megamorphic: app.One 12.5% | app.Two 12.5% | app.Three 12.5% (36)"}},
		{56, []string{"◇ megamorphic: app.One 12.5% | app.Two 12.5% |", "  app.Three 12.5% (36)"}},
		{42, []string{"◇ megamorphic: app.One 12.5% |", "  app.Two 12.5% |", "  app.Three 12.5% (36)"}},
	} {
		if got := line.AllTexts(Options{Width: c.width}, 10); !slices.Equal(got, c.want) {
			t.Errorf("width %d: %q, want %q", c.width, got, c.want)
		}
	}
}

// TestLongNameOfASite has a method whose own name leaves no room for the number of the others beside it, as in lists that show one part.
func TestLongNameOfASite(t *testing.T) {
	line := Line{Mark: '→', Sep: ", ", Parts: []Part{{Name: "app.Main.linkToTargetMethod", Share: "@108 83 samples"}}}
	for range 5 {
		line.Parts = append(line.Parts, Part{Name: "app.Main.run", Share: "9 samples"})
	}
	for _, c := range []struct {
		room int
		want []string
	}{
		{46, []string{"→ linkToTargetMethod @108 83 samples, … 5 more"}},
		{45, []string{"→ linkToTargetMethod @108 83 samples,", "  … 5 more"}},
		{37, []string{"→ linkToTargetMethod @108 83 samples,", "  … 5 more"}},
		{36, []string{"→ linkToTargetMethod @108 83", "  samples,", "  … 5 more"}},
	} {
		if got := line.Texts(Options{Width: c.room + 21}, 21); !slices.Equal(got, c.want) {
			t.Errorf("%d columns: %q, want %q", c.room, got, c.want)
		}
	}
}
