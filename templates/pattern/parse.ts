// Parses Go's expressions: https://golang.org/s/re2syntax. A SyntaxError is an error in Go as well.

import { brackets, codeOf, escape, escapedClass } from "./classes";
import { character, inOrder, lineEnd, none, oneOf, Part, Place, placeOf, repeated, tooComplex, wordCharacter } from "./parts";
import { Reader } from "./reader";

export function parse(source: string): Part {
	const r = new Reader(source), all = alternatives(r);
	return r.at < source.length ? r.wrong() : all;
}

function alternatives(r: Reader): Part {
	const all = [sequence(r)];
	while (r.take(/\|/y)) all.push(sequence(r));
	return oneOf(all);
}

const times = /([*+?])|\{(0|[1-9]\d*)(?:(,)(0|[1-9]\d*)?)?\}/y;

function sequence(r: Reader): Part {
	const all: Part[] = [];
	for (let before = false; r.at < r.source.length && r.source[r.at] !== "|" && r.source[r.at] !== ")";) {
		const found = r.take(times), quoted = !found && r.take(/\\Q(.*?)(?:\\E|$)/sy);
		if (found) all.push(repetition(r, before || !all.length ? r.wrong() : all.pop()!, found));
		else if (quoted) for (const c of quoted[1]) all.push(literal(r, c.codePointAt(0)!));
		else if (!changesFlags(r)) all.push(one(r));
		before = found !== null;
	}
	return inOrder(all);
}

function repetition(r: Reader, part: Part, [, sign, n, comma, m]: RegExpExecArray): Part {
	r.take(/\?/y); // being greedy makes no difference to whether there is a match
	if (sign) return repeated(part, sign === "+" ? 1 : 0, sign === "?" ? 1 : Infinity, part.repetitions);
	const from = Number(n), to = m ? Math.min(Number(m), 1e9) : comma ? Infinity : from, most = to < Infinity ? to : from;
	const inside = to ? part.repetitions * Math.max(1, most) : 1;
	if (from > to || inside > 1000) r.wrong();
	return repeated(part, from, to, inside);
}

// Whether there were flags for the rest of the group.
function changesFlags(r: Reader): boolean {
	const found = r.take(/\(\?([imsU]*)(?:-([imsU]+))?\)/y);
	if (found) r.flags = changed(r, found);
	return found !== null;
}

const changed = (r: Reader, [, on, off = ""]: RegExpExecArray) => [...new Set(r.flags + on)].filter((f) => !off.includes(f)).join("");
const start: Place = (before) => before === none, end: Place = (_, after) => after === none;
const boundary: Place = (before, after) => (before === wordCharacter) !== (after === wordCharacter);
const places: Record<string, Place> = { "\\A": start, "\\z": end, "\\b": boundary, "\\B": (before, after) => !boundary(before, after), "^": start, $: end };
const placesOfLines: Record<string, Place> = { ...places, "^": (before) => before <= lineEnd, $: (_, after) => after <= lineEnd };

const literal = (r: Reader, code: number) => character(`[${escape(code)}]`, r.has("i"));

function one(r: Reader): Part {
	if (r.take(/\((?!\?)|\(\?P?<\w+>/y)) return group(r, r.flags);
	const opened = r.take(/\(\?([imsU]*)(?:-([imsU]+))?:/y);
	if (opened) return group(r, changed(r, opened));
	if (r.source[r.at] === "(") r.wrong();
	const place = r.take(/\\[AbBz]|[$^]/y);
	if (place) return placeOf((r.has("m") ? placesOfLines : places)[place[0]]);
	if (r.take(/\./y)) return character(r.has("s") ? "[^]" : "[^\\n]", false);
	if (r.take(/\[/y)) return character(brackets(r), r.has("i"));
	const found = escapedClass(r);
	return found ? character(`[${found.not ? "^" : ""}${found.set}]`, r.has("i")) : literal(r, codeOf(r));
}

// A group, after its opening parenthesis, with its own flags.
function group(r: Reader, flags: string): Part {
	const outside = r.flags;
	r.flags = flags;
	if (++r.depth > 1000) tooComplex();
	const all = alternatives(r);
	r.depth--;
	r.flags = outside;
	return r.take(/\)/y) ? all : r.wrong();
}
