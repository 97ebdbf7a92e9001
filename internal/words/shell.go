package words

import (
	"regexp"
	"strings"
)

var shellSafe = regexp.MustCompile(`^[\w%+,./:=@-]+$`)

// ShellQuote formats an argument in POSIX shell syntax. Control characters are unchanged.
func ShellQuote(arg string) string {
	if shellSafe.MatchString(arg) {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// ShellLine formats arguments as a command line for a POSIX shell.
func ShellLine(args []string) string {
	quoted := make([]string, len(args))
	for i, arg := range args {
		quoted[i] = ShellQuote(arg)
	}
	return strings.Join(quoted, " ")
}
