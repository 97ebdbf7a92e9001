package words

import (
	"strings"

	"github.com/iprof-viz/iprof-viz/internal/lazyregexp"
)

var shellSafe = lazyregexp.New(`^[\w%+,./:=@-]+$`)

// ShellQuote formats an argument in POSIX shell syntax. Control characters are unchanged.
func ShellQuote(arg string) string {
	if shellSafe().MatchString(arg) {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// FileArgument returns the name of a file as an argument that is not taken for a flag.
func FileArgument(name string) string {
	if strings.HasPrefix(name, "-") && name != "-" { // which is standard input
		return "./" + name
	}
	return name
}

// FileArguments applies [FileArgument] to each of several names.
func FileArguments(names []string) []string {
	args := make([]string, len(names))
	for i, name := range names {
		args[i] = FileArgument(name)
	}
	return args
}

// ShellLine formats arguments as a command line for a POSIX shell.
func ShellLine(args []string) string {
	quoted := make([]string, len(args))
	for i, arg := range args {
		quoted[i] = ShellQuote(arg)
	}
	return strings.Join(quoted, " ")
}
