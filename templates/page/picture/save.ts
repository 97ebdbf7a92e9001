// The view as a file: a static image with its title and the meanings of its colors.

import { scalable, textFont } from "../../text/labels";
import { save } from "../dom/dom";
import { Shape, svgText } from "../dom/svgshapes";
import { Caption, CaptionLines, fontOf, layCaption, noteSize, swatchSize, titleSize } from "./caption";
import { edgeHeight, hatch, Picture, rowHeight } from "./picture";
import { aboutRows, shapesOf, stillRows, stripesOf } from "./stillrows";

/** The maximum number of drawn rows: viewers show at most some 100,000 pixels well. */
const mostRows = 5000;
/** The maximum length of a part of a file name. */
const mostName = 80;
/** Minimum number of PNG pixels per pixel of the view: it is viewed on other screens, and in documents. */
const minRatio = 2;

/** Offers a picture as a download. It returns which rows it has; "": all. */
export async function savePicture(name: string, format: "svg" | "png", picture: Picture, caption: Caption): Promise<string> {
	const { blob, left } = format === "svg" ? pictureAsSVG(picture, caption) : await pictureAsPNG(picture, caption);
	if (blob) save(`${name}.${format}`, blob);
	return left;
}

/** A file name for a picture of profiles; parts say which picture it is. */
export function pictureName(files: string, ...parts: string[]): string {
	const profile = files.split(", ")[0].replace(/^.*[\\/]/, "").replace(/(?:\.(?:gz|zst|iprof|pb|pprof|folded|txt|json))+$/, "");
	return [profile, ...parts].map((s) => s.replace(/[^\p{L}\p{N}._$-]+/gu, "-").slice(0, mostName)).filter(Boolean).join("-");
}

const withRows = (caption: Caption, left: string): Caption => ({ ...caption, note: [caption.note, left].filter(Boolean).join("; ") });

// The visible rows.
async function pictureAsPNG(picture: Picture, caption: Caption): Promise<{ blob: Blob | null; left: string }> {
	const { width, colors, scroller: { scrollTop, clientHeight }, parts } = picture, ratio = Math.max(minRatio, devicePixelRatio || 1);
	const first = picture.firstInSight, all = parts.reduce((sum, part) => sum + part.rows.rows.length, 1 - parts.length);
	const left = aboutRows(first, Math.min(all - first, Math.ceil(clientHeight / rowHeight)), all, parts.some((part) => part.more)), head = layCaption(withRows(caption, left), width);
	const edges = picture.parts.flatMap((part) => [0, part.rows.rows.length - 1].map((row) => picture.rowTop(part, row)));
	const top = Math.max(0, Math.min(...edges) - scrollTop), height = Math.min(clientHeight, Math.max(...edges) + rowHeight - scrollTop) - top;
	const copy = document.createElement("canvas"), context = copy.getContext("2d", { alpha: false })!;
	copy.width = Math.round(width * ratio);
	copy.height = Math.round((head.height + height) * ratio);
	context.scale(ratio, ratio);
	context.translate(0, head.height - top);
	picture.paint(context, width, top + height);
	context.translate(0, top - head.height);
	context.fillStyle = colors.page;
	context.fillRect(0, 0, width, head.height);
	context.fillStyle = colors.text;
	for (const { x, y, text, bold } of head.texts) {
		context.font = fontOf(bold);
		context.fillText(text, x, y);
	}
	for (const { x, y, of: { fill, outline, stripe, edge } } of head.swatches) {
		context.fillStyle = fill;
		context.fillRect(x, y, swatchSize, swatchSize);
		if (stripe) hatch(context, x, y, swatchSize, swatchSize, stripe);
		if (edge) {
			context.fillStyle = edge;
			context.fillRect(x, y + swatchSize - edgeHeight, swatchSize, edgeHeight);
		}
		context.strokeStyle = outline || colors.rim;
		context.strokeRect(x + 0.5, y + 0.5, swatchSize - 1, swatchSize - 1);
	}
	return { blob: await new Promise<Blob | null>((done) => copy.toBlob(done, "image/png")), left };
}

// All rows, up to a number.
function pictureAsSVG(picture: Picture, caption: Caption): { blob: Blob; left: string } {
	const { colors, width } = picture, { rows, left } = stillRows(picture, width, mostRows), head = layCaption(withRows(caption, left), width);
	const stripes = "gone" + Date.now().toString(36), height = head.height + rows.length * rowHeight; // unique, as a page may have several
	const svg: Shape = {
		tag: "svg", attributes: { width, height, viewBox: `0 0 ${width} ${height}`, "font-family": textFont.replaceAll('"', ""), "text-rendering": scalable, "font-size": noteSize, fill: colors.text },
		inside: [
			...colors.palette.id === "change" ? [stripesOf(colors, stripes)] : [],
			{ tag: "rect", attributes: { width, height, fill: colors.page } },
			...captionShapes(head, stripes, colors.rim), ...shapesOf(picture, rows, head.height, stripes, true),
		],
	};
	return { blob: new Blob([svgText(svg)], { type: "image/svg+xml" }), left };
}

function captionShapes({ texts, swatches }: CaptionLines, stripes: string, rim: string): Shape[] {
	return [
		...texts.map(({ x, y, text, bold }): Shape => ({ tag: "text", attributes: { x, y, "font-size": bold ? titleSize : undefined, "font-weight": bold ? "bold" : undefined }, text })),
		...swatches.flatMap(({ x, y, of: { fill, outline, stripe, edge } }): Shape[] => [
			{ tag: "rect", attributes: { class: "swatch", x, y, width: swatchSize, height: swatchSize, rx: 2, fill: stripe ? `url(#${stripes})` : fill, stroke: outline || rim } },
			...edge ? [{ tag: "rect", attributes: { x, y: y + swatchSize - edgeHeight, width: swatchSize, height: edgeHeight, fill: edge } } as const] : [],
		]),
	];
}
