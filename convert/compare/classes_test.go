package compare

import "testing"

// Names of classes are alike if they differ in the package only, or in the outer class, which was renamed as well.
func TestLikenessOfClasses(t *testing.T) {
	became := map[string]string{"app.Order": "app.Purchase", "": "app.Purchase"}
	for _, c := range []struct {
		old, new string
		want     float64
	}{
		{"app.Order", "shop.Order", likeClassName},
		{"app.Order", "app.Purchase", 0},
		{"app.Order$Line", "app.Purchase$Line", likeClassName},
		{"app.Order$Line", "app.Purchase$Row", 0},
		{"app.Bill$Line", "app.Purchase$Line", 0},
		{"$Line", "app.Purchase$Line", 0},
	} {
		if got := (&classes{names: []string{c.old, c.new}, became: became}).likeness(0, 1); got != c.want {
			t.Errorf("%s and %s: %v, want %v", c.old, c.new, got, c.want)
		}
	}
}

// The class of a printed name ends at the last dot before the parameters.
func TestSplitName(t *testing.T) {
	for printed, want := range map[string][2]string{
		"app.A.b": {"app.A", "b"}, "A.b(java.lang.String)": {"A", "b(java.lang.String)"}, "f(a.b)": {"", "f(a.b)"}, "main": {"", "main"}, ".a": {"", ".a"}, "A.": {"A", ""}, "": {"", ""},
	} {
		if class, name := splitName(printed); class != want[0] || name != want[1] {
			t.Errorf("%s: %q and %q", printed, class, name)
		}
	}
}
