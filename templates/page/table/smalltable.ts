// Tables of a few rows.

import { csv, markdown } from "../../text/copied";
import { withoutPackages } from "../../text/labels";
import { withoutHash } from "../../text/names";
import { breakable, button, element } from "../dom/dom";
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

// Leaves out the packages of all names where one would need more than two lines.
function fitNames(table: HTMLTableElement, around: Element): void {
	let width = 0;
	const isLong = (name: Element) => {
		const { paddingTop, paddingBottom } = getComputedStyle(name);
		return name.scrollHeight - parseFloat(paddingTop) - parseFloat(paddingBottom) > twoLines;
	};
	// Later, because it changes the observed size.
	new ResizeObserver(() => setTimeout(() => {
		if (!around.clientWidth || around.clientWidth === width) return;
		width = around.clientWidth;
		table.classList.remove("bare");
		table.classList.toggle("bare", [...table.querySelectorAll("td:first-child > a")].some(isLong));
	})).observe(around);
}

// A name whose packages, also those of its parameters, can be left out.
function addName(name: string, inside: Element): void {
	const simple = withoutPackages(name), [, plain, parameters] = /^([^(]*[^(.])?(\(.*)?$/s.exec(simple) || ["", simple, ""];
	const pack = (text: string) => {
		breakable(text, element("span", { class: "package" }, "", inside));
		element("wbr", {}, "", inside);
	};
	if (simple !== name) pack(name.slice(0, -simple.length));
	breakable(plain || "", inside);
	(parameters || "").split(/((?:[\w$]+\.)+)/).forEach((part, i) => i % 2 ? pack(part) : part && breakable(part, inside));
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
	if (rows.some(([first]) => typeof first !== "string" && "href" in first)) {
		table.classList.add("named");
		table.style.setProperty("--numbers", heads.slice(1).map((_, i) => i || !bars ? "minmax(min-content, 1fr)" : "minmax(min-content, 1.8fr)").join(" "));
		fitNames(table, around);
	}
	add(0, mostRows);
	if (rows.length > mostRows) {
		const more = button(`${rows.length - mostRows} more`, `Show all ${rows.length} rows`, () => {
			more.remove();
			add(mostRows, rows.length);
		}, around);
		more.classList.add("more");
		if (places) more.dataset.places = places.slice(mostRows).join(" ");
	}
	copyButtons(element("span", { class: "copy" }, "", around), "the table", (format) => format === "markdown" ?
		markdown(heads.map(textOf), rows.map((r) => r.map(textOf)), heads.map((_, i) => i > 0)) : csv(heads.map(textOf), rows.map((r) => r.map((c) => valueOf(textOf(c).replace(/\n/g, " "))))));
	return table;
}
