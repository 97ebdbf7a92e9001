package javaname

import "testing"

func TestBest(t *testing.T) {
	gone := []Method{
		{"app.Shop", "find", "long"},
		{"app.Shop", "sum", ""},
		{"app.Cart$$Lambda/0x00000007c1156bd0", "run", ""},
		{"app.old.Tax", "rate", "int"},
		{"app.Basket", "add", "int"},
		{"app.Shop", "close", "boolean"},
	}
	offers := []Method{
		{"app.Shop", "find", "int"},          // other parameters
		{"app.Shop", "finds", "long"},        // another name, which is less likely
		{"app.Shop", "sums", ""},             // another name
		{"app.Shop", "sumUp", ""},            // one that is further off
		{"app.Shop", "aLongerOtherName", ""}, // most letters differ
		{"app.Cart$$Lambda/0x0000000800c", "run", ""},
		{"app.tax.Tax", "rate", "int"}, // another package
		{"app.Baskets", "add", "int"},  // another class
		{"app.Shop", "verifyAll", "boolean"},
	}
	want := []string{"app.Shop.find(int)", "app.Shop.sums()", "app.Cart$$Lambda/0x0000000800c.run()", "app.tax.Tax.rate(int)", "app.Baskets.add(int)", ""}
	for _, backward := range []bool{false, true} {
		s := NewRenameSearch(gone)
		for i := range offers {
			if backward {
				i = len(offers) - 1 - i
			}
			s.Offer(offers[i])
		}
		for i, m := range gone {
			if got := s.Best(i); got != want[i] {
				t.Errorf("%s is now %q, want %q (backward: %v)", m, got, want[i], backward)
			}
		}
	}
}
