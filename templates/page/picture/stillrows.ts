// The boxes of a picture as shapes.

import { plural, thousands } from "../../text/numbers";
import { Shape } from "../dom/svgshapes";
import { Colors } from "./colors";
import { Box, Rows } from "./layout";
import { boxHeight, edgeHeight, labelStart, minWidth, Part, Picture, rowHeight } from "./picture";

/** A row of boxes. */
export interface StillRow {
	part: Part;
	boxes: Box[];
}

/** More rows than these, and than have been on the screen, are not made. */
const mostMade = 20_000;

/** Rows from top to bottom, and which of all rows they are; "": all. */
export interface StillRows {
	rows: StillRow[];
	left: string;
}

/** All rows of a picture, in a given width; at most the given number, starting at the first visible one. */
export function stillRows(picture: Picture, width: number, most: number): StillRows {
	let more = false, added = 0; // above the existing rows of the picture
	const parts = picture.parts.map((part): Part => {
		const rows = new Rows(part.view, part.rows.focus, width, minWidth, part.rows.shown), known = part.rows.rows.length;
		if (rows.ensure(Math.max(mostMade, known))) more = true;
		if (part.up) added = rows.rows.length - known;
		return { ...part, rows };
	});
	const all = inOrder(parts), from = all.length <= most ? 0 : Math.max(0, Math.min(picture.firstInSight + added, all.length - most));
	const rows = all.slice(from, from + most);
	return { rows, left: aboutRows(from, rows.length, all.length, more) };
}

/** Which of all rows these are, or of the known ones; "": all. */
export const aboutRows = (from: number, count: number, all: number, more: boolean) =>
	count < all || more ? `rows ${thousands(from + 1)} to ${thousands(from + count)} of ${more ? "more than " : ""}${plural(all, "row")}` : "";

// From top to bottom; two parts share their first row.
function inOrder(parts: Part[]): StillRow[] {
	const all: StillRow[] = [];
	for (const part of [...parts].sort((a, b) => Number(b.up) - Number(a.up))) {
		const rows = part.rows.rows.map((boxes) => ({ part, boxes }));
		if (part.up) rows.reverse();
		if (part.up && parts.length > 1) rows.pop(); // the other part has it
		all.push(...rows);
	}
	return all;
}

/** The boxes of rows, the first of which is at top, in pixels. Stripes are the pattern with that id. With titles each box has a description, as a tooltip in its file. */
export function shapesOf(picture: Picture, rows: StillRow[], top: number, stripes: string, titles = false): Shape[] {
	const { colors } = picture, all: Shape[] = [];
	rows.forEach(({ part, boxes }, r) => {
		const y = top + r * rowHeight;
		for (const box of boxes) {
			const shapes: Shape[] = titles ? [{ tag: "title", attributes: {}, text: picture.describe({ part, box, row: box.node.depth }).join("\n") }] : all;
			const { node } = box, match = picture.matches(node), { box: fill, text: ink } = picture.opacity(node, part), opacity = fill < 1 ? fill : undefined;
			shapes.push({ tag: "rect", attributes: {
				x: box.x.toFixed(2), y, width: Math.max(0.5, box.width - 0.5).toFixed(2), height: boxHeight,
				fill: match ? colors.match : colors.isGone(part.view, node) ? `url(#${stripes})` : colors.of(part.view, node),
				stroke: colors.isNew(part.view, node) ? colors.outline : undefined, opacity,
			} });
			const edge = match ? "" : colors.edge(part.view, node);
			if (edge) {
				shapes.push({ tag: "rect", attributes: {
					class: "edge", x: box.x.toFixed(2), y: y + boxHeight - edgeHeight, width: Math.max(0.5, box.width - 0.5).toFixed(2), height: edgeHeight, fill: edge, opacity,
				} });
			}
			const text = picture.labelOf(part, box);
			if (text && !match && colors.isGone(part.view, node)) {
				shapes.push({ tag: "rect", attributes: { class: "ground", x: (box.x + 1).toFixed(2), y: y + 1, width: picture.groundOf(text, box.width - 0.5).toFixed(2), height: boxHeight - 2 - (edge ? edgeHeight - 1 : 0), fill: colors.page } });
			}
			if (text) shapes.push({ tag: "text", attributes: { x: (box.x + labelStart).toFixed(2), y: y + 12.5, fill: match ? colors.matchText : undefined, opacity: ink < 1 ? ink : undefined }, text });
			if (titles) all.push({ tag: "g", attributes: {}, inside: shapes });
		}
	});
	return all;
}

/** The pattern of removed code. */
export const stripesOf = (colors: Colors, id: string): Shape => ({
	tag: "pattern", attributes: { id, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
	inside: [
		{ tag: "rect", attributes: { width: 6, height: 6, fill: colors.page } },
		{ tag: "rect", attributes: { width: 3, height: 6, fill: colors.stripe } },
	],
});
