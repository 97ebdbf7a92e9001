package render

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

const ellipsis = "…"

// asciiWidths are advance widths in thousandths of the font's size, from space to tilde: the larger of Verdana's and
// DejaVu Sans's. These two come first in flame.css and are at hand on Windows and macOS, and on Linux. Other fonts are
// narrower: text then ends a little early, but never runs over.
var asciiWidths = [...]int16{
	352, 401, 460, 838, 636, 1076, 780, 275, 454, 454, 636, 838, 364, 454, 364, 454, // space to /
	636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 454, 454, 838, 838, 838, 545, // 0 to ?
	1000, 684, 686, 698, 771, 632, 575, 775, 752, 421, 455, 693, 557, 863, 748, 787, // @ to O
	603, 787, 695, 684, 616, 732, 684, 989, 685, 615, 685, 454, 454, 454, 838, 636, // P to _
	636, 613, 635, 550, 635, 615, 352, 635, 634, 278, 344, 592, 278, 974, 634, 612, // ` to o
	635, 635, 427, 521, 394, 634, 592, 818, 592, 592, 525, 636, 454, 636, 838, // p to ~
}

// textWidth returns the width of text in pixels at a font size.
func textWidth(s string, size float64) float64 {
	thousandths := 0
	for _, r := range s {
		thousandths += runeWidth(r)
	}
	return float64(thousandths) / 1000 * size
}

// runeWidth is in thousandths of the font's size. East Asian characters fill the square of it, emoji a little more; of
// other alphabets the widest letters are assumed. Emoji that should melt into one count each, as not all fonts have
// the one.
func runeWidth(r rune) int {
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

// cutText returns as many whole characters of s as fit into a width, with an ellipsis if some do not. Where less than
// three would be left it returns nothing.
func cutText(s string, size, width float64) string {
	if textWidth(s, size) <= width {
		return s
	}
	width -= textWidth(ellipsis, size)
	end, kept, state := 0, 0, -1
	for rest := s; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		width -= textWidth(cluster, size)
		if width < 0 {
			break
		}
		end += len(cluster)
		kept++
	}
	if kept < 3 {
		return ""
	}
	return s[:end] + ellipsis
}

// shortenName returns the most telling form of a frame's name that fits into a width. Parameters go first, then package
// by package is written by its initial, from the outermost on, then packages go, and only then is something cut: the
// class while the whole method and a few letters of the class can stay, else the method, else the class goes:
//
//	com.example.shop.CartService.checkout(int)
//	com.example.shop.CartService.checkout
//	c.example.shop.CartService.checkout
//	c.e.s.CartService.checkout
//	CartService.checkout
//	CartSer….checkout
//	CartService.che…    where that leaves more
//	…checkout
//	CartS…
//
// Of what stands for a name, as <unknown method 1666> does, the last word tells it apart: <1666>.
func shortenName(name string, size, width float64) string {
	if textWidth(name, size) <= width {
		return name
	}
	fits := func(s string) bool { return textWidth(s, size) <= width }
	if name = lastWords(name, fits); fits(name) {
		return name
	}
	packages, rest := splitName(name)
	if i := strings.IndexByte(rest, '('); i > 0 && strings.HasSuffix(rest, ")") {
		rest = rest[:i]
	}
	room := width - textWidth(rest, size)
	if room < 0 {
		return cutName(rest, size, width)
	}
	var short strings.Builder
	wide := textWidth(packages, size)
	for packages != "" && wide > room {
		first, inner, _ := strings.Cut(packages, ".")
		_, n := utf8.DecodeRuneInString(first)
		short.WriteString(first[:n])
		short.WriteByte('.')
		packages = inner
		wide -= textWidth(first[n:], size)
	}
	if wide > room {
		return rest
	}
	return short.String() + packages + rest
}

// lastWords leaves out of what stands for a name its first words until it fits, or is one word.
func lastWords(name string, fits func(string) bool) string {
	if !strings.HasPrefix(name, "<") || !strings.HasSuffix(name, ">") {
		return name
	}
	for !fits(name) {
		_, rest, more := strings.Cut(name[1:], " ")
		if !more {
			break
		}
		name = "<" + rest
	}
	return name
}

// cutName cuts class and method.
func cutName(name string, size, width float64) string {
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 {
		return cutText(name, size, width)
	}
	class, method := name[:dot], name[dot:]
	if s := cutText(class, size, width-textWidth(method, size)); len(s) >= 4+len(ellipsis) {
		return s + method
	}
	s := cutText(name, size, width)
	if len(s) < dot+len(".run")+len(ellipsis) && textWidth(ellipsis+method[1:], size) <= width {
		return ellipsis + method[1:]
	}
	return s
}

// splitName parts a name of Java's form into its packages, each with its dot, and class and method. Names of other
// forms have no packages.
func splitName(name string) (packages, rest string) {
	end := 0
	for {
		i := strings.IndexByte(name[end:], '.')
		if i <= 0 || !isPackage(name[end:end+i]) || !strings.Contains(name[end+i+1:], ".") {
			return name[:end], name[end:]
		}
		end += i + 1
	}
}

// isPackage tells a package from a class by its lower-case initial.
func isPackage(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c == '_', c >= utf8.RuneSelf:
		case i > 0 && (c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-'):
		default:
			return false
		}
	}
	return true
}

// maxName is how many bytes of a name a picture has. Longer ones are made to do harm.
const maxName = 2000

// boundName cuts a name that is longer than maxName.
func boundName(s string) string {
	if len(s) <= maxName {
		return s
	}
	start := maxName
	for start > 0 && !utf8.RuneStart(s[start]) {
		start--
	}
	end, state := 0, -1
	for rest := s[:start]; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if rest != "" { // the last may be a part of one
			end += len(cluster)
		}
	}
	return s[:end] + ellipsis
}

// wrapText breaks text into lines that fit into a width, at spaces; a word that is longer than a line is cut.
func wrapText(s string, size, width float64) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		if line != "" && textWidth(line+" "+word, size) <= width {
			line += " " + word
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		line = cutText(word, size, width)
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
