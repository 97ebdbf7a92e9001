package cli

import (
	"os"
	"strings"

	"github.com/spf13/cobra"
)

// ColorWhen says when text is colored.
type ColorWhen int

const (
	colorAuto ColorWhen = iota
	ColorAlways
	ColorNever
)

// ColorFlag adds --color.
func ColorFlag(c *cobra.Command, to *ColorWhen) {
	ChoiceFlag(c, to, "color", "", "when to color text; auto: on a terminal, unless NO_COLOR is set",
		Pick[ColorWhen]{Word: "auto", Value: colorAuto}, Pick[ColorWhen]{Word: "always", Value: ColorAlways}, Pick[ColorWhen]{Word: "never", Value: ColorNever})
}

// On reports whether text is colored at the output.
func (when ColorWhen) On(out *Output) bool {
	return when == ColorAlways || when == colorAuto && out.Terminal() != nil &&
		os.Getenv("NO_COLOR") == "" && !strings.HasPrefix(os.Getenv("TERM"), "dumb")
}
