package texttable

import (
	"fmt"
	"testing"
)

// Texts keep their numbers while the table grows.
func TestNumbersAreByAppearance(t *testing.T) {
	for _, room := range []int{0, 7, 5000} {
		table := New(room)
		for _, again := range []bool{false, true} {
			for i := range 5000 {
				text := fmt.Sprint("m", i)
				if number, fresh := table.Add(text); int(number) != i || fresh == again || table.All[i] != text {
					t.Fatalf("room for %d: %s has the number %d, new: %v", room, text, number, fresh)
				}
			}
		}
		if len(table.All) != 5000 {
			t.Errorf("room for %d: %d texts", room, len(table.All))
		}
	}
}

// Texts with the same hash are distinguished, also after the table has grown.
func TestTextsOfOneHash(t *testing.T) {
	table := New(0)
	first, second := table.find(7, "a"), uint32(0)
	table.All = append(table.All, "a")
	table.slots[first] = slot{1, 7}
	if second = table.find(7, "b"); second == first || table.slots[second].number != 0 {
		t.Fatalf("b is in slot %d, as a is", second)
	}
	table.All = append(table.All, "b")
	table.slots[second] = slot{2, 7}
	table.grow()
	for text, number := range map[string]uint32{"a": 1, "b": 2} {
		if n := table.slots[table.find(7, text)].number; n != number {
			t.Errorf("%s has the number %d", text, n-1)
		}
	}
}
