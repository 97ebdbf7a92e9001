// The lines above a static image: its title, its scope, and the meanings of its colors.

import { Ruler, textFont } from "../../text/labels";
import { Meaning } from "./legend";

export interface Caption {
	title: string;
	note: string;
	/** Before the meanings of colors; "": none. */
	colors: string;
	meanings: Meaning[];
}

/** The lines of a caption within a width, in pixels from the upper left corner. */
export interface CaptionLines {
	height: number;
	/** y is the baseline. */
	texts: { x: number; y: number; text: string; bold: boolean }[];
	swatches: { x: number; y: number; of: Meaning["swatch"] }[];
}

/** Of texts, in pixels. */
export const titleSize = 15, noteSize = 11;
export const fontOf = (bold: boolean) => bold ? `bold ${titleSize}px ${textFont}` : `${noteSize}px ${textFont}`;
/** The edge of a swatch. */
export const swatchSize = 11;
const side = 4, titleLine = 19, noteLine = 16, afterTitle = 2, afterAll = 6, gap = 14, besideSwatch = 5;
/** Titles and notes are truncated after that many lines. */
const mostLines = 3;

export function layCaption({ title, note, colors, meanings }: Caption, width: number): CaptionLines {
	const rulers = { title: new Ruler(fontOf(true)), note: new Ruler(fontOf(false)) }, room = width - 2 * side;
	const lines: CaptionLines = { height: 0, texts: [], swatches: [] };
	let y = 0;
	for (const text of wrap(rulers.title, title, room)) lines.texts.push({ x: side, y: (y += titleLine) - 2, text, bold: true });
	y += afterTitle;
	for (const text of note ? wrap(rulers.note, note, room) : []) lines.texts.push({ x: side, y: (y += noteLine) - 4, text, bold: false });
	let x = side;
	// Puts something of that width into the row, or into the next one.
	const place = (wide: number) => {
		if (x > side && x + wide > width - side) {
			x = side;
			y += noteLine;
		}
		const at = x;
		x += wide + gap;
		return at;
	};
	if (colors || meanings.length) y += noteLine;
	if (colors) lines.texts.push({ x: place(rulers.note.measure(colors)), y: y - 4, text: colors, bold: false });
	for (const { label, swatch } of meanings) {
		const beside = swatchSize + besideSwatch, text = rulers.note.cut(label, room - beside), at = place(beside + rulers.note.measure(text));
		lines.swatches.push({ x: at, y: y - 4 - swatchSize + 2, of: swatch });
		lines.texts.push({ x: at + beside, y: y - 4, text, bold: false });
	}
	lines.height = y + afterAll;
	return lines;
}

// Words in as many lines as they need, up to a maximum.
function wrap(ruler: Ruler, text: string, room: number): string[] {
	const lines: string[] = [];
	let line = "", rest = text.split(" ");
	while (rest.length) {
		const longer = line ? `${line} ${rest[0]}` : rest[0];
		if (line && ruler.measure(longer) > room) {
			lines.push(line);
			line = "";
			if (lines.length === mostLines - 1) break;
		} else {
			line = longer;
			rest.shift();
		}
	}
	if (line || rest.length) lines.push([line, ...rest].filter(Boolean).join(" "));
	return lines.map((l) => ruler.cut(l, room));
}
