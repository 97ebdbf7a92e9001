// A picture on paper: all rows, as wide as the sheet, sharp, and with pages that end between rows.

import { scalable, textFont } from "../../text/labels";
import { element } from "../dom/dom";
import { svgElement } from "../dom/svgshapes";
import { Picture, rowHeight } from "./picture";
import { shapesOf, StillRow, stillRows, stripesOf } from "./stillrows";

/** Pixels across a sheet, without its margins: A4 and Letter, portrait and landscape. page.css shows the one that fits. */
const widths = { upright: 710, across: 1040 };
/** The maximum number of printed rows, starting at the first visible one. */
const mostRows = 160;
/** A page may end only after some of these. */
const rowsTogether = 4;

/** Prints a picture; note says which part is visible, "" for all. */
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
	const { colors } = picture, stripes = "gone" + width, { rows: printed, left } = stillRows(picture, width, mostRows);
	if (note || left) element("p", { class: "note" }, [note, left].filter(Boolean).join("; "), inside);
	const slice = (rows: StillRow[], first: boolean) => {
		const height = rows.length * rowHeight;
		inside.appendChild(svgElement({
			tag: "svg", attributes: { viewBox: `0 0 ${width} ${height}`, "font-family": textFont, "text-rendering": scalable, "font-size": 11, fill: colors.text },
			inside: [...first && colors.palette.id === "change" ? [stripesOf(colors, stripes)] : [], ...shapesOf(picture, rows, 0, stripes)],
		}));
	};
	for (let r = 0; r < printed.length; r += rowsTogether) slice(printed.slice(r, r + rowsTogether), r === 0);
}
