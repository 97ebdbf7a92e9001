package fitname

import "testing"

// A placeholder that ends with the name of a method keeps words that say so, or loses the name.
func TestOriginsInTheirRoom(t *testing.T) {
	const name = "<callers unknown: in samples com.example.shop.InvoiceWriter.field>"
	for _, c := range []struct {
		width int
		want  string
	}{
		{66, name}, {65, "<callers unknown: in samples c.e.s.InvoiceWriter.field>"}, {50, "<callers unknown: in samples InvoiceWriter.field>"},
		{48, "<in samples c.e.s.InvoiceWriter.field>"}, {37, "<in samples InvoiceWriter.field>"}, {32, "<in samples InvoiceWriter.field>"},
		{31, "<callers unknown>"}, {17, "<callers unknown>"}, {16, "<unknown>"},
	} {
		if got := Method(name, c.width); got != c.want {
			t.Errorf("%d: %s, want %s", c.width, got, c.want)
		}
	}
	other := "<callers unknown: in samples com.example.shop.CartReader.field>"
	for n, short := range Fit([]NameInRoom{{name, 20}, {other, 20}, {"com.example.shop.InvoiceWriter.field", 20}}) {
		if want := map[bool]string{true: "<callers unknown>", false: "InvoiceWriter.field"}[n.Name[0] == '<']; short != want {
			t.Errorf("%s: %s, want %s", n.Name, short, want)
		}
	}
	if class, method := NameWidths(name); class != 38 || method != 9 {
		t.Errorf("columns: %d and %d", class, method)
	}
}
