// Package pixeltext measures, cuts and wraps text in pixels.
package pixeltext

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/iprof-viz/iprof-viz/render/internal/plaintext"
)

// asciiWidths are advance widths in thousandths of the font size, from space to tilde: the larger of Verdana's and DejaVu Sans's.
// These fonts come first in flame.css; Windows and macOS have the former, Linux the latter. Other fonts are narrower, so text may
// end early but never overflows.
var asciiWidths = [...]int16{
	352, 401, 460, 838, 636, 1076, 780, 275, 454, 454, 636, 838, 364, 454, 364, 454, // space to /
	636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 454, 454, 838, 838, 838, 545, // 0 to ?
	1000, 684, 686, 698, 771, 632, 575, 775, 752, 421, 455, 693, 557, 863, 748, 787, // @ to O
	603, 787, 695, 684, 616, 732, 684, 989, 685, 615, 685, 454, 454, 454, 838, 636, // P to _
	636, 613, 635, 550, 635, 615, 352, 635, 634, 278, 344, 592, 278, 974, 634, 612, // ` to o
	635, 635, 427, 521, 394, 634, 592, 818, 592, 592, 525, 636, 454, 636, 838, // p to ~
}

// BoldWidening is the width of bold text relative to regular text.
const BoldWidening = 1.13

// Width returns the width of text in pixels at a font size.
func Width(s string, size float64) float64 {
	thousandths := 0
	for _, r := range s {
		thousandths += RuneWidth(r)
	}
	return float64(thousandths) / 1000 * size
}

// RuneWidth returns the width of a character in thousandths of the font size. East Asian characters are as wide as the font size,
// emoji a little wider; other alphabets count as wide as their widest letters. Joined emoji count one by one, because not all fonts
// have the joined one.
func RuneWidth(r rune) int {
	switch {
	case r < ' ' || r == 0x7f:
		return 0
	case r < utf8.RuneSelf:
		return int(asciiWidths[r-' '])
	case r == '…':
		return 1000
	case r >= 0x1F000 && r < 0x20000:
		return 1300
	}
	switch uniseg.StringWidth(string(r)) {
	case 0:
		return 0
	case 1:
		return 900
	default:
		return 1000
	}
}

// Cut returns as many whole characters of s as fit into a width in pixels, with an ellipsis if some do not. It returns ""
// if fewer than three would be left.
func Cut(s string, size, width float64) string {
	if Width(s, size) <= width {
		return s
	}
	width -= Width(plaintext.Ellipsis, size)
	end, kept, state := 0, 0, -1
	for rest := s; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		width -= Width(cluster, size)
		if width < 0 {
			break
		}
		end += len(cluster)
		kept++
	}
	if kept < 3 {
		return ""
	}
	return s[:end] + plaintext.Ellipsis
}

// Wrap breaks text at spaces into lines that fit into a width in pixels. A word that is longer than a line is truncated.
func Wrap(s string, size, width float64) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		if line != "" && Width(line+" "+word, size) <= width {
			line += " " + word
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		line = Cut(word, size, width)
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// Slides, in pixels.
const (
	SlidePixels = 1920 // width, unless the options say otherwise
	MinOnSlides = 16   // minimum size of text that can be read from a distance
)
