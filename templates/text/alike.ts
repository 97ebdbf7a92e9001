// Names that are read together, such as those of a table: all of them lose as much, so that no reader takes two spellings of a class
// for two classes. Package fitname does the same for terminals.

import { low, PlainRuler, withoutPackages } from "./labels";
import { visible, withoutHash } from "./names";

/** A name and the pixels that it may have. */
export type NameInRoom = readonly [name: string, room: number];

/** Rows that determine how much is left of names: more would take long, and are out of sight. */
const counted = 50_000;

/** What is left: all but hashes; all but the packages of parameters; class, method and the classes of parameters. */
const everything = 0, short = 1, bare = 2;

interface Parts {
	/** The class with its packages, "" for a name without a class. */
	type: string;
	/** The method, after its dot. */
	method: string;
	parameters: string;
}

export class AlikeNames {
	private level = everything;
	/** By class with its packages: the pixels for it that all of its rows have; a class that is not here has room in all of them, one with 0 in none. */
	private readonly rooms = new Map<string, number>();
	/** Whether some names lose their class. */
	loseClasses = false;
	/** Whether some names lose part of their class or method. */
	cuts = false;
	/** Words that placeholders lose. */
	private fewer = 0;

	constructor(private readonly ruler: PlainRuler, names: Iterable<NameInRoom>) {
		const wide: NameInRoom[] = [];
		let rows = 0;
		for (const [whole, room] of names) {
			if (rows++ === counted) break;
			const name = withoutHash(whole);
			if (this.has(name, room)) continue;
			if (isPlaceholder(name)) {
				const all = shorterPlaceholders(name), first = all.findIndex((s) => this.has(s, room));
				this.fewer = Math.max(this.fewer, first < 0 ? all.length - 1 : first);
				continue;
			}
			wide.push([name, room]);
			if (this.level < bare) this.level = Math.max(this.level, this.levelFor(name, room));
		}
		if (this.level < bare) return;
		const lost = new Map<string, { rows: number; without: number }>(); // by class: rows that are shortened, and those of them without room for it
		for (const [name, room] of wide) {
			const { type, method } = partsOf(name), simple = simpleOf(type, method), left = room - ruler.measure(method);
			if (left < 0) this.cuts = true;
			if (!type || left < 0) continue; // a method alone is too long
			const of = lost.get(type) || { rows: 0, without: 0 };
			lost.set(type, of);
			of.rows++;
			if (ruler.measure(simple) <= left) continue;
			this.cuts = true;
			if (!ruler.lastWords(simple, "", left)) of.without++;
			else if (left < (this.rooms.get(type) ?? Infinity)) this.rooms.set(type, left);
		}
		for (const [type, { rows, without }] of lost) {
			if (without) this.loseClasses = true;
			if (2 * without >= rows) this.rooms.set(type, 0); // a few long methods do not take it from all
		}
	}

	/** A name as all are shortened; more if it has less room than it was said to have. Its method stays, too long or not. */
	fit(whole: string, room: number): string {
		const name = withoutHash(low(whole));
		if (isPlaceholder(name)) return shorterPlaceholders(name).slice(this.fewer).find((s, i, all) => this.has(s, room) || i === all.length - 1)!;
		if (this.level === everything && this.has(name, room)) return name;
		const { type, method } = partsOf(name);
		if (this.level < bare && this.has(type + method, room)) return withParameters(type + method, name, this.ruler, room);
		const simple = simpleOf(type, method), left = room - this.ruler.measure(method), common = this.rooms.get(type) ?? Infinity;
		const words = simple && this.ruler.lastWords(simple, "", Math.min(common, left));
		const plain = words ? words + method : method.replace(/^\./, "");
		return this.has(plain, room) ? withParameters(plain, name, this.ruler, room) : this.ruler.shorten(name, room) || method.replace(/^\./, "");
	}

	private has(text: string, room: number): boolean {
		return this.ruler.measure(text) <= room;
	}

	// The first level at which a name fits; parameters that never fit do not count.
	private levelFor(name: string, room: number): number {
		const { type, method, parameters } = partsOf(name), some = shortTypes(parameters), last = withoutPackages(type + method);
		const needed = this.has(last + some, room) ? some : "";
		return this.has(type + method + needed, room) ? short : bare;
	}
}

/** The room that each class has in all rows with it, by a name of the class. */
export function roomsOfClasses(names: readonly NameInRoom[]): (name: string) => number {
	const rooms = new Map<string, number>(), typeOf = (name: string) => partsOf(withoutHash(low(name))).type;
	for (const [name, room] of names.slice(0, counted)) {
		const type = typeOf(name);
		rooms.set(type, Math.min(room, rooms.get(type) ?? Infinity));
	}
	return (name) => rooms.get(typeOf(name)) ?? Infinity;
}

/** A name on two lines, for rows that have room for them: the class above the method. */
export interface TwoLines {
	/** Class and dot, or the last words of both; "": the name has no class, or no word fits. */
	of: string;
	method: string;
}

/** A name on two lines, the first in smaller letters and with the same room in all rows, so that a class has one spelling. The classes of parameters stay if they fit. */
export function onTwoLines(ruler: PlainRuler, small: PlainRuler, whole: string, common: number, room: number): TwoLines {
	const name = low(whole), { type, method, parameters } = partsOf(withoutHash(name)), last = method.replace(/^\./, ""), some = last + shortTypes(parameters);
	if (isPlaceholder(name) || !type) return { of: "", method: ruler.shorten(name, room) || name };
	const simple = simpleOf(type, method), fits = (text: string) => small.measure(text) <= common && text, constructor = /^(.+)(_constructor_.*)$/.exec(last);
	// Generated by native-image, in one class for all.
	if (constructor && ruler.measure(last) > room && fits(constructor[1])) return { of: constructor[1], method: ruler.cut(constructor[2], room) || constructor[2] };
	const of = fits(simple + ".") || nested(simple).map((end) => fits(`…${end}.`)).find(Boolean) || small.lastWords(simple, ".", common);
	return { of, method: ruler.measure(some) <= room ? some : ruler.cut(last, room) || last };
}

// The ends of a class that are whole nested classes, the longest first; of lambdas also those that only say which of them.
function nested(simple: string): string[] {
	const lambda = simple.indexOf("$$Lambda"), ends = lambda > 0 ? [simple.slice(lambda), simple.slice(lambda + 8)] : [];
	for (let at = simple.length; (at = simple.lastIndexOf("$", at - 1)) > 0;) {
		const end = simple.slice(at + 1);
		if (at !== lambda && at !== lambda + 1 && simple[at - 1] !== "$" && /\p{L}/u.test(end)) ends.push(end);
	}
	return ends.sort((a, b) => b.length - a.length);
}

/** Names on two lines, told apart as in toldApart. */
export function linesApart(ruler: PlainRuler, small: PlainRuler, names: string[], common: number, room: number): TwoLines[] {
	const lines = names.map((name) => onTwoLines(ruler, small, name, common, room)), alike = new Map<string, number[]>();
	lines.forEach(({ of, method }, i) => {
		const key = of + "\n" + method, group = alike.get(key);
		if (group) group.push(i);
		else alike.set(key, [i]);
	});
	for (const group of alike.values()) {
		if (group.length > 1) toldApart(ruler, group.map((i) => names[i]), group.map((i) => lines[i].method), room).forEach((method, k) => lines[group[k]].method = method);
	}
	return lines;
}

/** Characters of the end of a name that tell it from others. */
const ends = [8, 12, 16, 24];

/** Names as they were shortened, told apart: those of different names that became the same have their ends, too, such as parameters or part of a hash, where there is room. */
export function toldApart(ruler: PlainRuler, names: string[], fitted: string[], room: number): string[] {
	const alike = new Map<string, number[]>(), all = [...fitted];
	fitted.forEach((text, i) => {
		const group = alike.get(text);
		if (group) group.push(i);
		else alike.set(text, [i]);
	});
	for (const group of alike.values()) {
		if (group.length < 2) continue;
		for (const n of ends) {
			const forms = group.map((i) => {
				const { method, parameters } = partsOf(withoutHash(low(names[i]))), whole = method.replace(/^\./, "") + shortTypes(parameters), short = shortTypes(parameters);
				const end = short && short.length <= n ? short : whole.slice(-n), begin = ruler.cut(fitted[i], room - ruler.measure(end.startsWith("(") ? end : "…" + end));
				return begin && (end.startsWith("(") || begin.endsWith("…") ? begin : begin + "…") + end;
			});
			if (forms.some((form, k) => !form || forms.indexOf(form) < k && names[group[forms.indexOf(form)]] !== names[group[k]])) continue;
			group.forEach((i, k) => all[i] = forms[k]);
			break;
		}
	}
	return all;
}

/** The parameters of a name and, after them, a result; types without their packages: (Sum):Integer. "": it has none. */
export const parametersOf = (name: string) => shortTypes(partsOf(withoutHash(low(name))).parameters);

/** A name with what tells it from overloads: its parameters or, where there is little room, these without outer classes, the last of them, or the result alone. */
export function withParameters(name: string, method: string, ruler: Pick<PlainRuler, "measure">, room: number): string {
	const parameters = visible(parametersOf(method)), forms = [parameters, parameters.replace(/[\w$]+\$(?=\w)/g, "")];
	for (let at = parameters.indexOf(","); at >= 0; at = parameters.indexOf(",", at + 1)) forms.push("(…" + parameters.slice(at));
	const result = parameters.slice(parameters.lastIndexOf(")") + 1);
	if (result) forms.push("(…)" + result);
	for (let at = 2; at < parameters.length; at++) forms.push("(…" + parameters.slice(at));
	return name + (forms.find((s) => ruler.measure(name + s) <= room) ?? "");
}

function partsOf(name: string): Parts {
	const open = name.search(/(?<=[^.])\(.*\)/s), plain = open < 0 ? name : name.slice(0, open), dot = plain.lastIndexOf(".");
	return { type: dot > 0 ? plain.slice(0, dot) : "", method: dot > 0 ? plain.slice(dot) : plain, parameters: open < 0 ? "" : name.slice(open) };
}

// The class without its packages.
const simpleOf = (type: string, method: string) => type && withoutPackages(type + method).slice(0, -method.length);

// Parameters with only the classes of their types.
const shortTypes = (parameters: string) => parameters.replace(/[\w$]+\./g, "");

// In place of a name: <unknown method 1666>.
const isPlaceholder = (s: string) => s.startsWith("<") && s.endsWith(">");

// <unknown method 1666>, <method 1666>, <1666>.
function shorterPlaceholders(name: string): string[] {
	const all = [name];
	for (let space; (space = all.at(-1)!.indexOf(" ", 1)) > 0;) all.push("<" + all.at(-1)!.slice(space + 1));
	return all;
}
