package table

// Counts that look like two 32-bit numbers read as one mean nothing, see iprof.LooksPacked: tables mark them, and have their rows last.

// DamageKey is the key of the column that marks damaged counts for programs.
const DamageKey = "counts"

// MarkDamaged returns the cells of counts with the mark of damaged ones, in the rows that have these.
func MarkDamaged[R any](cell func(R) Cell, damaged func(R) bool) func(R) Cell {
	return func(r R) Cell {
		if damaged(r) {
			return cell(r).Marked("≠")
		}
		return cell(r)
	}
}

// DamageColumn returns the column of [DamageKey].
func DamageColumn[R any](csv int, damaged func(R) bool) ColumnOf[R] {
	const word = "damaged"
	return Of(Column{Key: DamageKey, Kind: WordColumn, Words: []string{word}, CSV: csv, Presence: Sometimes,
		Doc: "damaged: the row includes a count that looks like two 32-bit numbers read as one, so that its sum is meaningless."},
		func(r R) Cell {
			if !damaged(r) {
				return Cell{}
			}
			return TextCell(word)
		})
}

// DamageNote explains the mark, given the things that have it, and that they are last unless the order is that of names.
func DamageNote(things, counts, order string) string {
	note := "≠: counts of " + things + " look like two 32-bit numbers read as one: their " + counts + " mean nothing"
	if order != "name" {
		note += ", so they are last"
	}
	return note
}
