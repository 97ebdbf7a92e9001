// A graph as shapes: for the page, and for files.

import { textFont } from "../../text/labels";
import { Shape } from "../dom/svgshapes";
import { Box, Diagram, Line, LineKind } from "./diagram";
import { heatColor, heatScale, heatStops } from "./heat";
import { Layout, layoutOf, Place } from "./layout";
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
}

/** As in render/palette. */
export const inks: Record<"light" | "dark", Inks> = {
	light: { page: "#ffffff", text: "#1b1d21", quiet: "#4a4f57", edge: "#8a8f99", hot: "#b3261e", lines: { inlined: "#0b62a4", called: "#2f7d32", sampled: "#6b7280" }, heat: heatStops.light },
	dark: { page: "#17191e", text: "#eceff2", quiet: "#b3b8c2", edge: "#767d8a", hot: "#ff8a75", lines: { inlined: "#6cb6f2", called: "#7fd48a", sampled: "#9aa1ad" }, heat: heatStops.dark },
};

/** Share of a line that is drawn as hot. */
const hotShare = 0.1;
const widestLine = 6;
/** The weight in the layout of lines by way of methods that are not shown: many lead far down. */
const besideWeight = 0.3;
const arrow = 7;

/** In a graph of calls, a line that only samples know: it has no count of calls. */
export const isInferred = ({ metric }: Pick<Diagram, "metric">, { kind }: Line) => metric === "calls" && kind === "sampled";

export const isHot = (diagram: Pick<Diagram, "metric">, line: Line) => (line.share ?? 0) > hotShare && !isInferred(diagram, line);

/** A laid-out graph. */
export interface Drawing extends Layout {
	diagram: Diagram;
	texts: BoxText[];
	/** By box: how hot it is, from 0 to 1. */
	heat: number[];
}

export function drawingOf(diagram: Diagram): Drawing {
	const most = diagram.boxes.reduce((m, b) => Math.max(m, b.self ?? 0), 0), overloads = overloadsIn(diagram), texts = diagram.boxes.map((box) => textOf(box, diagram, most, overloads)), ruler = rulerOf(numberSize);
	const heaviest = diagram.lines.reduce((m, l) => Math.max(m, l.share ?? 0), 0) || 1;
	const links = diagram.lines.map(({ from, to, label, share, through }) => ({
		from, to, rows: label.length, width: label.length ? Math.ceil(Math.max(...label.map((s) => ruler.measure(s)))) + 8 : 0, weight: through ? besideWeight : 1 + 10 * (share ?? 0) / heaviest,
	}));
	return { ...layoutOf(texts, links), diagram, texts, heat: diagram.boxes.map(heatScale(diagram)) };
}

/** The group of a line: its path first. */
export function lineShape({ diagram, lines }: Drawing, i: number, ink: Inks): Shape {
	const line = diagram.lines[i], { points, end, label } = lines[i], inferred = isInferred(diagram, line), hot = isHot(diagram, line), color = hot ? ink.hot : ink.lines[line.kind], width = widthOf(inferred ? 0 : line.share ?? 0);
	const inside: Shape[] = [
		{ tag: "title", attributes: {}, text: titleOf(diagram, line) },
		{ tag: "path", attributes: { d: curve(points, end.down === 0), fill: "none", stroke: color, "stroke-width": width, "stroke-dasharray": line.through ? "2 4" : line.via.length || inferred ? "6 4" : undefined } },
		{ tag: "path", attributes: { d: headOf(end, width), fill: color } },
	];
	const height = numberSize * lineHeight, top = label.y - line.label.length * height / 2;
	if (line.label.length) {
		const w = Math.max(...line.label.map((s) => rulerOf(numberSize).measure(s))) + 4;
		inside.push({ tag: "rect", attributes: { x: label.x - w / 2, y: top, width: w, height: line.label.length * height, fill: ink.page } });
	}
	line.label.forEach((text, k) => inside.push({
		tag: "text", attributes: { x: label.x, y: Math.round(top + (k + 0.8) * height), "text-anchor": "middle", "font-size": numberSize, fill: hot ? ink.hot : ink.quiet }, text,
	}));
	return { tag: "g", attributes: { class: "line" }, inside };
}

/** The group of a box; kind is the color of its kind of code. */
export function boxShape({ boxes, texts, diagram, heat }: Drawing, i: number, ink: Inks, kind: string): Shape {
	const box = diagram.boxes[i], { x, y } = boxes[i], { width, height, rows } = texts[i], several = box.of.length + box.more > 1;
	const inside: Shape[] = [
		{ tag: "title", attributes: {}, text: box.of.slice(0, 20).map((m) => m.method).join("\n") + (box.of.length > 20 ? `\n… ${box.of.length + box.more - 20} more` : "") },
		...several ? [{ tag: "rect", attributes: { x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 6, fill: "none", stroke: ink.edge } } as const] : [],
		{ tag: "rect", attributes: { class: "box", x, y, width, height, rx: 4, fill: heatColor(ink.heat, heat[i]), stroke: box.focus ? ink.text : ink.edge, "stroke-width": box.focus ? 2.5 : 1, "stroke-dasharray": box.self === null ? "4 3" : undefined } },
		{ tag: "rect", attributes: { x: x + 1, y: y + 3, width: stripWidth, height: height - 6, fill: kind, stroke: ink.edge, "stroke-width": 0.6 } },
	];
	let at = y + 2;
	for (const { text, size, bold } of rows) {
		at += lineHeight * size;
		inside.push({ tag: "text", attributes: { x: x + (width + stripWidth) / 2, y: Math.round(at - 0.2 * size), "text-anchor": "middle", "font-size": size, "font-weight": bold ? "bold" : undefined, fill: ink.text }, text });
	}
	return { tag: "g", attributes: { class: "node" }, inside };
}

/** The whole as a file. */
export function fileOf(drawing: Drawing, ink: Inks, kinds: string[], caption: string[]): Shape {
	const { width, height, diagram } = drawing, top = 16 * caption.length + 8;
	return {
		tag: "svg", attributes: { width: Math.ceil(width), height: Math.ceil(height + top), viewBox: `0 ${-top} ${Math.ceil(width)} ${Math.ceil(height + top)}`, "font-family": textFont.replaceAll('"', "") },
		inside: [
			{ tag: "rect", attributes: { x: 0, y: -top, width: Math.ceil(width), height: Math.ceil(height + top), fill: ink.page } },
			...caption.map((text, i): Shape => ({ tag: "text", attributes: { x: 14, y: 18 + 16 * i - top, "font-size": i ? 11 : 14, "font-weight": i ? undefined : "bold", fill: ink.text }, text })),
			...diagram.lines.map((_, i) => lineShape(drawing, i, ink)), ...diagram.boxes.map((_, i) => boxShape(drawing, i, ink, kinds[i])),
		],
	};
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
	return [nameOf(boxes[from]), ...via.slice(0, 20).map((m) => "→ " + m.method), ...via.length > 20 ? [`… ${via.length - 20} more`] : [], "→ " + nameOf(boxes[to]), ...about].join("\n");
}

/** The name of a box in words. */
export const nameOf = ({ of, more }: Box) => of.length + more > 1 ? `${of.length + more} methods call each other` : of[0].method;
