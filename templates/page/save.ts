// The view as a file: a still picture with its title and the meanings of its colors.

import { Caption, CaptionLines, fontOf, layCaption, noteSize, swatchSize, titleSize } from "./caption";
import { save } from "./dom";
import { textFont } from "./labels";
import { edgeHeight, hatch, Picture, rowHeight } from "./picture";
import { shapesOf, stillRows, stripesOf } from "./stillrows";
import { Shape, svgText } from "./svgshapes";

/** More rows are not drawn. */
const mostRows = 2000;

/** Offers a picture as a file. */
export async function savePicture(name: string, format: "svg" | "png", picture: Picture, caption: Caption): Promise<void> {
	const blob = format === "svg" ? pictureAsSVG(picture, caption) : await pictureAsPNG(picture, caption);
	if (blob) save(`${name}.${format}`, blob);
}

// The rows in sight.
function pictureAsPNG(picture: Picture, caption: Caption): Promise<Blob | null> {
	const { canvas, width, colors, scroller: { scrollTop, clientHeight } } = picture, ratio = canvas.width / width, head = layCaption(caption, width);
	const edges = picture.parts.flatMap((part) => [0, part.rows.rows.length - 1].map((row) => picture.rowTop(part, row)));
	const top = Math.max(0, Math.min(...edges) - scrollTop), height = Math.min(clientHeight, Math.max(...edges) + rowHeight - scrollTop) - top;
	const copy = document.createElement("canvas"), context = copy.getContext("2d", { alpha: false })!;
	copy.width = canvas.width;
	copy.height = Math.round((head.height + height) * ratio);
	context.scale(ratio, ratio);
	context.fillStyle = colors.page;
	context.fillRect(0, 0, width, head.height + height);
	context.drawImage(canvas, 0, top * ratio, canvas.width, height * ratio, 0, head.height, width, height);
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
		if (!outline) continue;
		context.strokeStyle = outline;
		context.strokeRect(x + 0.5, y + 0.5, swatchSize - 1, swatchSize - 1);
	}
	return new Promise((done) => copy.toBlob(done, "image/png"));
}

// All rows.
function pictureAsSVG(picture: Picture, caption: Caption): Blob {
	const { colors, width } = picture, rows = stillRows(picture.parts).slice(0, mostRows), head = layCaption(caption, width);
	const stripes = "gone" + Date.now().toString(36), height = head.height + rows.length * rowHeight; // of its own, where a page has several
	const svg: Shape = {
		tag: "svg", attributes: { width, height, viewBox: `0 0 ${width} ${height}`, "font-family": textFont.replaceAll('"', ""), "font-size": noteSize, fill: colors.text },
		inside: [
			...colors.palette.id === "change" ? [stripesOf(colors, stripes)] : [],
			{ tag: "rect", attributes: { width, height, fill: colors.page } },
			...captionShapes(head, stripes), ...shapesOf(picture, rows, head.height, stripes),
		],
	};
	return new Blob([svgText(svg)], { type: "image/svg+xml" });
}

function captionShapes({ texts, swatches }: CaptionLines, stripes: string): Shape[] {
	return [
		...texts.map(({ x, y, text, bold }): Shape => ({ tag: "text", attributes: { x, y, "font-size": bold ? titleSize : undefined, "font-weight": bold ? "bold" : undefined }, text })),
		...swatches.flatMap(({ x, y, of: { fill, outline, stripe, edge } }): Shape[] => [
			{ tag: "rect", attributes: { class: "swatch", x, y, width: swatchSize, height: swatchSize, rx: 2, fill: stripe ? `url(#${stripes})` : fill, stroke: outline || undefined } },
			...edge ? [{ tag: "rect", attributes: { x, y: y + swatchSize - edgeHeight, width: swatchSize, height: edgeHeight, fill: edge } } as const] : [],
		]),
	];
}
