// A table with any number of rows: sorted by a click, selected rows are added up, copied as Markdown or CSV.

import { Ruler } from "../../text/labels";
import { count, plural, share } from "../../text/numbers";
import { goTo } from "../address/fragment";
import { addLines, button, element } from "../dom/dom";
import { forFingers, rowHeightFor } from "../dom/fingers";
import { Offer } from "../dom/offer";
import { barOf, shareBar } from "../dom/sharebar";
import { moveBy, VirtualRows } from "../dom/virtual";
import { Column, csvRows, headingOf, markdownRows, Order, sortRows, startsDown, textOf } from "./column";
import { ColumnRoom } from "./columnroom";

/** Pixels: the width of landscape paper, without margins, at which page.css makes tables smaller. */
const paper = 1210;

/** The reader's position in a table. Rows are counted in display order. */
export interface GridPosition {
	/** Pixels above the first visible row. */
	top: number;
	/** The row that the reader went to; -1: none. */
	active: number;
	selected: number[];
}

export class Grid<R> {
	/** The sort order or the selection has changed. */
	changed: () => void = () => {};
	/** The reader wants to see all rows. */
	wanted: () => void = () => {};
	/** The reader takes the offer. */
	take: () => void = () => {};
	/** A row was selected; null: none is. */
	chosen: (row: R | null) => void = () => {};
	/** Additional information about several selected rows that are added up. */
	together: (rows: ReadonlySet<R>) => string[] = () => [];
	/** Around the table. */
	readonly below: Element;
	private readonly scroller: HTMLElement;
	private readonly head: HTMLElement;
	private readonly summary: HTMLOutputElement;
	private readonly virtual: VirtualRows;
	private readonly narrow = matchMedia("(max-width: 760px)");
	private readonly layout: ColumnRoom<R>;
	private shown: R[] = [];
	private offer: Offer | null = null;
	private selected = new Set<R>();
	private active = -1;
	/** Where a range of selected rows begins. */
	private anchor = -1;
	private readonly empty: HTMLElement;
	private readonly id = "grid" + String(grids++);
	private printing = false;
	/** All columns are shown, and the table scrolls sideways. */
	private sideways = false;
	private readonly more: HTMLButtonElement;
	/** It was laid out while another view was shown. */
	private unseen = false;

	constructor(inside: Element, label: string, private readonly row: { noun: string; all: (shown: R[]) => string }, all: Column<R>[], private readonly rows: R[], private sorting: Order) {
		this.below = inside;
		this.scroller = element("div", { class: "grid", role: "grid", tabindex: "0", "aria-label": label, "aria-multiselectable": "true" }, "", inside);
		const group = element("div", { role: "rowgroup", class: "head" }, "", this.scroller);
		this.head = element("div", { class: "line", role: "row", "aria-rowindex": "1" }, "", group);
		this.virtual = new VirtualRows(this.scroller, group, () => rowHeightFor(24), (i) => this.makeRow(i));
		this.empty = element("p", { class: "empty", hidden: "" }, "", inside);
		this.summary = element("output", { class: "summary", "aria-live": "polite" }, "", inside);
		this.scroller.addEventListener("keydown", (e) => this.key(e));
		this.more = button("More columns", "", () => this.toggleSideways(), this.summary);
		const { fontFamily } = getComputedStyle(this.scroller);
		this.layout = new ColumnRoom(all, rows, new Ruler("13px " + fontFamily), new Ruler("11px " + fontFamily), new Ruler("600 12px " + fontFamily), () => ({
			width: this.printing ? paper : this.scroller.clientWidth, narrow: this.narrow.matches && !this.printing, sideways: this.sideways && !this.printing, high: rowHeightFor(24) > 40,
		}));
		addEventListener("beforeprint", () => this.print(true));
		addEventListener("afterprint", () => this.print(false));
		for (const query of [this.narrow, forFingers]) query.addEventListener("change", () => this.layAgain());
		// Later, because the columns change the observed size.
		new ResizeObserver(() => setTimeout(() => {
			if (this.scroller.clientWidth && !this.printing && (this.unseen || this.differs(this.wide()))) this.layAgain();
		})).observe(this.scroller);
	}

	get order(): Readonly<Order> {
		return this.sorting;
	}

	/** The selected rows, or all that are shown, in display order. */
	get picked(): R[] {
		return this.selected.size ? this.shown.filter((r) => this.selected.has(r)) : this.shown;
	}

	get position(): GridPosition {
		const { shown, selected, active, scroller } = this;
		return { top: scroller.scrollTop, active, selected: selected.size ? shown.flatMap((r, i) => selected.has(r) ? [i] : []) : [] };
	}

	set position({ top, active, selected }: GridPosition) {
		const { shown, virtual, scroller } = this, row = shown[active];
		this.active = this.anchor = row ? active : -1;
		this.selected = new Set(selected.filter((i) => i < shown.length).map((i) => shown[i]));
		this.tell();
		this.chosen(row && this.selected.has(row) ? row : null);
		scroller.scrollTop = top;
		virtual.draw();
	}

	focus(): void {
		this.scroller.focus();
	}

	/** Shows the given rows, in an order. offer: more of them, for an empty table. */
	show(wanted: R[], order: Order, offer: Offer | null): void {
		this.sorting = this.layout.all.some((c) => c.id === order.column) ? order : this.sorting;
		this.shown = wanted;
		this.offer = offer;
		this.active = this.anchor = -1;
		const before = this.selected;
		this.selected = new Set(this.shown.filter((r) => before.has(r)));
		sortRows(this.shown, this.layout.all, this.sorting); // the first of them determine the columns
		const wide = this.wide();
		if (!this.head.firstChild || this.differs(wide)) this.lay(wide);
		else this.sort();
		this.chosen(null);
	}

	private print(on: boolean): void {
		if (!this.scroller.clientWidth) return; // another view is shown
		this.printing = on;
		this.layAgain();
	}

	private toggleSideways(): void {
		this.sideways = !this.sideways;
		this.scroller.scrollLeft = 0;
		this.layAgain();
		this.more.focus();
	}

	// With the same rows visible.
	private layAgain(): void {
		const at = this.scroller.scrollTop;
		this.lay();
		this.scroller.scrollTop = at;
		this.virtual.draw();
	}

	private wide(): Column<R>[] {
		return this.layout.wide(this.shown, this.sorting.column);
	}

	private differs(from: Column<R>[]): boolean {
		const { columns } = this.layout;
		return from.length !== columns.length || from.some((c, i) => c !== columns[i]);
	}

	private lay(columns = this.wide()): void {
		const { layout, scroller } = this;
		layout.columns = columns;
		const { widths } = layout;
		this.unseen = !scroller.clientWidth;
		scroller.style.setProperty("--columns", widths.columns);
		scroller.style.setProperty("--width", widths.all);
		scroller.classList.toggle("sideways", this.sideways && !this.printing);
		scroller.classList.toggle("stacked", layout.second !== null);
		scroller.setAttribute("aria-colcount", String(columns.length));
		this.head.replaceChildren();
		for (const c of columns) {
			const cell = element("div", { role: "columnheader", class: this.classOf(c) }, "", this.head);
			const b = button(layout.title(c), `Sort by ${headingOf(c)}: ${c.about}`, () => this.sortBy(c), cell);
			b.dataset.column = c.id;
		}
		this.sort();
	}

	private classOf(c: Column<R>): string {
		return (c.words ? "text" : "number") + (c === this.layout.second ? " second" : "");
	}

	private sortBy(c: Column<R>): void {
		const down = this.sorting.column === c.id ? !this.sorting.down : startsDown(c);
		this.sorting = { column: c.id, down };
		this.sort();
		this.changed();
	}

	private sort(): void {
		const { all, columns } = this.layout, { column, down } = this.sorting;
		sortRows(this.shown, all, this.sorting);
		[...this.head.children].forEach((cell, i) => cell.setAttribute("aria-sort", columns[i].id !== column ? "none" : down ? "descending" : "ascending"));
		this.scroller.setAttribute("aria-rowcount", String(this.shown.length + 1));
		this.tell(); // before rows, as it takes some of their room
		this.virtual.show(this.shown.length, true);
	}

	private makeRow(i: number): HTMLElement {
		const r = this.shown[i], on = this.selected.has(r);
		const row = element("div", { class: "line", role: "row", id: `${this.id}-${i}`, "aria-rowindex": String(i + 2), "aria-selected": String(on) });
		if (i === this.active) row.classList.add("active");
		for (const c of this.layout.columns) {
			const text = textOf(c, r), cell = element("div", { role: "gridcell", class: this.classOf(c) }, "", row);
			if (c.kind) cell.dataset.kind = String(c.kind(r));
			const bar = c.bar?.(r);
			if (bar) {
				cell.classList.add("bar");
				cell.style.setProperty("--share", barOf(bar));
			}
			if (c.link) {
				cell.title = text;
				const link = c.link(r), inside = link ? element("a", { href: link, tabindex: "-1" }, "", cell) : cell;
				if (c.kind && this.layout.twoLines) addLines(this.layout.lines(c, r), inside);
				else inside.append(c.kind ? this.layout.fit(c, r, this.shown) : text);
			} else {
				if (c.words) cell.title = text;
				const names = c.slim ? this.layout.fitNames(c, r) : "", above = this.layout.namesAbove;
				if (names && above) element("small", {}, names + " ", cell);
				if (c.shares) shareBar(c.shares(r), "", cell);
				if (c.slim) {
					cell.classList.add("slim");
					cell.setAttribute("aria-label", text);
					if (c.shares?.(r).length) cell.append((above ? "" : names + " ") + (c.mark?.(r) ?? "") + share(Math.max(...c.shares(r))));
				}
				else cell.append(c.parts ? this.layout.fitParts(c, r) : text);
			}
		}
		// Shift selects rows, not their text.
		row.addEventListener("mousedown", (e) => {
			if (!e.shiftKey || (e.target as Element).closest("a")) return;
			e.preventDefault();
			this.scroller.focus({ preventScroll: true });
		});
		row.addEventListener("click", (e) => this.click(e, i));
		return row;
	}

	private click(e: MouseEvent, i: number): void {
		if ((e.target as Element).closest("a")) this.active = i; // the row to return to
		else if (e.shiftKey || getSelection()?.type !== "Range") this.go(i, e.shiftKey, e.ctrlKey || e.metaKey);
	}

	/** Goes to a row, and selects it, with those in between or in addition to others. */
	private go(i: number, range: boolean, more: boolean): void {
		const row = this.shown[i];
		if (range) {
			const from = Math.max(0, this.anchor);
			this.selected = new Set(this.shown.slice(Math.min(from, i), Math.max(from, i) + 1));
		} else {
			if (more) {
				if (!this.selected.delete(row)) this.selected.add(row);
			} else this.selected = new Set([row]);
			this.anchor = i;
		}
		this.activate(i);
		this.tell();
		this.chosen(this.selected.has(row) ? row : null);
	}

	private activate(i: number): void {
		this.active = i;
		this.virtual.reveal(i);
		this.virtual.draw();
		this.scroller.setAttribute("aria-activedescendant", `${this.id}-${i}`);
	}

	private key(e: KeyboardEvent): void {
		if (e.target !== this.scroller || e.altKey) return;
		const to = moveBy(e, this.active, this.shown.length, this.virtual.page);
		if (e.ctrlKey || e.metaKey) {
			if (e.key === "a") this.selected = new Set(this.shown);
			else if (to !== null) this.activate(to);
			else return;
			this.virtual.draw();
			this.tell();
		} else if (to !== null) this.go(to, e.shiftKey, false);
		else if (e.key === " " && this.active >= 0) this.go(this.active, false, true);
		else if (e.key === "Enter" && this.active >= 0) {
			const link = this.layout.columns.find((c) => c.link)?.link!(this.shown[this.active]);
			if (link) goTo(link);
		} else if (e.key === "Escape" && this.selected.size) {
			this.selected.clear();
			this.virtual.draw();
			this.tell();
			this.chosen(null);
		} else return;
		e.preventDefault();
		e.stopPropagation();
	}

	// The number of rows, and the sums of the selected ones.
	private tell(): void {
		const { shown, selected } = this, all = this.rows.length;
		const { noun } = this.row, common = this.row.all(shown);
		let text = (shown.length === all ? plural(all, noun) : `${count(shown.length)} of ${plural(all, noun)}`) + (common && " " + common);
		if (selected.size) {
			const sums = this.layout.all.filter((c) => c.of !== undefined).map((c) => {
				let sum = 0;
				for (const r of selected) sum += Number(c.value(r)) || 0;
				return `${c.title.toLowerCase()} ${count(sum)}${c.of ? ` (${share(sum / c.of)})` : ""}`;
			});
			text = [`${count(selected.size)} selected`, ...sums, ...selected.size > 1 ? this.together(selected) : []].join(", ") + " · " + text;
		}
		const left = this.layout.all.length - this.layout.columns.filter((c) => !c.slim).length;
		this.more.textContent = this.sideways ? "Fewer columns" : plural(left, "more column");
		this.more.title = this.sideways ? "Only the columns that there is room for" : "Show all columns: the table scrolls sideways";
		this.summary.replaceChildren(text, ...this.sideways || left ? [this.more] : []);
		this.empty.hidden = shown.length > 0;
		if (shown.length) return;
		this.empty.textContent = all ? `The filter and the switches above hide ${plural(all, noun)}. ` : `No ${noun}s.`;
		if (this.offer) button(this.offer.text, this.offer.title, () => this.take(), this.empty);
		if (all) button("Show all", "Show all rows, without the filter", () => this.wanted(), this.empty);
	}

	/** The selected rows: for a document as they are shown, for a spreadsheet with all columns. */
	copied(format: "markdown" | "csv"): string {
		return format === "markdown" ? markdownRows(this.picked, this.layout.columns) : csvRows(this.picked, this.layout.all);
	}

	/** Which rows these are. */
	get pickedWords(): string {
		return plural(this.picked.length, this.selected.size ? "selected row" : "row");
	}
}

let grids = 0;
