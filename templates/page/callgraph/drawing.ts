// A graph as shapes: for the page, and for files.

import { scalable, textFont } from "../../text/labels";
import { Shape } from "../dom/svgshapes";
import { Box, Change, Diagram, Line, LineKind, sameStep, weightOf } from "./diagram";
import { heatColor, heatScale, heatStops } from "./heat";
import { Layout, layoutOf, Place, Size } from "./layout";
import { BoxText, lineHeight, numberSize, overloadsIn, rulerOf, stripWidth, textOf } from "./text";

/** Colors of a theme. */
export interface Inks {
	page: string;
	text: string;
	quiet: string;
	edge: string;
	/** More than a tenth of all. */
	hot: string;
	lines: Record<LineKind, string>;
	heat: string[];
	/** Of changes, from much less to much more: of boxes, and of lines. */
	delta: string[];
	deltaLine: string[];
	/** Of a box without a count to compare. */
	noCount: string;
}

/** As in render/palette. */
const changeInks = {
	light: { delta: ["#797de2", "#9c9eec", "#bec0f4", "#d7d9dc", "#fdcfc2", "#f5917a", "#e4553f"], deltaLine: ["#3f37a0", "#625ac8", "#8480d8", "#858b96", "#c8624a", "#ab3a20", "#7a1c08"], noCount: "#fcfcfd" },
	dark: { delta: ["#645ccd", "#4a4698", "#33376a", "#36393d", "#67382a", "#8f3a26", "#b93a22"], deltaLine: ["#c9c6ff", "#9b95f2", "#7670cc", "#7d8490", "#c07a66", "#ef8a70", "#ffb8a6"], noCount: "#22252b" },
};

/** As in render/palette. */
export const inks: Record<"light" | "dark", Inks> = {
	light: { page: "#ffffff", text: "#1b1d21", quiet: "#4a4f57", edge: "#8a8f99", hot: "#b3261e", lines: { inlined: "#0b62a4", called: "#2f7d32", sampled: "#6b7280", unknown: "#6b7280" }, heat: heatStops.light, ...changeInks.light },
	dark: { page: "#17191e", text: "#eceff2", quiet: "#b3b8c2", edge: "#767d8a", hot: "#ff8a75", lines: { inlined: "#6cb6f2", called: "#7fd48a", sampled: "#9aa1ad", unknown: "#9aa1ad" }, heat: heatStops.dark, ...changeInks.dark },
};

/** Share of a line that is drawn as hot. */
const hotShare = 0.1;
const widestLine = 6;
/** The weight in the layout of lines by way of methods that are not shown: many lead far down. */
const besideWeight = 0.3;
const arrow = 7;

/** In a graph of calls, a line that only samples know: it has no count of calls. */
export const isInferred = ({ metric }: Pick<Diagram, "metric">, { kind }: Line) => metric === "calls" && kind === "sampled";

export const isHot = (diagram: Pick<Diagram, "metric">, line: Line) => (line.share ?? 0) > hotShare && !line.change && !isInferred(diagram, line);

/** A laid-out graph. */
export interface Drawing extends Layout {
	diagram: Diagram;
	texts: BoxText[];
	/** By box: how hot it is, from 0 to 1. */
	heat: number[];
}

export function drawingOf(diagram: Diagram): Drawing {
	const most = diagram.boxes.reduce((m, b) => Math.max(m, weightOf(b)), 0), overloads = overloadsIn(diagram), texts = diagram.boxes.map((box) => textOf(box, diagram, most, overloads)), ruler = rulerOf(numberSize);
	const heaviest = diagram.lines.reduce((m, l) => Math.max(m, l.share ?? 0), 0) || 1, sizes: Size[] = [...texts];
	const links = diagram.lines.map(({ from, to, label, share, through }) => {
		const width = label.length ? Math.ceil(Math.max(...label.map((s) => ruler.measure(s)))) + 8 : 0, weight = through ? besideWeight : 1 + 10 * (share ?? 0) / heaviest;
		// Unknown callers are the label alone.
		return from < 0 ? { from: sizes.push({ width, height: label.length * numberSize * lineHeight }) - 1, to, rows: 0, width: 0, weight } : { from, to, rows: label.length, width, weight };
	});
	const layout = layoutOf(sizes, sizes.map((_, i) => i < texts.length ? weightOf(diagram.boxes[i]) : 0), links);
	links.forEach(({ from }, i) => {
		if (diagram.lines[i].from < 0) layout.lines[i].label = { x: layout.boxes[from].x + sizes[from].width / 2, y: layout.boxes[from].y + sizes[from].height / 2 };
	});
	return { ...layout, boxes: layout.boxes.slice(0, texts.length), diagram, texts, heat: diagram.boxes.map(heatScale(diagram)) };
}

/** The group of a line: its path first. */
export function lineShape({ diagram, lines }: Drawing, i: number, ink: Inks): Shape {
	const line = diagram.lines[i], { points, end, label } = lines[i], { change } = line, inferred = isInferred(diagram, line), hot = isHot(diagram, line), color = change ? ink.deltaLine[change.step] : hot ? ink.hot : ink.lines[line.kind], width = widthOf(inferred && !change ? 0 : line.share ?? 0);
	const gone = change?.only === "gone";
	const inside: Shape[] = [
		{ tag: "title", attributes: {}, text: titleOf(diagram, line) },
		{ tag: "path", attributes: { d: curve(points, end.down === 0), fill: "none", stroke: color, "stroke-width": width, "stroke-dasharray": line.through || line.kind === "unknown" ? "2 4" : line.via.length || (change ? line.kind === "sampled" : inferred) ? "6 4" : undefined } },
		{ tag: "path", attributes: { d: headOf(end, width), fill: gone ? ink.page : color, stroke: gone ? color : undefined } },
	];
	const height = numberSize * lineHeight, top = label.y - line.label.length * height / 2;
	if (line.label.length) {
		const w = Math.max(...line.label.map((s) => rulerOf(numberSize).measure(s))) + 4;
		inside.push({ tag: "rect", attributes: { x: label.x - w / 2, y: top, width: w, height: line.label.length * height, fill: ink.page } });
	}
	line.label.forEach((text, k) => inside.push({
		tag: "text", attributes: { x: label.x, y: Math.round(top + (k + 0.8) * height), "text-anchor": "middle", "font-size": numberSize, fill: change && isStrong(change) ? color : hot ? ink.hot : ink.quiet }, text,
	}));
	return { tag: "g", attributes: { class: "line" }, inside };
}

/** The group of a box; kind is the color of its kind of code. */
export function boxShape({ boxes, texts, diagram, heat }: Drawing, i: number, ink: Inks, kind: string): Shape {
	const box = diagram.boxes[i], { x, y } = boxes[i], { width, height, rows } = texts[i], several = box.of.length + box.more > 1;
	const inside: Shape[] = [
		{ tag: "title", attributes: {}, text: [...box.of.slice(0, 20).map((m) => m.method), ...box.about || []].join("\n") + (box.of.length > 20 ? `\n… ${box.of.length + box.more - 20} more` : "") },
		...several ? [{ tag: "rect", attributes: { x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 6, fill: "none", stroke: ink.edge } } as const] : [],
		{ tag: "rect", attributes: { class: "box", x, y, width, height, rx: 4, ...paintOf(box, heat[i], ink) } },
		{ tag: "rect", attributes: { x: x + 1, y: y + 3, width: stripWidth, height: height - 6, fill: kind, stroke: ink.edge, "stroke-width": 0.6 } },
	];
	let at = y + 2;
	for (const { text, size, bold } of rows) {
		at += lineHeight * size;
		inside.push({ tag: "text", attributes: { x: x + (width + stripWidth) / 2, y: Math.round(at - 0.2 * size), "text-anchor": "middle", "font-size": size, "font-weight": bold ? "bold" : undefined, fill: ink.text }, text });
	}
	return { tag: "g", attributes: { class: "node" }, inside };
}

// Changes whose lines have colors that text can be read in.
const isStrong = ({ step }: Change) => Math.abs(step - sameStep) > 1;

function paintOf({ change, focus, self }: Box, heat: number, ink: Inks): Shape["attributes"] {
	const only = change?.only, fill = !change ? heatColor(ink.heat, heat) : change.compared ? ink.delta[change.step] : ink.noCount;
	return { fill, stroke: focus ? ink.text : only === "new" && change!.sure ? ink.deltaLine[change!.step] : ink.edge, "stroke-width": focus ? 2.5 : only === "new" ? 2 : 1, "stroke-dasharray": only === "gone" || self === null ? "4 3" : undefined };
}

/** The whole as a file. */
export function fileOf(drawing: Drawing, ink: Inks, kinds: string[], caption: string[], meanings: Meaning[]): Shape {
	const { width, height, diagram } = drawing, rows = meaningRows(meanings, width), top = 16 * (caption.length + rows.length) + 8;
	return {
		tag: "svg", attributes: { width: Math.ceil(width), height: Math.ceil(height + top), viewBox: `0 ${-top} ${Math.ceil(width)} ${Math.ceil(height + top)}`, "font-family": textFont.replaceAll('"', ""), "text-rendering": scalable },
		inside: [
			{ tag: "rect", attributes: { x: 0, y: -top, width: Math.ceil(width), height: Math.ceil(height + top), fill: ink.page } },
			...caption.map((text, i): Shape => ({ tag: "text", attributes: { x: 14, y: 18 + 16 * i - top, "font-size": i ? 11 : 14, "font-weight": i ? undefined : "bold", fill: ink.text }, text })),
			...rows.flatMap((row, k) => row.flatMap(({ x, meaning }) => meaningShapes(meaning, x, 16 * (caption.length + k) + 18 - top, ink))),
			...diagram.lines.map((_, i) => lineShape(drawing, i, ink)), ...diagram.boxes.map((_, i) => boxShape(drawing, i, ink, kinds[i])),
		],
	};
}

/** A meaning of a color, or of a mark, in a legend. */
export interface Meaning {
	text: string;
	/** Of a box or, with dashes, a line; undefined: there is none. */
	color?: string;
	dashes?: "solid" | "dashed" | "dotted";
}

const swatch = 22, swatchGap = 6, meaningGap = 16;

// Meanings in rows that are as wide as the picture.
function meaningRows(meanings: Meaning[], width: number): { x: number; meaning: Meaning }[][] {
	const rows: { x: number; meaning: Meaning }[][] = [];
	let x = Infinity;
	for (const meaning of meanings) {
		const room = rulerOf(numberSize).measure(meaning.text) + (meaning.color ? swatch + swatchGap : 0);
		if (x + room > width - 14) {
			rows.push([]);
			x = 14;
		}
		rows.at(-1)!.push({ x, meaning });
		x += room + meaningGap;
	}
	return rows;
}

function meaningShapes({ text, color, dashes }: Meaning, x: number, y: number, ink: Inks): Shape[] {
	const shapes: Shape[] = [];
	if (dashes) shapes.push({ tag: "path", attributes: { d: `M${x} ${y - 4}h${swatch}`, fill: "none", stroke: color, "stroke-width": 2, "stroke-dasharray": { solid: undefined, dashed: "6 4", dotted: "2 4" }[dashes] } });
	else if (color) shapes.push({ tag: "rect", attributes: { x, y: y - 10, width: swatch, height: 11, fill: color, stroke: ink.edge } });
	return [...shapes, { tag: "text", attributes: { x: x + (color ? swatch + swatchGap : 0), y, "font-size": numberSize, fill: ink.text }, text }];
}

const round = (n: number) => String(Math.round(10 * n) / 10);

// A smooth line that is vertical at each point, or one with control points.
function curve(points: Place[], controlled: boolean): string {
	const path = `M${round(points[0].x)} ${round(points[0].y)}`;
	if (controlled) return `${path}C${points.slice(1).map(({ x, y }) => `${round(x)} ${round(y)}`).join(" ")}`;
	return path + points.slice(1).map((b, i) => {
		const a = points[i], half = (a.y + b.y) / 2;
		return a.x === b.x ? `V${round(b.y)}` : `C${[a.x, half, b.x, half, b.x, b.y].map(round).join(" ")}`;
	}).join("");
}

const widthOf = (share: number) => Math.round(10 * (1 + (widestLine - 1) * Math.sqrt(Math.min(1, share)))) / 10;

function headOf({ x, y, down }: Layout["lines"][number]["end"], width: number): string {
	const long = arrow + width, half = 3 + width * 0.6;
	const [at, to] = [round(x), round(y)];
	return down ? `M${at} ${to}L${round(x - half)} ${round(y - down * long)}L${round(x + half)} ${round(y - down * long)}Z` : `M${at} ${to}L${round(x + long)} ${round(y - half)}L${round(x + long)} ${round(y + half)}Z`;
}

/** What a line means: its methods from caller to callee, and its numbers. */
export function titleOf({ boxes }: Diagram, { from, to, via, about }: Line): string {
	return [endOf(boxes, from), ...via.slice(0, 20).map((m) => "→ " + m.method), ...via.length > 20 ? [`… ${via.length - 20} more`] : [], "→ " + nameOf(boxes[to]), ...about].join("\n");
}

/** Where a line begins, in words. */
export const endOf = (boxes: Box[], from: number) => from < 0 ? "unknown callers" : nameOf(boxes[from]);

/** The name of a box in words. */
export const nameOf = ({ of, more }: Box) => of.length + more > 1 ? `${of.length + more} methods call each other` : of[0].method;
