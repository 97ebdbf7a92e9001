// Characters and classes of them, of Go's expressions as JavaScript's.

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

const escape = (code: number) => /\w/.test(String.fromCodePoint(code)) ? String.fromCodePoint(code) : `\\u{${code.toString(16)}}`;
const codeOf = (c: string) => c.codePointAt(0)!;

// A range of characters, for brackets.
function range(r: Reader, from: number, to: number): string {
	const plain = from === to ? escape(from) : escape(from) + "-" + escape(to);
	if (!r.has("i") || r.ignoring) return plain;
	if (from === to) {
		const c = String.fromCodePoint(from), all = [c.toLowerCase(), c.toUpperCase(), ...(/s/i.test(c) ? "ſ" : /k/i.test(c) ? "\u212a" : "")];
		return plain + all.filter((v) => v !== c && [...v].length === 1).map((v) => escape(codeOf(v))).join("");
	}
	if (to > 0x7f) r.onlyForWhole();
	const other = (a: number, z: number, by: number) => Math.max(from, a) <= Math.min(to, z) ? escape(Math.max(from, a) + by) + "-" + escape(Math.min(to, z) + by) : "";
	return plain + other(0x41, 0x5a, 32) + other(0x61, 0x7a, -32);
}

const ofClass = (r: Reader, name: string) => Object.hasOwn(classes, name) ? classes[name] + (r.has("i") && /^(?:w|a|g|l|pr|u)/.test(name) ? "A-Za-zſ\u212a" : "") : r.wrong();

/** A class written with a backslash; null: there is none. */
export function escapedClass(r: Reader): CharacterSet | null {
	let found = r.take(/\\([dsw])/iy);
	if (found) return { set: ofClass(r, found[1].toLowerCase()), not: /[DSW]/.test(found[1]) };
	found = r.take(/\\(p)(?:\{(\^?)([^}]*)\}|(\p{L}))/iuy);
	if (!found) return null;
	const [text, p, not = "", braced, letter] = found, words = (letter || braced).split(/[-_ ]/).map((w) => w.slice(0, 1).toUpperCase() + w.slice(1).toLowerCase()), name = words.join("_");
	if (r.has("i") && !r.ignoring) r.onlyForWhole();
	const all = /^(?:Any|Assigned)$/.test(name) ? [name] : name === "Ascii" ? ["ASCII"] : name === "Lc" ? ["gc=LC"] : ["gc=" + name, "gc=" + name.toLowerCase()];
	// Short names of scripts have four letters.
	if (words.length < 2 && (name.length !== 4 || /Cham|Kawi|Lisu|Newa|Thai|Toto/.test(name))) all.push("sc=" + name);
	for (const property of all) {
		try {
			new RegExp(`\\p{${property}}`, "u");
			return { set: `\\p{${property}}`, not: (p === "P") !== (not === "^") };
		} catch { /* the next */ }
	}
	throw new Error(text + " is not known here");
}

/** The code of a character, which may be escaped. */
export function character(r: Reader): number {
	const found = r.take(/\\(?:x\{([0-9a-f]+)\}|x([0-9a-f]{2})|([1-7][0-7]{1,2}|0[0-7]{0,2})|([afnrtv])|([\0-\x7f]))|[^\\]/iuy) || r.wrong();
	const [c, long, short, octal, control, other] = found, code = long || short ? parseInt(long || short, 16) : octal ? parseInt(octal, 8) : 0;
	if (long || short || octal) return code <= 0x10ffff ? code : r.wrong();
	if (control) return [7, 12, 10, 13, 9, 11]["afnrtv".indexOf(control)] || r.wrong();
	return other && /[0-9A-Za-z]/.test(other) ? r.wrong() : codeOf(other || c);
}

/** The expression of a character. */
export function literal(r: Reader, code: number): string {
	const set = range(r, code, code);
	return set === escape(code) ? set : `[${set}]`;
}

/** The expressions of the characters of a text. */
export const literals = (r: Reader, text: string) => Array.from(text, (c) => literal(r, codeOf(c)));

/** A class, after its opening bracket. */
export function brackets(r: Reader): string {
	const not = r.take(/\^/y) !== null, nots: string[] = [];
	let set = "";
	for (let first = true; first || r.source[r.at] !== "]"; first = false) {
		const posix = r.take(/\[:(\^?)(.*?):\]/sy), found = posix ? { set: ofClass(r, posix[2]), not: posix[1] !== "" } : escapedClass(r);
		if (found) {
			if (found.not) nots.push(found.set);
			else set += found.set;
			continue;
		}
		const from = character(r), to = r.take(/-(?!\])/y) ? character(r) : from;
		set += from <= to ? range(r, from, to) : r.wrong();
	}
	r.at++;
	return oneOf(set, nots, not);
}

// JavaScript has no classes within classes: what cannot be in one becomes another alternative.
function oneOf(set: string, nots: string[], not: boolean): string {
	if (!nots.length) return `[${not ? "^" : ""}${set}]`;
	const all = [...nots.map((n) => `[^${n}]`), ...set ? [`[${set}]`] : []].join("|");
	return not ? `(?!${all})[^]` : `(?:${all})`;
}
