// Translates characters, and classes of characters, from Go's expressions to JavaScript's.

import { Reader } from "./reader";

/** The content of a class, between the brackets. */
interface CharacterSet {
	set: string;
	/** It is negated. */
	not: boolean;
}

// Go's classes of ASCII characters, in JavaScript's bracket notation.
const classes: Record<string, string> = {
	d: "0-9", s: "\\t\\n\\f\\r ", w: "0-9A-Z_a-z", alnum: "0-9A-Za-z", alpha: "A-Za-z", ascii: "\\0-\\x7f", blank: "\\t ", cntrl: "\\0-\\x1f\\x7f", digit: "0-9", graph: "!-~",
	lower: "a-z", print: " -~", punct: "!-\\/:-@\\[-`{-~", space: "\\t-\\r ", upper: "A-Z", word: "0-9A-Z_a-z", xdigit: "0-9A-Fa-f",
};

/** A character in JavaScript's bracket notation. */
export const escape = (code: number) => `\\u{${code.toString(16)}}`;

/** A class written with a backslash; null: there is none. */
export function escapedClass(r: Reader): CharacterSet | null {
	let found = r.take(/\\([dsw])/iy);
	if (found) return { set: classes[found[1].toLowerCase()], not: /[DSW]/.test(found[1]) };
	found = r.take(/\\(p)(?:\{(\^?)([^}]*)\}|([a-z]))/iy);
	if (!found) return null;
	const [text, p, not = "", braced, letter] = found;
	return { set: property(letter || braced) || unknown(text), not: (p === "P") !== (not === "^") };
}

function unknown(text: string): never {
	throw new Error(text + " is not known here");
}

const others: Record<string, string[]> = { Any: ["Any"], Assigned: ["Assigned"], Ascii: ["ASCII"], Lc: ["gc=LC"] }, properties = new Map<string, string>();

// JavaScript's property of a name in \p{…}; "": none. Go ignores case, spaces, hyphens and underscores.
function property(name: string): string {
	const letters = name.replace(/[-_ ]/g, ""), one = letters.slice(0, 1).toUpperCase() + letters.slice(1).toLowerCase();
	const known = properties.get(one);
	if (known !== undefined || !/^[a-z]+$/i.test(letters)) return known || "";
	// Abbreviations of scripts, which Go does not know, have four letters, as do these names.
	const script = one.length !== 4 || /Ahom|Cham|Kawi|Lisu|Miao|Modi|Newa|Thai|Toto/.test(one) ? ["sc=" + one] : [];
	const category = one.replace(/(?<=[a-z])(?:letter|mark|number|punctuation|separator|symbol|use)$/, (word) => "_" + word[0].toUpperCase() + word.slice(1));
	const all = others[one] || ["gc=" + category, "gc=" + one.toLowerCase(), ...script];
	const found = all.map((p) => `\\p{${p}}`).find(isProperty) || "";
	if (found) properties.set(one, found);
	return found;
}

function isProperty(text: string): boolean {
	try {
		return Boolean(new RegExp(text, "u"));
	} catch {
		return false;
	}
}

/** The code of a character, which may be escaped. */
export function codeOf(r: Reader): number {
	const found = r.take(/\\(?:x\{([0-9A-Fa-f]+)\}|x([0-9A-Fa-f]{2})|([1-7][0-7]{1,2}|0[0-7]{0,2})|([afnrtv])|([\0-\x7f]))|[^\\]/uy) || r.wrong();
	const [c, long, short, octal, control, other] = found, code = long || short ? parseInt(long || short, 16) : octal ? parseInt(octal, 8) : 0;
	if (long || short || octal) return code <= 0x10ffff ? code : r.wrong();
	if (control) return [7, 12, 10, 13, 9, 11]["afnrtv".indexOf(control)];
	return other && /[0-9A-Za-z]/.test(other) ? r.wrong() : (other || c).codePointAt(0)!;
}

/** A class, after its opening bracket. */
export function brackets(r: Reader): string {
	const not = r.take(/\^/y) !== null, nots = new Set<string>();
	let set = "";
	for (let first = true; first || r.source[r.at] !== "]"; first = false) {
		const posix = r.at < r.lastNamed && r.take(/\[:(\^?)(.*?):\]/sy);
		const found = posix ? { set: Object.hasOwn(classes, posix[2]) && posix[2].length > 1 ? classes[posix[2]] : r.wrong(), not: posix[1] !== "" } : escapedClass(r);
		if (found) {
			if (found.not) nots.add(found.set);
			else set += found.set;
			continue;
		}
		const from = codeOf(r), to = r.take(/-(?!\])/y) ? codeOf(r) : from;
		set += from <= to ? escape(from) + "-" + escape(to) : r.wrong();
	}
	r.at++;
	if (!nots.size) return `[${not ? "^" : ""}${set}]`;
	// JavaScript has no classes within classes: what cannot be in one becomes another alternative.
	const all = [`[${set}]`, ...Array.from(nots, (n) => `[^${n}]`)].join("|");
	return not ? `(?!${all})[^]` : all;
}
