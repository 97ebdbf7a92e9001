// Tables of a few rows.

import { breakable, button, element } from "./dom";
import { withoutHash } from "./names";

/** A cell: text, or the name of a method with a link. */
export type Cell = string | { text: string; href: string };

const mostRows = 12;

/** Adds a table; the first column is text, the others are numbers. A button shows the rows after the first twelve. */
export function smallTable(inside: Element, caption: string, heads: string[], rows: Cell[][], bars?: (number | null)[]): HTMLTableElement {
	const table = element("table", {}, "", inside);
	element("caption", {}, caption, table);
	const head = element("tr", {}, "", element("thead", {}, "", table));
	for (const text of heads) element("th", { scope: "col" }, text, head);
	const body = element("tbody", {}, "", table);
	const add = (from: number, to: number) => rows.slice(from, to).forEach((cells, r) => {
		const row = element("tr", {}, "", body);
		cells.forEach((c, i) => {
			const cell = element("td", {}, typeof c === "string" && i ? c : "", row);
			if (typeof c !== "string") breakable(withoutHash(c.text), element("a", { href: c.href, title: c.text }, "", cell));
			else if (!i) breakable(c, cell);
			const bar = bars?.[from + r];
			if (i === 1 && bar) {
				cell.classList.add("bar");
				cell.style.setProperty("--share", String(bar));
			}
		});
	});
	add(0, mostRows);
	if (rows.length > mostRows) {
		const more = button(`${rows.length - mostRows} more`, `Show all ${rows.length} rows`, () => {
			more.remove();
			add(mostRows, rows.length);
		}, inside);
		more.classList.add("more");
	}
	return table;
}
