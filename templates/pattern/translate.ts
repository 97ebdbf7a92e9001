// Translates Go's expressions to JavaScript's: https://golang.org/s/re2syntax.

import { brackets, character, escapedClass, literal, literals } from "./characters";
import { anyPackage } from "./pasted";
import { Reader } from "./reader";

/**
 * A JavaScript expression; the number of ways to match at a place in a text that JavaScript may try, because it backtracks and Go does not
 * (Infinity: it grows with the text); and the number of nested repetitions, of which Go allows 1,000.
 */
type Translation = [js: string, ways: number, repetitions: number];

const single = (js: string): Translation => [js, 1, 1];

/**
 * The JavaScript expression for a Go expression, with the number of ways to match. It captures no groups, and greediness is ignored,
 * because only whether it matches counts. A SyntaxError means that it is invalid in Go as well; an Error says what JavaScript cannot do.
 */
export function translate(source: string, isPasted: boolean): { expression: RegExp; ways: number } {
	const r = new Reader(source, isPasted), [js, ways] = alternatives(r);
	if (r.at < source.length) r.wrong();
	return { expression: new RegExp(js, r.ignoring ? "iu" : "u"), ways };
}

function alternatives(r: Reader): Translation {
	let [js, ways, repetitions] = sequence(r);
	while (r.take(/\|/y)) {
		const [other, more, inside] = sequence(r);
		js += "|" + other;
		ways += more;
		repetitions = Math.max(repetitions, inside);
	}
	return [js, ways, repetitions];
}

const times = /(?:[*+?]|\{(0|[1-9]\d*)(?:(,)(0|[1-9]\d*)?)?\})/y;

function sequence(r: Reader): Translation {
	let js = "", ways = 1, repetitions = 1;
	while (r.at < r.source.length && r.source[r.at] !== "|" && r.source[r.at] !== ")") {
		if (r.take(times)) r.wrong();
		const quoted = r.take(/\\Q(.*?)(?:\\E|$)/sy), all = quoted && literals(r, quoted[1]), last = all ? single(all.pop() || "") : atom(r);
		const found = r.take(times), [one, tries, inside] = found ? repeated(r, last, found) : last;
		js += (all || []).join("") + one;
		ways *= tries;
		repetitions = Math.max(repetitions, inside);
	}
	return [js, ways, repetitions];
}

function repeated(r: Reader, [js, ways, repetitions]: Translation, [q, n, comma, m]: RegExpExecArray): Translation {
	if (!js) r.wrong();
	const from = n ? Number(n) : q === "+" ? 1 : 0, to = m ? Number(m) : q === "?" ? 1 : n && !comma ? from : Infinity;
	const most = to < Infinity ? to : from;
	if (n && (from > 1000 || most > 1000 || from > to)) r.wrong();
	if (n && (from > 1 || to > 1)) repetitions *= Math.max(1, most);
	if (repetitions > 1000) r.wrong();
	r.take(/\?/y);
	if (r.take(times)) r.wrong();
	let all = to < Infinity ? 0 : Infinity;
	for (let k = from; k <= most; k++) all += ways ** k;
	return [`(?:${js})${q}`, all, repetitions];
}

function atom(r: Reader): Translation {
	const { source, flags } = r;
	if (r.isPasted && source.startsWith(anyPackage, r.at)) return single(source.slice(r.at, r.at += anyPackage.length)); // types have no spaces
	const letters = r.take(/\[\^\.\]\*\\\.(?![*+?{])/y)?.[0];
	if (letters) return single(letters); // up to the next dot
	const found = escapedClass(r);
	if (found) return single(`[${found.not ? "^" : ""}${found.set}]`);
	if (r.take(/\[/y)) return single(brackets(r));
	const c = source[r.at], m = r.has("m"), fixed = { "^": m ? "(?<=^|\n)" : "^", $: m ? "(?=\n|$)" : "$", ".": r.has("s") ? "[^]" : "[^\n]" }[c];
	if (fixed) {
		r.at++;
		return single(fixed);
	}
	const assertion = r.take(/\\([AbBz])/y)?.[1];
	if (assertion) return single({ A: "^", z: "$" }[assertion] || "\\" + assertion);
	if (r.take(/\((?!\?)|\(\?P?<\w+>/y)) return group(r, flags);
	if (c !== "(") return single(literal(r, character(r)));
	const [, on, off = "", end] = r.take(/\(\?([imsU]*)(?:-([imsU]+))?([:)])/y) || r.wrong();
	const now = [...flags + on].filter((f) => !off.includes(f)).join("");
	if (end === ":") return group(r, now);
	r.flags = now;
	return single("");
}

// A group, after its opening parenthesis, with its own flags.
function group(r: Reader, flags: string): Translation {
	const outside = r.flags;
	r.flags = flags;
	const [js, ways, repetitions] = alternatives(r);
	r.flags = outside;
	if (r.source[r.at++] !== ")") r.wrong();
	return [`(?:${js})`, ways, repetitions];
}
