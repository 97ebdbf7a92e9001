// Tables of a few rows.

import { linesApart } from "../../text/alike";
import { csv, markdown } from "../../text/copied";
import { Ruler, withoutPackages } from "../../text/labels";
import { withoutHash } from "../../text/names";
import { addLines, breakable, button, element } from "../dom/dom";
import { copyButtons } from "./copybuttons";

/** A cell: text, the name of a method with a link and, for the color of its bar, its kind of code, or text with lines below it. */
export type Cell = string | { text: string; href: string; kind?: number } | { text: string; below: string[] };

/** A heading, with its meaning as a tooltip. */
export type Head = string | { text: string; about: string };

const mostRows = 12;

// Longer texts may break into lines: with only numbers every line of a table fits.
const longest = 18;

/** Pixels of two lines of a name, and a little more. */
const twoLines = 48;

// Leaves out the packages of all names where one would need more than two lines, then their parameters, if that makes no two of them the
// same; if one is still too long, all have their class above the method.
function fitNames(table: HTMLTableElement, around: Element): () => void {
	let width = 0, rulers: [Ruler, Ruler] | null = null;
	const isLong = (name: Element) => {
		const { paddingTop, paddingBottom } = getComputedStyle(name);
		return name.scrollHeight - parseFloat(paddingTop) - parseFloat(paddingBottom) > twoLines;
	};
	const links = () => [...table.querySelectorAll<HTMLElement>("td:first-child > a")];
	const write = (a: HTMLElement, add: (name: string) => void) => {
		a.replaceChildren();
		a.classList.remove("lines");
		add(a.title);
	};
	const fit = () => {
		table.classList.remove("bare", "brief");
		for (const a of links()) if (a.classList.contains("lines")) write(a, (name) => addName(withoutHash(name), a));
		if (!links().some(isLong)) return;
		table.classList.add("bare");
		if (!links().some(isLong)) return;
		if (new Set(links().map((a) => a.title.replace(/(?<=[^.])\(.*\)(:[^ ]+)?/s, ""))).size === links().length) {
			table.classList.add("brief");
			if (!links().some(isLong)) return;
			table.classList.remove("brief");
		}
		const { fontFamily } = getComputedStyle(table), [ruler, small] = rulers ||= [new Ruler("13px " + fontFamily), new Ruler("11px " + fontFamily)];
		const room = Math.min(...links().map((a) => a.parentElement!.clientWidth - parseFloat(getComputedStyle(a.parentElement!).paddingRight)));
		const all = links(), tails = all.map((a) => / [@:]\d+( :\d+)?$/.exec(a.title)?.[0] || "");
		const lines = linesApart(ruler, small, all.map((a, i) => a.title.slice(0, a.title.length - tails[i].length)), room, room - Math.max(...tails.map((tail) => ruler.measure(tail))));
		all.forEach((a, i) => write(a, () => addLines({ of: lines[i].of, method: lines[i].method + tails[i] }, a)));
	};
	// Later, because it changes the observed size.
	new ResizeObserver(() => setTimeout(() => {
		if (!around.clientWidth || around.clientWidth === width) return;
		width = around.clientWidth;
		fit();
	})).observe(around);
	return fit;
}

// A name whose packages, also those of its parameters, can be left out.
function addName(name: string, inside: Element): void {
	const simple = withoutPackages(name), [, plain, parameters] = /^([^(]*[^(.])?(\(.*)?$/s.exec(simple) || ["", simple, ""];
	const pack = (text: string, into: Element) => {
		breakable(text, element("span", { class: "package" }, "", into));
		element("wbr", {}, "", into);
	};
	if (simple !== name) pack(name.slice(0, -simple.length), inside);
	breakable(plain || "", inside);
	const [, inBrackets, tail] = /^(\(.*\)(?::[^ ]+)?)?(.*)$/s.exec(parameters || "")!;
	const types = element("span", { class: "parameters" }, "", inside);
	(inBrackets || "").split(/((?:[\w$]+\.)+)/).forEach((part, i) => i % 2 ? pack(part, types) : part && breakable(part, types));
	breakable(tail, inside);
}

const textOf = (c: Cell | Head) => typeof c === "string" ? c : "below" in c ? [c.text, ...c.below].join("\n") : c.text;

// A number without separators; null is unknown.
const valueOf = (s: string) => s === "n/a" ? null : /^[+−±]?\d{1,3}(,\d{3})*(\.\d+)?(e-\d+)?$/.test(s) ? Number(s.replace(/[,+±]/g, "").replace("−", "-")) : s;

/** Adds a table; the first column is text, the others are numbers or a few words. A button shows the rows after the first twelve. Rows may be about places, which are bytecode indexes in addresses. Bars are in the second column: shares, negative for less. */
export function smallTable(inside: Element, caption: string, heads: Head[], rows: Cell[][], bars?: (number | null)[], places?: (number | undefined)[]): HTMLTableElement {
	const around = element("div", { class: "small" }, "", inside), table = element("table", {}, "", around);
	element("caption", {}, caption, table);
	const head = element("tr", {}, "", element("thead", {}, "", table));
	for (const h of heads) element("th", typeof h === "string" ? { scope: "col" } : { scope: "col", title: h.about }, textOf(h), head);
	const body = element("tbody", {}, "", table);
	const add = (from: number, to: number) => rows.slice(from, to).forEach((cells, r) => {
		const row = element("tr", {}, "", body);
		const place = places?.[from + r];
		if (place !== undefined) row.dataset.bci = String(place);
		cells.forEach((c, i) => {
			const words = typeof c === "string" && i > 0 && c.length > longest, cell = element("td", words ? { class: "words" } : {}, typeof c === "string" && i && !words ? c : "", row);
			if (typeof c !== "string" && "below" in c) {
				cell.append(c.text);
				for (const line of c.below) {
					cell.append("\n");
					breakable(line, element("div", { class: "below" }, "", cell));
				}
			} else if (typeof c !== "string") {
				if (c.kind !== undefined) row.dataset.kind = String(c.kind);
				addName(withoutHash(c.text), element("a", { href: c.href, title: c.text }, "", cell));
			} else if (words) breakable(withoutHash(c), cell);
			else if (!i) breakable(c, cell);
			const bar = bars?.[from + r];
			if (i === 1 && bar) {
				cell.classList.add("bar");
				cell.classList.toggle("less", bar < 0);
				cell.style.setProperty("--share", String(Math.abs(bar)));
			}
		});
	});
	// Where it is narrow, the names of methods have a line of their own.
	let fit = () => {};
	if (rows.some(([first]) => typeof first !== "string" && "href" in first)) {
		table.classList.add("named");
		table.style.setProperty("--numbers", heads.slice(1).map((_, i) => i || !bars ? "minmax(min-content, 1fr)" : "minmax(min-content, 1.8fr)").join(" "));
		fit = fitNames(table, around);
	}
	add(0, mostRows);
	if (rows.length > mostRows) {
		const more = button(`${rows.length - mostRows} more`, `Show all ${rows.length} rows`, () => {
			more.remove();
			add(mostRows, rows.length);
			fit();
		}, around);
		more.classList.add("more");
		if (places) more.dataset.places = places.slice(mostRows).join(" ");
	}
	copyButtons(element("span", { class: "copy" }, "", around), "the table", (format) => format === "markdown" ?
		markdown(heads.map(textOf), rows.map((r) => r.map(textOf)), heads.map((_, i) => i > 0)) : csv(heads.map(textOf), rows.map((r) => r.map((c) => valueOf(textOf(c).replace(/\n/g, " "))))));
	return table;
}
