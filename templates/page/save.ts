// The view as a still picture.

import { Picture, boxHeight, rowHeight } from "./picture";

/** More rows are not drawn. */
const mostRows = 2000;

const escape = (s: string) => s.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!)
	// XML has no such characters.
	.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd").replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");

/** The rows in sight. */
export function pictureAsPNG(picture: Picture): Promise<Blob | null> {
	return new Promise((done) => picture.canvas.toBlob(done, "image/png"));
}

/** All rows. */
export async function pictureAsSVG(picture: Picture, title: string): Promise<Blob> {
	const { colors } = picture, lines: string[] = [], stripes = "gone" + Date.now().toString(36); // of its own, where a page has several
	let top = Infinity, bottom = 0;
	for (const part of picture.parts) {
		part.rows.rows.slice(0, mostRows).forEach((row, r) => {
			const y = picture.rowTop(part, r);
			top = Math.min(top, y);
			bottom = Math.max(bottom, y + rowHeight);
			if (r === 0 && part.up && picture.parts.length > 1) return; // the other part has it
			for (const box of row) {
				const match = picture.hits && box.node.frame >= 0 && picture.hits[box.node.frame];
				const x = box.x.toFixed(2), w = Math.max(0.5, box.width - 0.5).toFixed(2);
				const fill = match ? colors.match : colors.isGone(box.node) ? `url(#${stripes})` : colors.of(part.view, box.node), outline = colors.isNew(part.view, box.node) ? ` stroke="${colors.outline}"` : "";
				lines.push(`<rect x="${x}" y="${y}" width="${w}" height="${boxHeight}" fill="${fill}"${outline}/>`);
				const label = picture.labelOf(part, box);
				if (label) lines.push(`<text x="${(box.x + 3).toFixed(2)}" y="${y + 12.5}"${match ? ` fill="${colors.matchText}"` : ""}>${escape(label)}</text>`);
			}
		});
	}
	const width = picture.width, height = bottom - top;
	return new Blob([
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height + 30}" viewBox="0 ${top - 30} ${width} ${height + 30}" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11" fill="${colors.text}">\n`,
		colors.palette.id === "change" ? `<pattern id="${stripes}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="${colors.page}"/><rect width="3" height="6" fill="${colors.stripe}"/></pattern>\n` : "",
		`<rect y="${top - 30}" width="${width}" height="${height + 30}" fill="${colors.page}"/>\n`,
		`<text x="4" y="${top - 11}" font-size="15" font-weight="bold">${escape(title)}</text>\n`,
		lines.join("\n"), "\n</svg>\n",
	], { type: "image/svg+xml" });
}
