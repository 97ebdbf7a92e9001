package javaname

import (
	"fmt"
	"strings"
	"testing"
)

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

// Overloads and namesakes of other packages are not compared with each other one by one, and the rest only so often.
func TestManyLikeMethods(t *testing.T) {
	params := func(i int) string { return strings.Repeat("int, ", i) }
	var overloads, others []Method
	for i := range 600 {
		overloads = append(overloads, Method{"app.Shop", "find", params(i)})
		others = append(others, Method{"app.Shop", fmt.Sprint("was", i), ""})
	}
	s := NewRenameSearch(overloads)
	for i := range 600 {
		s.Offer(Method{"app.Shop", "find", params(600 + i)})
	}
	if compared := maxComparisons - s.left; compared != 0 {
		t.Errorf("%d comparisons of overloads", compared)
	}
	if got, want := s.Best(7), "app.Shop.find("+params(600)+")"; got != want { // the first by name
		t.Errorf("%q, want %q", got, want)
	}
	s = NewRenameSearch(others)
	for i := range 600 {
		s.Offer(Method{"app.Shop", fmt.Sprint("is", i), ""})
	}
	if s.left != 0 {
		t.Errorf("%d comparisons are left", s.left)
	}
}
