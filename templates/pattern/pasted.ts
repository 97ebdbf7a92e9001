// Patterns as users write and paste them.

import { plainReference, separator } from "./reference";

/** Prefix of the expression of a name with parameters. */
export const pastedMark = "(?:)";
/** Packages before a type. */
export const anyPackage = "(?:[^ (]*\\.)?";
const anyLetters = "[^.]*\\.";

// Text that stands for itself in a name. Each text is read in one way only: the author of a link may want the page to hang.
const escape = String.raw`\\u[0-9a-f]{4}|\\U[0-9a-f]{8}`, beginsEscape = new RegExp(`^(?:${escape})`), plain = String.raw`[^\\()[\]{}|*?^+…]|\[\]|\+0?[x…]|${escape}`;
// A name with parameters, whose first group is everything before them.
const pasted = new RegExp(String.raw`^((?:${plain}|…(?:\+|(?!\+)))*(?:[^\\()[\]{}|*?^+., ]|${escape})(?:\([A-Z]+\))?)\(((?:${plain}|\[…\]?|…(?:[+\]]|(?![+\]])))*)\)(?::(?:[^\\()[\]{}|*?^+ ]|\[\])+)?(?: #[0-9]+)?(?: ?@[0-9]+)?(\$?)$`);
// Packages shortened to their first letters.
const shortened = /^(?:(?:[a-z_]\.){2,}(?=[\p{L}_$<…])|[a-z_]\.(?=(?:[\p{L}\p{N}_-]+\.)*(?:\p{Lu}|[\p{L}\p{N}_-]*…)|(?:[\p{L}\p{N}_-]+\.){2}[\p{L}_$<]))?(?:F\.(?=.*_constructor_))?/u;

/**
 * The expression, as Go writes it, of a pattern as on the command line, see pattern.Compile: (?i) at its beginning ignores case, and what
 * can only be part of a Java name stands for itself: the dollar signs of nested classes, the brackets of arrays, the plus sign before an
 * address, shortened packages, …, parameters at the end; and names as other tools write
 * them match as well.
 */
export function expressionOf(pattern: string): string {
	pattern = plainReference(pattern);
	// Parameters that are truncated together with the return type, position(in…teBuffer, have no end.
	const open = pattern.indexOf("("), cut = pattern.indexOf("…", open), closed = open < 0 || cut < 0 || pattern.includes(")") ? pattern : pattern.slice(0, cut + 1) + ")";
	const parts = pasted.exec(closed), name = parts ? parts[1] : pattern.replace(/^<(?:method )?([0-9]+)>$/, "<unknown method $1>"), initials = shortened.exec(name)![0];
	const text = name.slice(initials.length), start = initials && "\\b" + initials.replaceAll(".", anyLetters);
	return parts ? pastedMark + start + literally(text) + "\\(" + literally(parts[2], true) + "\\)" + parts[3] : start + expressionOfName(text);
}

// An escaped character, as in names, at the beginning of a text, and the length of the escape.
function escaped(text: string): [source: string, length: number] | null {
	const found = beginsEscape.exec(text)?.[0];
	if (!found) return null;
	const code = parseInt(found.slice(2), 16), shows = code <= 0x7f || code > 0x10ffff || code >= 0xd800 && code < 0xe000;
	return [shows ? "\\" + found : `(?:${String.fromCodePoint(code)}|\\${found})`, found.length];
}

// The expression of a name, or of types, which may lack their packages.
function literally(text: string, types = false): string {
	let source = "";
	for (let i = 0; i < text.length;) {
		const c = text[i];
		if (types && (!i || text[i - 1] === " ") && c !== " " && c !== "…") source += anyPackage;
		const [s, n] = separator(text, i) || escaped(text.slice(i, i + 10)) || [c === "…" ? ".*" : ".$+[]()".includes(c) ? "\\" + c : c, 1];
		source += s;
		i += n;
	}
	return source;
}

// An expression that may contain parts of names.
function expressionOfName(text: string): string {
	let source = "", inClass = false;
	for (let i = 0; i < text.length; i++) {
		const other = !inClass && separator(text, i);
		if (other) {
			source += other[0];
			i += other[1] - 1;
			continue;
		}
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
		else if (c === "[" && /^\](?:$|[[)\\,|: ]|\.(?=[^\]]*$|[^\]]*\[\]))/.test(rest)) {
			source += "\\[\\]";
			i++;
			continue;
		} else if (c === "[") {
			inClass = true;
			// A leading bracket belongs to the class.
			const first = /^\^?\]/.exec(rest)?.[0] || "";
			source += c + first;
			i += first.length;
			continue;
		} else if (c === "…") {
			source += ".*";
			continue;
		} else if (c === "$" && /^\.?[$_<…0-9A-Za-z]/.test(rest) || c === "+" && (text[i - 1] === "…" || rest[0] === "…" || /^0[x…]/.test(rest) && /(?:^|[^\\])[0-9A-Za-z]$/.test(text.slice(Math.max(0, i - 2), i)))) source += "\\";
		source += c;
	}
	return source;
}
