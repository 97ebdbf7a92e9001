// The view as a still picture.

import { Ruler, textFont } from "./labels";
import { Picture, boxHeight, rowHeight } from "./picture";

/** The lines above a still picture: what it is of, and which part is seen. */
export interface Caption {
	title: string;
	note: string;
}

/** More rows are not drawn. */
const mostRows = 2000;

const escape = (s: string) => s.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!)
	// XML has no such characters.
	.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd").replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");

/** Pixels: the caption, and lines in it. */
const captionHeight = 42, titleLine = 17, noteLine = 34, side = 4;
const titleFont = "bold 15px " + textFont, noteFont = "11px " + textFont;
/** Of callers of the frame that fills the width. */
const dimmed = 0.55, dimmedText = 0.8;

const fit = (font: string, text: string, room: number) => new Ruler(font).cut(text, room - 2 * side);

/** The rows in sight. */
export function pictureAsPNG(picture: Picture, caption: Caption): Promise<Blob | null> {
	const { canvas, width, colors, scroller: { scrollTop, clientHeight } } = picture, ratio = canvas.width / width;
	const edges = picture.parts.flatMap((part) => [0, part.rows.rows.length - 1].map((row) => picture.rowTop(part, row)));
	const top = Math.max(0, Math.min(...edges) - scrollTop), height = Math.min(clientHeight, Math.max(...edges) + rowHeight - scrollTop) - top;
	const copy = document.createElement("canvas"), context = copy.getContext("2d", { alpha: false })!;
	copy.width = canvas.width;
	copy.height = Math.round((captionHeight + height) * ratio);
	context.scale(ratio, ratio);
	context.fillStyle = colors.page;
	context.fillRect(0, 0, width, captionHeight + height);
	context.drawImage(canvas, 0, top * ratio, canvas.width, height * ratio, 0, captionHeight, width, height);
	context.fillStyle = colors.text;
	for (const [font, text, y] of [[titleFont, caption.title, titleLine], [noteFont, caption.note, noteLine]] as const) {
		context.font = font;
		context.fillText(fit(font, text, width), side, y);
	}
	return new Promise((done) => copy.toBlob(done, "image/png"));
}

/** All rows. */
export async function pictureAsSVG(picture: Picture, caption: Caption): Promise<Blob> {
	const { colors } = picture, lines: string[] = [], stripes = "gone" + Date.now().toString(36); // of its own, where a page has several
	let top = Infinity, bottom = 0;
	for (const part of picture.parts) {
		part.rows.rows.slice(0, mostRows).forEach((row, r) => {
			const y = picture.rowTop(part, r);
			top = Math.min(top, y);
			bottom = Math.max(bottom, y + rowHeight);
			if (r === 0 && part.up && picture.parts.length > 1) return; // the other part has it
			for (const box of row) {
				const above = box.node.depth < part.rows.focus.depth;
				const match = picture.hits && box.node.frame >= 0 && picture.hits[box.node.frame];
				const x = box.x.toFixed(2), w = Math.max(0.5, box.width - 0.5).toFixed(2);
				const fill = match ? colors.match : colors.isGone(box.node) ? `url(#${stripes})` : colors.of(part.view, box.node), outline = colors.isNew(part.view, box.node) ? ` stroke="${colors.outline}"` : "";
				lines.push(`<rect x="${x}" y="${y}" width="${w}" height="${boxHeight}" fill="${fill}"${outline}${above ? ` opacity="${dimmed}"` : ""}/>`);
				const label = picture.labelOf(part, box);
				if (label) lines.push(`<text x="${(box.x + 3).toFixed(2)}" y="${y + 12.5}"${match ? ` fill="${colors.matchText}"` : ""}${above ? ` opacity="${dimmedText}"` : ""}>${escape(label)}</text>`);
			}
		});
	}
	const width = picture.width, height = bottom - top + captionHeight, start = top - captionHeight;
	return new Blob([
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 ${start} ${width} ${height}" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11" fill="${colors.text}">\n`,
		colors.palette.id === "change" ? `<pattern id="${stripes}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="${colors.page}"/><rect width="3" height="6" fill="${colors.stripe}"/></pattern>\n` : "",
		`<rect y="${start}" width="${width}" height="${height}" fill="${colors.page}"/>\n`,
		`<text x="${side}" y="${start + titleLine}" font-size="15" font-weight="bold">${escape(fit(titleFont, caption.title, width))}</text>\n`,
		`<text x="${side}" y="${start + noteLine}">${escape(fit(noteFont, caption.note, width))}</text>\n`,
		lines.join("\n"), "\n</svg>\n",
	], { type: "image/svg+xml" });
}
