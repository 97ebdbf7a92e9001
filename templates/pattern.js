	// A pattern as on the command line, see pattern.Compile: (?i) at its beginning ignores case, and what can only be part of a Java
	// name is itself: the dollar signs of nested classes, the brackets of arrays, the plus sign in front of an address, shortened packages, …,
	// parameters at the end.
	const pasted = /^((?:[^\\()[\]{}|*?^+]|\[\]|\+0?[x…]|…\+|\\u[0-9a-f]{4}|\\U[0-9a-f]{8})*(?:[^\\()[\]{}|*?^+., ]|\\u[0-9a-f]{4}|\\U[0-9a-f]{8})(?:\([A-Z]+\))?)\(((?:[^\\()[\]{}|*?^+]|\[\]|\[…\]?|…\]|\+0?[x…]|…\+|\\u[0-9a-f]{4}|\\U[0-9a-f]{8})*)\)(?::(?:[^\\()[\]{}|*?^+ ]|\[\])+)?(?: #[0-9]+)?(?: ?@[0-9]+)?(\$?)$/;
	export function compilePattern(pattern) {
		const [, flags, given] = /^(?:\(\?([ims]+)\))?(.*)$/s.exec(pattern);
		const escaped = (text) => {
			const found = /^\\(?:u[0-9a-f]{4}|U[0-9a-f]{8})/.exec(text)?.[0], code = found && parseInt(found.slice(2), 16);
			if (!found) return;
			const shows = code <= 0x7f || code > 0x10ffff || code >= 0xd800 && code < 0xe000;
			return [shows ? "\\" + found : `(?:${String.fromCodePoint(code)}|\\${found})`, found.length];
		};
		const literal = (text, type) => {
			let source = "";
			for (let i = 0; i < text.length;) {
				const c = text[i];
				if (type && (!i || text[i - 1] === " ") && c !== " " && c !== "…") source += "(?:[^ (]*\\.)?";
				const [s, n] = escaped(text.slice(i, i + 10)) || [c === "…" ? ".*" : ".$+[]()".includes(c) ? "\\" + c : c, 1];
				source += s;
				i += n;
			}
			return source;
		};
		// Parameters that are cut with the result, position(in…teBuffer, have no end.
		const open = given.indexOf("("), cut = given.indexOf("…", open), closed = open < 0 || cut < 0 || given.includes(")") ? given : given.slice(0, cut + 1) + ")";
		const parts = !flags && pasted.exec(closed), name = parts ? parts[1] : given;
		// Without flags, as on the command line.
		const initials = !flags && /^(?:(?:[a-z_]\.){2,}(?=[\p{L}_$<…])|[a-z_]\.(?=(?:[\p{L}\p{N}_-]+\.)*(?:\p{Lu}|[\p{L}\p{N}_-]*…)|(?:[\p{L}\p{N}_-]+\.){2}[\p{L}_$<]))?(?:F\.(?=.*_constructor_))?/u.exec(name)[0] || "";
		const text = name.slice(initials.length).replace(/^<(?:method )?([0-9]+)>$/, "<unknown method $1>");
		let source = initials && "\\b" + initials.replaceAll(".", "[^.]*\\."), inClass = false;
		if (parts) return new RegExp("(?:)" + source + literal(text) + "\\(" + literal(parts[2], true) + "\\)" + parts[3]);
		for (let i = 0; i < text.length; i++) {
			const c = text[i], rest = text.slice(i + 1);
			const escape = c === "\\" && !inClass && escaped(text.slice(i, i + 10));
			if (escape) {
				source += escape[0];
				i += escape[1] - 1;
				continue;
			}
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
			} else if (c === "$" && /^\.?[$_<…0-9A-Za-z]/.test(rest) || c === "+" && (text[i - 1] === "…" || rest[0] === "…" || /^0[x…]/.test(rest) && /(?:^|[^\\])[0-9A-Za-z]$/.test(text.slice(0, i)))) source += "\\";
			source += c;
		}
		return new RegExp(source, flags || "");
	}
