package render

import "testing"

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{thousands(0), "0"},
		{thousands(999), "999"},
		{thousands(-1000), "-1,000"},
		{thousands(int64(1<<63 - 1)), "9,223,372,036,854,775,807"},
		{plural(1, "sample"), "1 sample"},
		{plural(0, "method entry"), "0 method entries"},
		{plural(2312, "one-sided branch"), "2,312 one-sided branches"},
		{shortPlural(1, "entry"), "1 entry"},
		{shortPlural(7884213, "entry"), "7.88M entries"},
		{shortCount(999), "999"},
		{shortCount(1000), "1.00k"},
		{shortCount(9994), "9.99k"},
		{shortCount(9996), "10.0k"},
		{shortCount(99960), "100k"},
		{shortCount(999499), "999k"},
		{shortCount(999500), "1.00M"},
		{shortCount(7884213), "7.88M"},
		{shortCount(23929230826), "23.9G"},
		{shortCount(9223372036854775807), "9.22E"},
		{treeCount(9999), "9,999"},
		{treeCount(28690), "28.7k"},
		{significant(2. / 3), "0.667"},
		{significant(1), "1"},
		{significant(12.5), "12.5"},
		{significant(0.0123456), "0.0123"},
		{significant(1e-7), "1e-07"},
		{significant(7884.2), "7,884"},
		{factor(1.0001), "×1"},
		{treeFactor(1.0001), "×1.00"},
		{treeFactor(1), "×1"},
		{treeFactor(12345), "×12.3k"},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}

func TestPercentages(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{percent(0, 7), "0%"},
		{percent(7, 7), "100%"},
		{percent(1, 1e6), "<0.01%"},
		{percent(999_999, 1e6), ">99.9%"},
		{percent(1, 1e4), "0.01%"},
		{percent(999, 1e4), "9.99%"},
		{percent(9999, 1e5), "10.0%"},
		{percent(1234, 1e4), "12.3%"},
		{points(15, 1000), "+1.50 points"},
		{points(-1, 1e4), "−0.0100 points"},
		{points(1, 1e6), "+0.000100 points"},
		{points(0, 1e6), "±0 points"}, {points(1e-15, 1), "±0 points"}, // rounding of sums
		{points(-1, 1), "−100.00 points"},
		// Methods in the order of their changes: no two are the same, down to a millionth.
		{pointsAlone(1_481_486, 7_289_085_708), "+0.0203"}, {pointsAlone(-16_890, 7_289_085_708), "−0.000232"}, {pointsAlone(9.14e-3, 1), "+0.91"}, {pointsAlone(5_904, 7_289_085_708), "+<0.0001"}, {pointsAlone(-1, 7_289_085_708), "−<0.0001"},
		{sharePercent(0, 1), "0.0%"},
		{sharePercent(0.0001, 1), "<0.1%"},
		{sharePercent(0.45678, 1), "45.7%"},
		{sharePercent(0.99999, 1), ">99.9%"},
		{sharePercent(1, 1), "100.0%"},
		{sharePercent(0.001, 0), "<1%"},
		{sharePercent(0.996, 0), ">99%"},
		{sharePercent(10./11, 0), "91%"},
		{rangePercent(0.6226, 0.9838, 0), "62–99%"}, // 10 of 11, rounded outwards
		{rangePercent(0.28, 0.29, 1), "28.0–29.0%"},
		{rangePercent(0, 1e-15, 1), "0.0–0.1%"}, // above 0 is not rounded to it
		{rangePercent(0, 0, 1), "0.0–0.0%"},
		{rangePercent(0.07, 0.07, 0), "7–7%"}, // 0.07*100 is more than 7
		{treePercent(0, 0), "n/a"},
		{treePercent(3, 3), "100%"},
		{treePercent(2, 3), "66.7%"},
		{coveragePercent(0.999), ">99%"},
		{coveragePercent(0.09), "9%"},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}

// TestCellStyle: the base of a table decides the decimals.
func TestCellStyle(t *testing.T) {
	coarse, fine := cellStyle{shortCounts: true}, cellStyle{shareDecimals: 1, intervalDecimals: 1}
	for _, c := range []struct{ got, want string }{
		{coarse.count(99999), "99,999"},
		{coarse.count(100000), "100k"},
		{fine.count(23929230826), "23,929,230,826"},
		{coarse.interval(0.6226, 0.9838), "62–99%"},
		{fine.interval(0.6226, 0.9838), "62.2–98.4%"},
		{cellStyle{shareDecimals: 1}.interval(0.01, 0.0999), "1.0–10.0%"},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}

func TestLengths(t *testing.T) {
	for want, got := range map[string]string{
		"12": svgNumber(12), ".5": svgNumber(0.5), "1180": svgNumber(1180), ".07": svgNumber(0.071), "10.1": svgNumber(10.0999),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
