package words

import "strings"

// CommandAt returns the index in a text where a command line of iprof-viz begins that a reader may paste: it follows a colon, and the rest of
// the text is the command; -1: none. Prose about commands has no colon before their name.
func CommandAt(text string) int {
	const colon = ": "
	at := strings.LastIndex(text, colon+"iprof-viz ")
	if at < 0 {
		return -1
	}
	return at + len(colon)
}

// CommandLines breaks a command line in shell syntax into lines of at most room columns, 0: one line: each but the last ends in a backslash,
// so that it can be pasted. Flags, nearly all of which have values, stay together with what follows, and the program with its command.
func CommandLines(command string, room int, columns func(string) int) []string {
	args := splitCommand(command)
	var lines []string
	for len(args) > 0 {
		n := 1
		if lines == nil || strings.HasPrefix(args[0], "-") {
			n = min(2, len(args))
		}
		part := strings.Join(args[:n], " ")
		args = args[n:]
		if lines == nil {
			lines = []string{part}
			continue
		}
		last := &lines[len(lines)-1]
		need := columns(*last + " " + part)
		if len(args) > 0 {
			need += len(` \`)
		}
		if room <= 0 || need <= room {
			*last += " " + part
			continue
		}
		*last += ` \`
		lines = append(lines, "  "+part)
	}
	return lines
}

// splitCommand splits a command line at blanks that are not quoted, and leaves quotes as they are.
func splitCommand(command string) []string {
	var args []string
	begin, quote := 0, byte(0) // the one that is open
	for i := 0; i < len(command); i++ {
		switch {
		case quote != 0:
			switch {
			case command[i] == quote:
				quote = 0
			case command[i] == '\\' && quote == '"':
				i++
			}
		case command[i] == '\'' || command[i] == '"':
			quote = command[i]
		case command[i] == '\\':
			i++ // it is no quote
		case command[i] == ' ':
			if i > begin {
				args = append(args, command[begin:i])
			}
			begin = i + 1
		}
	}
	if begin < len(command) {
		args = append(args, command[begin:])
	}
	return args
}
