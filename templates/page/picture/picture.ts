// Virtualized canvas of boxes: only visible rows are drawn, inside a full-height scroll element.

import { Ruler, textFont } from "../../text/labels";
import { percent, unitCount } from "../../text/numbers";
import { element, soon } from "../dom/dom";
import { nameOf } from "../stacks/describe";
import { isUnknown } from "../stacks/verdict";
import { Node, View } from "../stacks/node";
import { Colors } from "./colors";
import { Box, Rows } from "./layout";

export const rowHeight = 18, boxHeight = 17;
/** Where labels start in a box, in pixels. */
export const labelStart = 3;
/** Of the lower edge of a box, if it has its own color, in pixels. */
export const edgeHeight = 3;
const minLabel = 14;
/** Opacity of boxes above the zoomed frame, of those that do not match a search, and of the text on both. */
const aboveBox = 0.55, paleText = 0.8;
export const dimmedBox = 0.35;
/** Narrower frames are merged into a rest, in pixels. */
export const minWidth = 0.75;
/** Number of rows made initially, doubled when they become visible. */
const someRows = 1000;

/** A tree of boxes that grows upward or downward from its first row. */
export interface Part {
	view: View;
	rows: Rows;
	up: boolean;
	/** Whether there may be more rows. */
	more: boolean;
}

export interface Place {
	part: Part;
	box: Box;
	row: number;
}

export class Picture {
	readonly scroller: HTMLElement;
	readonly canvas: HTMLCanvasElement;
	private readonly spacer: HTMLElement;
	private readonly ruler = new Ruler("11px " + textFont);
	private readonly context: CanvasRenderingContext2D;
	parts: Part[] = [];
	colors!: Colors;
	private found: Uint8Array | null = null;
	/** Whether boxes that do not match are pale: without a match, all would be. */
	dims = false;
	/** Outlined: the selected frame and the one under the pointer. */
	selected: Node | null = null;
	pointed: Node | null = null;
	unit = "";
	/** Lines about a box for a tooltip; the first one is its name. */
	describe: (place: Place) => string[] = () => [];
	readonly redraw = soon(() => this.draw());
	/** Called after each drawing. */
	drawn: () => void = () => {};

	/** Attributes of the scrolled element, which can have the focus. */
	constructor(inside: Element, attributes: Record<string, string>) {
		this.scroller = element("div", { class: "scroller", tabindex: "0", ...attributes }, "", inside);
		this.spacer = element("div", { class: "spacer" }, "", this.scroller);
		this.canvas = element("canvas", {}, "", this.spacer);
		this.context = this.canvas.getContext("2d", { alpha: false })!;
		this.scroller.addEventListener("scroll", () => {
			this.grow();
			this.redraw();
		}, { passive: true });
	}

	/** By frame, see Search; null: no search. */
	get hits(): Uint8Array | null {
		return this.found;
	}
	set hits(hits: Uint8Array | null) {
		this.found = hits;
		this.dims = hits !== null && hits.includes(1);
	}

	/** Whether a box matches the search. */
	matches({ frame, restOf }: Node): boolean {
		return this.found !== null && frame >= 0 && this.found[frame] === 1 && !restOf;
	}
	/** Of a box, and of the text on it: less than 1 if others match the search, or if it is above the zoomed frame of its part. */
	opacity(node: Node, { rows }: Part): { box: number; text: number } {
		const dimmed = this.dims && !this.matches(node), above = node.depth < rows.focus.depth;
		return { box: dimmed ? dimmedBox : above ? aboveBox : 1, text: dimmed || above ? paleText : 1 };
	}

	get width(): number {
		return Math.max(100, this.scroller.clientWidth);
	}

	/** Shows one tree, or two that share their first row. */
	show(parts: Part[], keepScroll: boolean): void {
		// Rows that the reader has scrolled to are kept.
		parts.forEach((p, i) => {
			p.more = p.rows.ensure(Math.max(someRows, keepScroll && this.parts[i]?.rows.rows.length || 0));
		});
		this.parts = parts;
		this.size();
		if (!keepScroll) this.toRoot();
		this.redraw();
	}

	/** Rows above the first row of the parts. */
	private get above(): number {
		const up = this.parts.find((p) => p.up);
		return up ? up.rows.rows.length - 1 : 0;
	}
	private get height(): number {
		const down = this.parts.find((p) => !p.up);
		return (this.above + (down ? down.rows.rows.length : 1)) * rowHeight;
	}
	private size(): void {
		const only = this.parts.length === 1 && this.parts[0].up;
		this.spacer.style.height = Math.max(this.height, only ? this.scroller.clientHeight : 0) + "px";
	}
	/** The distance of row 0 from the top of the content: at the bottom, if all boxes are above it. */
	private get base(): number {
		const only = this.parts.length === 1 && this.parts[0].up;
		return only ? Math.max(this.height, this.scroller.clientHeight) - rowHeight : this.above * rowHeight;
	}
	// If there are two parts, the lower one has the shared row.
	private firstRow(part: Part): number {
		return this.parts.length > 1 && part.up ? 1 : 0;
	}
	rowTop(part: Part, row: number): number {
		return this.base + (part.up ? -row : row) * rowHeight;
	}

	/** Scrolls to the first row. */
	toRoot(): void {
		const down = this.parts.find((p) => !p.up), room = this.scroller.clientHeight;
		if (!this.parts.some((p) => p.up)) this.scroller.scrollTop = 0;
		else if (!down) this.scroller.scrollTop = this.spacer.offsetHeight;
		else this.scroller.scrollTop = Math.max(0, Math.min(this.base - room * 0.4, this.base + 0));
	}

	/** Whether a row is visible, or was at another height of the window. */
	shows(part: Part, row: number, height = this.scroller.clientHeight): boolean {
		const y = this.rowTop(part, row), { scrollTop } = this.scroller, [above, below] = this.pinned(height);
		return y >= scrollTop + above && y + boxHeight <= scrollTop + height - below || row === 0 && above + below > 0;
	}

	// Pixels at the upper and the lower edge for the first row of a picture that is scrolled away from it.
	private pinned(height = this.scroller.clientHeight): [above: number, below: number] {
		const [part] = this.parts, { scrollTop } = this.scroller, y = this.rowTop(part, 0);
		if (this.parts.length > 1 || height < 5 * rowHeight) return [0, 0];
		return part.up ? [0, y + boxHeight > scrollTop + height ? rowHeight : 0] : [y < scrollTop ? rowHeight : 0, 0];
	}

	// The upper edge of a row in the visible area of the picture.
	private topInSight(part: Part, row: number): number {
		const { scrollTop, clientHeight } = this.scroller, [above, below] = row ? [0, 0] : this.pinned();
		return above ? 0 : below ? clientHeight - rowHeight : this.rowTop(part, row) - scrollTop;
	}

	/** Scrolls a row into view. */
	toRow(part: Part, row: number): void {
		if (row >= part.rows.rows.length - 1 && part.more) {
			part.more = part.rows.ensure(row + someRows);
			this.size();
		}
		if (this.shows(part, row)) return;
		const y = this.rowTop(part, row), { scrollTop, clientHeight } = this.scroller;
		if (y < scrollTop + rowHeight) this.scroller.scrollTop = y - 2 * rowHeight;
		else if (y + rowHeight > scrollTop + clientHeight) this.scroller.scrollTop = y + 2 * rowHeight - clientHeight;
	}

	// Makes more rows near the edge of the existing ones.
	private grow(): void {
		const { scrollTop, clientHeight } = this.scroller;
		for (const part of this.parts) {
			const edge = this.rowTop(part, part.rows.rows.length - 1);
			const near = part.up ? scrollTop - edge < 2 * clientHeight : edge - scrollTop < 3 * clientHeight;
			if (!part.more || !near) continue;
			const before = this.base;
			part.more = part.rows.ensure(2 * part.rows.rows.length);
			this.size();
			this.scroller.scrollTop += this.base - before;
		}
	}

	/** The upper edge of a box in the window. */
	windowTop(at: Place): number {
		return this.canvas.getBoundingClientRect().top + this.topInSight(at.part, at.row);
	}

	/** The box at a point of the window. */
	at(clientX: number, clientY: number): Place | null {
		const box = this.canvas.getBoundingClientRect();
		const y = clientY - box.top + this.scroller.scrollTop, x = clientX - box.left;
		if (x < 0 || x >= box.width || clientY < box.top || clientY > box.bottom) return null;
		const [above, below] = this.pinned(), first = clientY - box.top < above || box.bottom - clientY < below;
		for (const part of this.parts) {
			const row = first ? 0 : Math.floor((y - this.base) / rowHeight) * (part.up ? -1 : 1);
			if (row < this.firstRow(part)) continue;
			const found = part.rows.at(row, x);
			if (found) return { part, box: found, row };
		}
		return null;
	}

	/** Whether a box matches. */
	showsMatches(): boolean {
		return this.dims && this.parts.some((part) => part.rows.rows.some((row) => row.some(({ node }) => this.matches(node))));
	}

	/** The index of the first visible row, counted from the top. */
	get firstInSight(): number {
		const top = this.base - this.above * rowHeight;
		return Math.max(0, Math.floor((this.scroller.scrollTop - top) / rowHeight));
	}

	draw(): void {
		const { scroller, canvas, context, width } = this, { clientHeight: height } = scroller, ratio = devicePixelRatio || 1;
		const w = Math.round(width * ratio), h = Math.round(height * ratio);
		if (canvas.width !== w || canvas.height !== h) {
			canvas.width = w;
			canvas.height = h;
			canvas.style.width = width + "px";
			canvas.style.height = height + "px";
		}
		context.setTransform(ratio, 0, 0, ratio, 0, 0);
		this.paint(context, width, height);
		this.drawn();
	}

	/** Draws the visible rows. */
	paint(context: CanvasRenderingContext2D, width: number, height: number): void {
		const top = this.scroller.scrollTop;
		context.fillStyle = this.colors.page;
		context.fillRect(0, 0, width, height);
		context.font = this.ruler.font;
		context.textBaseline = "middle";
		for (const part of this.parts) {
			for (let row = this.firstRow(part); row < part.rows.rows.length; row++) {
				const y = this.rowTop(part, row) - top;
				if (part.up ? y < -rowHeight : y > height) break;
				if (part.up ? y > height : y < -rowHeight) continue;
				this.drawRow(context, part, part.rows.rows[row], y);
			}
		}
		if (!this.pinned().some((pixels) => pixels > 0)) return;
		const [part] = this.parts, y = this.topInSight(part, 0);
		context.fillStyle = this.colors.page;
		context.fillRect(0, y - 1, width, rowHeight + 1);
		this.drawRow(context, part, part.rows.rows[0], y);
	}

	private drawRow(context: CanvasRenderingContext2D, part: Part, row: Box[], y: number): void {
		const { colors } = this, { view } = part;
		let fill = "";
		for (const box of row) {
			const { node, x, width } = box;
			const match = this.matches(node), opacity = this.opacity(node, part);
			const color = match ? colors.match : colors.of(view, node);
			// Many narrow boxes may share a pixel: the last one is visible.
			const w = width >= 2 ? width - 0.5 : Math.max(width, 0.6);
			if (color !== fill) context.fillStyle = fill = color;
			context.globalAlpha = opacity.box;
			if (colors.isGone(view, node)) {
				context.fillStyle = colors.page;
				fill = "";
			}
			context.fillRect(x, y, w, boxHeight);
			if (colors.isGone(view, node)) hatch(context, x, y, w, boxHeight, colors.stripe);
			const edge = match ? "" : colors.edge(view, node);
			if (edge) {
				context.fillStyle = fill = edge;
				context.fillRect(x, y + boxHeight - edgeHeight, w, edgeHeight);
			}
			if (colors.isNew(view, node) && width > 3) {
				context.strokeStyle = colors.outline;
				context.lineWidth = 1;
				context.strokeRect(x + 0.5, y + 0.5, w - 1, boxHeight - 1);
			}
			if (width >= minLabel) {
				const s = this.label(view, node, width - 2 * labelStart);
				if (s) {
					if (!match && colors.isGone(view, node)) { // letters are hard to read on stripes
						context.fillStyle = colors.page;
						context.fillRect(x + 1, y + 1, this.groundOf(s, w), boxHeight - 2 - (edge ? edgeHeight - 1 : 0));
					}
					context.fillStyle = match ? colors.matchText : colors.text;
					fill = "";
					context.globalAlpha = opacity.text;
					context.fillText(s, x + labelStart, y + boxHeight / 2 + 0.5);
				}
			}
			if (node === this.selected || node === this.pointed) {
				context.globalAlpha = 1;
				context.strokeStyle = colors.text;
				context.lineWidth = node === this.selected ? 2 : 1;
				context.strokeRect(x + 0.5, y + 0.5, Math.max(1, w - 1), boxHeight - 1);
			}
		}
		context.globalAlpha = 1;
	}

	private label(view: View, node: Node, room: number): string {
		if (node.restOf) return this.ruler.cut("… " + percent(node.weight, view.root.weight), room);
		if (node.group) return this.ruler.cut(node.group.of === "package" ? node.group.name : node.group.name.slice(node.group.name.lastIndexOf(".") + 1), room);
		if (node.frame < 0) return this.ruler.cut("all: " + unitCount(node.total, this.unit), room);
		const mark = !view.tree.base || isUnknown(view, node) ? "" : !node.total ? "− " : !node.base ? "+ " : "";
		const s = this.ruler.fit(nameOf(view, node), room - this.ruler.measure(mark));
		return s && mark + s;
	}

	/** The width of the ground of a label on stripes, which begins one pixel in its box. */
	groundOf(label: string, width: number): number {
		return Math.min(width - 2, this.ruler.measure(label) + 2 * labelStart - 2);
	}

	/** The label of a box, for a static image. */
	labelOf(part: Part, box: Box): string {
		return box.width < minLabel ? "" : this.label(part.view, box.node, box.width - 2 * labelStart);
	}
}

/** Draws the stripes of removed code. */
export function hatch(context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number, color: string): void {
	context.save();
	context.beginPath();
	context.rect(x, y, width, height);
	context.clip();
	context.strokeStyle = color;
	context.lineWidth = 2;
	context.beginPath();
	for (let at = x - height - (x % 6); at < x + width; at += 6) {
		context.moveTo(at, y + height);
		context.lineTo(at + height, y);
	}
	context.stroke();
	context.restore();
}
