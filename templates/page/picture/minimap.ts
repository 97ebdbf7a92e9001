// The whole tree in a strip above the picture, and its visible section.

import { element } from "../dom/dom";
import { Node, startOf, View } from "../stacks/node";
import { isAll, Range, Rows } from "./layout";
import { dimmedBox, Picture } from "./picture";

const height = 44, mostRows = 400;

export class Minimap {
	readonly canvas: HTMLCanvasElement;
	private readonly label: HTMLElement;
	private rows: Rows | null = null;
	/** A place was clicked. */
	chosen: (node: Node) => void = () => {};

	constructor(inside: Element) {
		this.label = element("div", { class: "maplabel", hidden: "", "aria-hidden": "true" }, "The whole picture; in the frame: the part below. Click to zoom.", inside);
		this.canvas = element("canvas", { class: "minimap", hidden: "", "aria-hidden": "true", title: "The whole picture: click to zoom" }, "", inside);
		this.canvas.addEventListener("click", (e) => {
			const box = this.canvas.getBoundingClientRect();
			const found = this.rows?.at(this.rowAt(e.clientY - box.top), e.clientX - box.left);
			if (found) this.chosen(found.node);
		});
	}

	private get rowPixels(): number {
		return Math.min(4, height / (this.rows?.rows.length || 1));
	}
	private rowAt(y: number): number {
		return Math.min(Math.floor(y / this.rowPixels), (this.rows?.rows.length || 1) - 1);
	}

	/** Draws it for a node that fills the window, or a range of it; the window shows some rows, beginning with the given one, and not all if the picture is tall. */
	draw(view: View, focus: Node, range: Range, picture: Picture, width: number, first: number, count: number, tall: boolean): void {
		// If everything is in the window, there is no need.
		const needed = focus !== view.root || !isAll(range) || tall;
		this.canvas.hidden = this.label.hidden = !needed;
		if (!needed) return;
		if (this.rows?.view !== view || this.rows.width !== width) {
			this.rows = new Rows(view, view.root, width, 2);
			this.rows.ensure(mostRows);
		}
		const { colors } = picture, ratio = devicePixelRatio || 1, context = this.canvas.getContext("2d", { alpha: false })!;
		this.canvas.width = Math.round(width * ratio);
		this.canvas.height = height * ratio;
		this.canvas.style.width = width + "px";
		this.canvas.style.height = height + "px";
		context.setTransform(ratio, 0, 0, ratio, 0, 0);
		context.fillStyle = colors.page;
		context.fillRect(0, 0, width, height);
		const step = this.rowPixels;
		const draw = (matches: boolean, least: number) => this.rows!.rows.forEach((row, r) => {
			for (const { node, x, width } of row) {
				if (picture.matches(node) !== matches) continue;
				context.fillStyle = matches ? colors.match : colors.of(view, node);
				context.fillRect(x, r * step, Math.max(least, width), Math.max(least, step));
			}
		});
		context.globalAlpha = picture.dims ? dimmedBox : 1;
		draw(false, 1);
		context.globalAlpha = 1;
		draw(true, 2); // above the others, and wide enough to be seen
		// The window: its position in the whole.
		const unit = width / (view.root.weight || 1), x = startOf(focus) + range.from * focus.weight, wide = (range.to - range.from) * focus.weight;
		context.strokeStyle = colors.text;
		context.lineWidth = 2;
		context.strokeRect(Math.min(x * unit, width - 4) + 1, Math.min(first * step, height - 6) + 1, Math.max(3, wide * unit - 2), Math.max(4, Math.min(count * step, height - first * step) - 2));
	}
}
