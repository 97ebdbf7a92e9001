// The picture of a flame view: its boxes, their colors and what those mean, and the map.

import { element } from "../dom/dom";
import { isDark } from "../dom/theme";
import { Changes } from "../picture/changedboxes";
import { Colors } from "../picture/colors";
import { everything, isAll, Range, Rows } from "../picture/layout";
import { meaningsOf, showLegend } from "../picture/legend";
import { Minimap } from "../picture/minimap";
import { Coloring, coloringOf } from "../picture/palettes";
import { minWidth, Part, Picture, rowHeight } from "../picture/picture";
import { Node, View } from "../stacks/node";
import { Sums, Tree } from "../stacks/tree";
import { Scene } from "./scene";
import { aboutNoChange } from "./words";

export class Drawing {
	readonly picture: Picture;
	/** The colors of the picture. */
	coloring!: Coloring;
	private readonly minimap: Minimap;
	/** The node that fills the width of its part; the other part has its root. */
	private focus!: Node;
	/** The part of its width that is shown. */
	private range = everything;
	private changesNow: Changes | null = null;
	/** The most informative colors for these values: to find them takes a look at all nodes. */
	private best: { counted: Tree; sums: Sums; coloring: Coloring } | null = null;

	constructor(private readonly tree: Tree, inside: HTMLElement, private readonly legend: HTMLElement, private readonly byKind: boolean, zoomTo: (node: Node) => void) {
		this.minimap = new Minimap(inside);
		this.minimap.chosen = zoomTo;
		this.picture = new Picture(inside, { role: "application", "aria-roledescription": "flame graph", "aria-label": tree.header.title, "aria-describedby": "details" });
		this.picture.unit = tree.header.unit;
	}

	/** Colors the boxes; -1 is the most informative palette. */
	recolor(palette: number, { view, counted, rules: { hidden } }: Scene, sums: Sums): void {
		const { tree, picture, legend } = this, same = aboutNoChange(tree);
		if (palette < 0 && (this.best?.counted !== counted || this.best.sums !== sums)) this.best = { counted, sums, coloring: coloringOf(tree, hidden, counted, sums, this.byKind) };
		this.coloring = palette < 0 ? this.best!.coloring : { palette, reason: "" };
		picture.colors = new Colors(tree, tree.header.palettes[this.coloring.palette], isDark());
		showLegend(meaningsOf(view, picture.colors), legend, tree, picture.colors.palette);
		if (same) element("span", {}, same, legend);
		picture.redraw();
	}

	/** Lays out the picture again. */
	lay({ view, callers }: Scene, focus: Node, range: Range, icicle: boolean, keepScroll: boolean): void {
		const { picture } = this, { width } = picture;
		// Callers and callees of a method share its box, so they also share a range of it.
		const part = (view: View, up: boolean): Part => ({ view, rows: new Rows(view, focus.view === view ? focus : view.root, width, minWidth, focus.view === view || !focus.parent ? range : everything), up, more: true });
		this.focus = focus;
		this.range = range;
		this.changesNow = null;
		picture.show(callers ? [part(callers, true), part(view, false)] : [part(view, !icicle)], keepScroll);
		picture.drawn = () => this.drawMinimap();
	}

	/** The rows of trees that share their first row, unless they have more than most. */
	rowsOf(views: View[], most: number): number {
		return 1 + views.reduce((sum, view) => {
			const all = new Rows(view, view.root, this.picture.width, minWidth);
			all.ensure(most + 2);
			return sum + all.rows.length - 1;
		}, 0);
	}

	partOf(node: Node): Part {
		return this.picture.parts.find((p) => p.view === node.view)!;
	}

	/** Whether the shown range has some of a node. */
	inRange(node: Node): boolean {
		return isAll(this.range) || this.partOf(node).rows.boxOf(node) !== null;
	}

	/** Scrolls a node into view. */
	toNode(node: Node): void {
		this.picture.toRow(this.partOf(node), node.depth);
	}

	/** The boxes that changed significantly, if colors show that; null: colors mean something else, or nothing was tested. */
	get changes(): Changes | null {
		const { header } = this.tree;
		if (!header.compared?.tested || header.palettes[this.coloring.palette].id !== "change") return null;
		return this.changesNow ||= new Changes(this.picture.parts);
	}

	/** Readers of a comparison look for changes: the largest one is shown if none is visible. */
	toChange(part: Part): void {
		const all = this.changes?.all || [];
		if (all.length && !all.some(({ node }) => this.picture.shows(part, node.depth))) this.picture.toRow(part, all[0].node.depth);
	}

	/** The widest box of a method in a part; null: it has none. */
	widest(frame: number, part: Part): Node | null {
		let best: Node | null = null;
		for (const row of part.rows.rows) {
			for (const { node } of row) if (node.frame === frame && (!best || node.weight > best.weight)) best = node;
		}
		return best;
	}

	private drawMinimap(): void {
		const { picture, focus } = this, part = this.partOf(focus);
		const first = part.up ? 0 : Math.max(0, Math.floor((picture.scroller.scrollTop - picture.rowTop(part, 0)) / rowHeight));
		this.minimap.draw(part.view, focus, this.range, picture, picture.width, first, Math.ceil(picture.scroller.clientHeight / rowHeight), part.rows.rows.length * rowHeight > 1.2 * innerHeight);
	}
}
