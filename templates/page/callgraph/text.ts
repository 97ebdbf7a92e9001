// What boxes of a graph say, and how much room that takes.

import { withParameters } from "../../text/alike";
import { Ruler, scalable, textFont } from "../../text/labels";
import { visible, withoutHash } from "../../text/names";
import { brief, percent, plural } from "../../text/numbers";
import { Box, Diagram, weightOf } from "./diagram";
import { Size } from "./layout";

export interface TextRow {
	text: string;
	size: number;
	bold: boolean;
}

export interface BoxText extends Size {
	rows: TextRow[];
}

/** Names of the hottest are largest: their area grows with the value. */
const smallestName = 11.5, largestName = 20, largestOfSeveral = 14;
export const numberSize = 11;
const widest = 250, padding = 7;
/** At the left edge, in the color of the kind of code. */
export const stripWidth = 4;
export const lineHeight = 1.25;
/** Methods that a box of several names. */
export const shownMembers = 3;

const rulers = new Map<string, Ruler>();

/** Measures text of a size. */
export function rulerOf(size: number, bold = false): Ruler {
	const font = `${bold ? "bold " : ""}${size}px ${textFont}`;
	let ruler = rulers.get(font);
	if (!ruler) rulers.set(font, ruler = new Ruler(font, scalable));
	return ruler;
}

/** The hash, shortened, in which methods differ that native-image generates to construct objects of a class. */
const generated = /(_constructor)_([0-9a-f]{6}…)$/;

/** The methods in a graph that look like another one without their parameters or hashes. */
export function overloadsIn({ boxes }: Diagram): Set<string> {
	const alike = new Map<string, Set<string>>();
	for (const { of, more } of boxes) {
		for (const { method } of of.length + more > 1 ? of.slice(0, shownMembers) : of) {
			const name = shortName(method).join("").replace(generated, "$1"), methods = alike.get(name);
			if (methods) methods.add(method);
			else alike.set(name, new Set([method]));
		}
	}
	return new Set([...alike.values()].filter((methods) => methods.size > 1).flatMap((methods) => [...methods]));
}

/** The text of a box; most is the largest weight. Overloads have their parameters. */
export function textOf(box: Box, { metric, base }: Diagram, most: number, overloads: Set<string>): BoxText {
	const size = Math.round(2 * (smallestName + (largestName - smallestName) * Math.sqrt(most ? weightOf(box) / most : 0))) / 2, rows: TextRow[] = [];
	const add = (text: string, size: number, bold = false) => rows.push({ text: rulerOf(size, bold).fit(visible(text), widest), size, bold });
	if (box.of.length + box.more > 1) {
		add(`${plural(box.of.length + box.more, "method")} call each other`, Math.min(size, largestOfSeveral), true);
		for (const m of box.of.slice(0, shownMembers)) {
			const of = m.self === null ? "" : percent(m.self, base) + " ", ruler = rulerOf(numberSize);
			const name = visible(shortName(m.method).join("")), room = widest - ruler.measure(of);
			add(of + (overloads.has(m.method) && !generated.test(name) ? withParameters(name, m.method, ruler, room) : ruler.fit(name, room)), numberSize);
			if (!m.caller) continue;
			const caller = visible(shortName(m.caller.method).join("")), rest = widest - ruler.measure(`← ${m.caller.share} `);
			add(`← ${overloads.has(m.caller.method) && !generated.test(caller) ? withParameters(caller, m.caller.method, ruler, rest) : ruler.fit(caller, rest)} ${m.caller.share}`, numberSize);
		}
		const more = box.of.length + box.more - shownMembers;
		if (more > 0) add(`… ${more} more`, numberSize);
	} else {
		const [type, method] = shortName(box.of[0].method), was = shortName(box.was || "").join("");
		if (was && was !== type + method) add(was + " →", Math.max(smallestName, 0.8 * size));
		if (!type || rulerOf(size, true).measure(type + method) <= widest) add(type + method, size, true);
		else {
			add(type, Math.max(smallestName, 0.8 * size));
			add(method, size, true);
		}
		if (overloads.has(box.of[0].method)) {
			const hash = generated.exec(method)?.[2];
			if (!hash) add(withParameters("", box.of[0].method, rulerOf(numberSize), widest), numberSize);
			else if (!rows[rows.length - 1].text.endsWith(hash)) add(hash, numberSize);
		}
	}
	const { self, total } = box;
	if (box.figures) for (const text of box.figures) add(text, numberSize);
	else if (self === null) add(metric === "samples" ? "not sampled" : "not counted", numberSize);
	else if (metric === "calls") add(`${percent(self, base)}: ${brief(self)} ${self === 1 ? "entry" : "entries"}`, numberSize);
	else if (total === null || total === self) add(`${percent(self, base)} self`, numberSize);
	else add(`${percent(self, base)} self, ${percent(total, base)} total`, numberSize);
	const others = othersText(box, { metric, base });
	if (others) add(others, numberSize);
	const width = Math.max(...rows.map((r) => rulerOf(r.size, r.bold).measure(r.text)));
	return { rows, width: Math.ceil(width) + 2 * padding + stripWidth, height: Math.ceil(rows.reduce((sum, r) => sum + lineHeight * r.size, 0)) + padding };
}

/** The share of a box's value from which it says that it has callers without a line. */
const manyOthers = 0.1;

/** Callers without a line: +2 callers, 3.1%. "": there are none, or they make up little of the box. */
export function othersText({ others = 0, other_count = 0, self, total }: Box, { metric, base }: Pick<Diagram, "metric" | "base">): string {
	const whole = metric === "samples" ? total : self;
	return others && other_count >= manyOthers * (whole ?? 0) ? `+${plural(others, "caller")}, ${percent(other_count, base)}` : "";
}

/** The room of each line of a name in a list. */
const listRoom = 190, listSize = 12, listEnd = 24;

/** Names as rows of a list, each in two lines at most: without packages, hashes and parameters, but with these where two would be the same. */
export function listNames(names: string[]): [type: string, method: string][] {
	const brief = names.map(shortName), of = new Map<string, Set<string>>(), ruler = rulerOf(listSize);
	brief.forEach((parts, i) => {
		const name = parts.join("");
		of.set(name, (of.get(name) || new Set()).add(names[i]));
	});
	const fitted = brief.map(([type, method], i): [string, string] => {
		const alike = of.get(type + method)!.size > 1;
		return [ruler.fit(visible(type), listRoom), alike ? withParameters(visible(method), names[i], ruler, listRoom) : ruler.fit(visible(method), listRoom)];
	});
	// Generated methods may differ in their ends alone.
	return fitted.map(([type, method], i) => fitted.some((f, k) => f.join() === [type, method].join() && names[k] !== names[i]) ? [type, "…" + visible(brief[i][1]).slice(-listEnd)] : [type, method]);
}

/** The class with its dot, and the method, without packages and parameters. */
export function shortName(name: string): [string, string] {
	const plain = withoutHash(name).replace(/(?<=.)\(.*/s, ""), method = plain.lastIndexOf(".");
	if (method <= 0 || plain.startsWith("<")) return ["", plain];
	return [plain.slice(plain.lastIndexOf(".", method - 1) + 1, method + 1), plain.slice(method + 1)];
}
