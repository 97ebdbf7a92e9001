package topic

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/lazyregexp"
)

// A block is a part of a page. The pages use a few parts of Markdown only; a test compares with a reader of all.
type block struct {
	kind  kind
	level int        // of a heading
	text  string     // of a heading or a paragraph, in Markdown
	lines []string   // of code, unchanged; or the items of a list
	rows  [][]string // of a table, the heading first
	right []bool     // by column: aligned to the right
}

type kind uint8

const (
	paragraph kind = iota
	heading
	code
	list
	table
)

// read divides a page into blocks.
func read(page string) []block {
	lines := strings.Split(page, "\n")
	var blocks []block
	for i := 0; i < len(lines); {
		line := lines[i]
		var b block
		begin := i
		switch {
		case strings.TrimSpace(line) == "":
			i++
			continue
		case strings.HasPrefix(line, "```"):
			for i++; i < len(lines) && !strings.HasPrefix(lines[i], "```"); i++ {
				b.lines = append(b.lines, lines[i])
			}
			i++
			b.kind = code
		case strings.HasPrefix(line, "    "):
			for ; i < len(lines) && (strings.HasPrefix(lines[i], "    ") || lines[i] == ""); i++ {
				b.lines = append(b.lines, strings.TrimPrefix(lines[i], "    "))
			}
			for b.lines[len(b.lines)-1] == "" {
				b.lines = b.lines[:len(b.lines)-1]
			}
			b.kind = code
		case strings.HasPrefix(line, "#"):
			b.kind, b.text = heading, strings.TrimSpace(strings.TrimLeft(line, "#"))
			b.level = len(line) - len(strings.TrimLeft(line, "#"))
			i++
		case strings.HasPrefix(line, "|"):
			for i < len(lines) && strings.HasPrefix(lines[i], "|") {
				i++
			}
			b = tableOf(lines[begin:i])
		case strings.HasPrefix(line, "- "):
			b.kind = list
			for ; i < len(lines) && lines[i] != ""; i++ {
				if item, ok := strings.CutPrefix(lines[i], "- "); ok {
					b.lines = append(b.lines, item)
				} else {
					b.lines[len(b.lines)-1] += " " + strings.TrimSpace(lines[i])
				}
			}
		default:
			for i < len(lines) && isText(lines[i]) {
				i++
			}
			b.text = strings.Join(lines[begin:max(i, begin+1)], " ")
			i = max(i, begin+1)
		}
		blocks = append(blocks, b)
	}
	return blocks
}

// isText reports whether a line continues a paragraph.
func isText(line string) bool {
	return line != "" && !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "- ") && !strings.HasPrefix(line, "```") && !strings.HasPrefix(line, "#")
}

// tableOf reads the lines of a table: the heading, alignments, and rows.
func tableOf(lines []string) block {
	b := block{kind: table}
	for n, line := range lines {
		cells := cellsOf(line)
		if n == 1 {
			for _, c := range cells {
				b.right = append(b.right, strings.HasSuffix(c, ":"))
			}
			continue
		}
		b.rows = append(b.rows, cells)
	}
	return b
}

// cellsOf divides a row at bars that are not escaped.
func cellsOf(line string) []string {
	const bar = "\x00"
	line = strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "|"), "|"), `\|`, bar)
	var cells []string
	for cell := range strings.SplitSeq(line, "|") {
		cells = append(cells, strings.TrimSpace(strings.ReplaceAll(cell, bar, "|")))
	}
	return cells
}

var (
	image    = lazyregexp.New(`!\[([^\]]*)\]\([^)]*\)`)
	link     = lazyregexp.New(`\[([^\]]+)\]\(([^)]*)\)`)
	strong   = lazyregexp.New(`\*\*([^*]+)\*\*`)
	emphasis = lazyregexp.New(`\*([^* ](?:[^*]*[^* ])?)\*`)
	toTopic  = lazyregexp.New(`^([a-z-]+)\.md((?:#.*)?)$`)
)

// plain returns a text without markup. Pictures become their descriptions, and links to other pages name these as topics of help.
func plain(text string) string {
	parts := strings.Split(links(text), "`")
	for i := range parts {
		if i%2 == 0 { // the others are code
			parts[i] = emphasis().ReplaceAllString(strong().ReplaceAllString(parts[i], "$1"), "$1")
		}
	}
	return strings.Join(parts, "")
}

// links replaces pictures and links; a link may contain code.
func links(text string) string {
	text = image().ReplaceAllString(text, "[picture: $1]")
	return link().ReplaceAllStringFunc(text, func(s string) string {
		parts := link().FindStringSubmatch(s)
		if to := toTopic().FindStringSubmatch(parts[2]); to != nil {
			return parts[1] + " (help " + to[1] + to[2] + ")"
		}
		return parts[1]
	})
}
