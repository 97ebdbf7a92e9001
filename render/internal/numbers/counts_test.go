package numbers

import (
	"testing"

	"github.com/iprof-viz/iprof-viz/internal/words"
)

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Thousands(0), "0"},
		{Thousands(999), "999"},
		{Thousands(-1000), "-1,000"},
		{Thousands(int64(1<<63 - 1)), "9,223,372,036,854,775,807"},
		{Signed(1000), "+1,000"}, {Signed(1), "+1"}, {Signed(-1), "−1"}, {Signed(0), "±0"},
		{Plural(1, "sample"), "1 sample"},
		{Plural(0, "method entry"), "0 method entries"},
		{Plural(2312, "fully biased branch"), "2,312 fully biased branches"},
		{ShortPlural(1, "entry"), "1 entry"},
		{ShortPlural(7884213, "entry"), "7.88M entries"},
		{ShortCount(999), "999"},
		{ShortCount(1000), "1.00k"},
		{ShortCount(9994), "9.99k"},
		{ShortCount(9996), "10.0k"},
		{ShortCount(99960), "100k"},
		{ShortCount(999499), "999k"},
		{ShortCount(999500), "1.00M"},
		{ShortCount(7884213), "7.88M"},
		{ShortCount(23929230826), "23.9G"},
		{ShortCount(9223372036854775807), "9.22E"},
		{TreeCount(9999), "9,999"},
		{TreeCount(28690), "28.7k"},
		{words.Significant(2. / 3), "0.667"},
		{words.Significant(1), "1"},
		{words.Significant(12.5), "12.5"},
		{words.Significant(0.0123456), "0.0123"},
		{words.Significant(1e-7), "1e-07"},
		{words.Significant(7884.2), "7,884"},
		{Factor(1.0001), "×1"},
		{TreeFactor(1.0001), "×1.00"},
		{TreeFactor(1), "×1"},
		{TreeFactor(12345), "×12.3k"},
		{Measured("ms"), "time"},
		{Measured("cpu nanoseconds"), "cpu time"},
		{Measured("samples"), "samples"},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}

func TestPercentages(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Percent(0, 7), "0%"},
		{Percent(7, 7), "100%"},
		{Percent(1, 1e6), "<0.01%"},
		{Percent(999_999, 1e6), ">99.9%"},
		{Percent(1, 1e4), "0.01%"},
		{Percent(999, 1e4), "9.99%"},
		{Percent(9999, 1e5), "10.0%"},
		{Percent(1234, 1e4), "12.3%"},
		{Points(15, 1000), "+1.50 points"},
		{Points(-1, 1e4), "−0.0100 points"},
		{Points(1, 1e6), "+0.000100 points"},
		{Points(0, 1e6), "±0 points"}, {Points(1e-15, 1), "±0 points"}, // rounding of sums
		{Points(-1, 1), "−100.00 points"},
		// Methods in the order of their changes: no two are the same, down to a millionth.
		{PointsAlone(1_481_486, 7_289_085_708), "+0.0203"}, {PointsAlone(-16_890, 7_289_085_708), "−0.000232"}, {PointsAlone(9.14e-3, 1), "+0.91"}, {PointsAlone(5_904, 7_289_085_708), "+<0.0001"}, {PointsAlone(-1, 7_289_085_708), "−<0.0001"},
		{CoveragePercent(0.009), "<1%"}, {CoveragePercent(0.01), "1%"}, {CoveragePercent(0.994), ">99%"}, {CoveragePercent(0.985), "98%"},
		{SharePercent(0, 1), "0.0%"},
		{SharePercent(0.0001, 1), "<0.1%"},
		{SharePercent(0.45678, 1), "45.7%"},
		{SharePercent(0.99999, 1), ">99.9%"},
		{SharePercent(1, 1), "100.0%"},
		{SharePercent(0.001, 0), "<1%"},
		{SharePercent(0.996, 0), ">99%"},
		{SharePercent(10./11, 0), "91%"},
		{BoundPercent("", 0.99999, 1), ">99.9%"}, {BoundPercent("≥", 0.5, 1), "≥ 50.0%"}, {BoundPercent("≤", 1.5, 1), "≤ 150.0%"},
		{BoundPercent("≥", 0.99999, 1), ">99.9%"}, {BoundPercent("≤", 0.0001, 1), "<0.1%"}, // one sign
		{BoundPercent("≤", 0.99999, 1), "≤ 100%"}, {BoundPercent("≥", 0.0001, 1), ">0%"},
		{words.RangePercent(0.6226, 0.9838, 0), "62–99%"}, // 10 of 11, rounded outwards
		{words.RangePercent(0.28, 0.29, 1), "28.0–29.0%"},
		{words.RangePercent(0, 1e-15, 1), "0.0–0.1%"}, // above 0 is not rounded to it
		{words.RangePercent(0, 0, 1), "0.0–0.0%"},
		{words.RangePercent(0.07, 0.07, 0), "7–7%"}, // 0.07*100 is more than 7
		{TreePercent(0, 0), "n/a"},
		{TreePercent(3, 3), "100%"},
		{TreePercent(2, 3), "66.7%"},
		{TreePercent(88, 10_000), Percent(88, 10_000)}, // documents say 0.88%, as pages do
		{TreePercent(88, 10_000), "0.88%"},
		{CoveragePercent(0.999), ">99%"},
		{CoveragePercent(0.09), "9%"},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}

// Counts of a line that is too long are shortened, and a range is one count if its ends become the same.
func TestFitHead(t *testing.T) {
	for line, want := range map[string]string{
		"79,450,000 to 79,500,000 calls stayed calls":  "≈79.5M calls stayed calls",
		"79,360,000 to 79,500,000 calls stayed calls":  "79.4M to 79.5M calls stayed calls",
		"from 12,345 to 12,345 of 1,234,567,890 calls": "from 12,345 to 12,345 of 1.23G calls",
	} {
		if got := FitHead(line, 20); got != want {
			t.Errorf("%q becomes %q, want %q", line, got, want)
		}
		if got := FitHead(line, 0); got != line {
			t.Errorf("%q becomes %q without a limit", line, got)
		}
	}
}
