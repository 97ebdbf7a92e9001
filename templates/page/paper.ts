// A picture on paper: all rows, as wide as the sheet, sharp, and with pages that end between rows.

import { element } from "./dom";
import { Rows } from "./layout";
import { textFont } from "./labels";
import { plural, thousands } from "./numbers";
import { leastWidth, Part, Picture, rowHeight } from "./picture";
import { shapesOf, StillRow, stillRows, stripesOf } from "./stillrows";
import { svgElement } from "./svgshapes";

/** Pixels across a sheet, without its margins: A4 and Letter, upright and across. page.css shows the one that fits. */
const widths = { upright: 710, across: 1040 };
/** More rows are not printed: those from the first one in sight on are. */
const mostRows = 160;
/** A page ends after some of these. */
const rowsTogether = 4;

/** Prints a picture; note says which part is seen, "" for all. */
export function printable(picture: Picture, inside: Element, note: () => string): void {
	let paper: HTMLElement | null = null;
	addEventListener("beforeprint", () => {
		paper?.remove();
		paper = null;
		if (!picture.scroller.clientWidth || !picture.parts.length) return; // another view is shown
		paper = element("div", { class: "paper" }, "", inside);
		for (const [name, width] of Object.entries(widths)) lay(picture, width, note(), element("div", { class: name }, "", paper));
	});
	addEventListener("afterprint", () => {
		paper?.remove();
		paper = null;
	});
}

function lay(picture: Picture, width: number, note: string, inside: Element): void {
	const { colors, parts } = picture, stripes = "gone" + width;
	const all = stillRows(parts.map((part): Part => {
		const rows = new Rows(part.view, part.rows.focus, width, leastWidth);
		rows.ensure(part.rows.rows.length); // as many as the screen has, if there are more
		return { ...part, rows };
	}));
	const from = all.length <= mostRows ? 0 : Math.min(picture.firstInSight, all.length - mostRows), printed = all.slice(from, from + mostRows);
	const some = printed.length < all.length ? `rows ${thousands(from + 1)} to ${thousands(from + printed.length)} of ${plural(all.length, "row")}` : "";
	if (note || some) element("p", { class: "note" }, [note, some].filter(Boolean).join("; "), inside);
	const slice = (rows: StillRow[], first: boolean) => {
		const height = rows.length * rowHeight;
		inside.appendChild(svgElement({
			tag: "svg", attributes: { viewBox: `0 0 ${width} ${height}`, "font-family": textFont, "font-size": 11, fill: colors.text },
			inside: [...first && colors.palette.id === "change" ? [stripesOf(colors, stripes)] : [], ...shapesOf(picture, rows, 0, stripes)],
		}));
	};
	for (let r = 0; r < printed.length; r += rowsTogether) slice(printed.slice(r, r + rowsTogether), r === 0);
}
