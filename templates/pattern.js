	// A pattern as on the command line, see pattern.Compile: (?i) at its beginning ignores case, and what can only be part of a Java
	// name is itself: the dollar signs of nested classes, the brackets of arrays, the plus sign in front of an address, shortened packages, ….
	export function compilePattern(pattern) {
		const [, flags, given] = /^(?:\(\?([ims]+)\))?(.*)$/s.exec(pattern);
		// Without flags, as on the command line.
		const text = flags ? given : given.replace(/^(?:[a-z]\.)+(?=[A-Z])/, (initials) => initials.replaceAll(".", "\\w*\\."));
		let source = "", inClass = false;
		for (let i = 0; i < text.length; i++) {
			const c = text[i], rest = text.slice(i + 1);
			if (c === "\\" && rest) {
				source += c + text[++i];
				continue;
			}
			if (inClass) inClass = c !== "]";
			else if (c === "[" && /^\](?:$|[[)\\,|: ])/.test(rest)) {
				source += "\\[\\]";
				i++;
				continue;
			} else if (c === "[") {
				inClass = true;
				// A bracket that comes first is one of the class.
				const first = /^\^?\]/.exec(rest);
				if (first) {
					source += "[" + first[0].replace("]", "\\]");
					i += first[0].length;
					continue;
				}
			} else if (c === "…") {
				source += ".*";
				continue;
			} else if (c === "$" && /^\.?[$_<…0-9A-Za-z]/.test(rest) || text.startsWith("+0x", i) && /(?:^|[^\\])[0-9A-Za-z]$/.test(text.slice(0, i))) source += "\\";
			source += c;
		}
		return new RegExp(source, flags || "");
	}
