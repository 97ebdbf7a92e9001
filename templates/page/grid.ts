// A table of any number of rows: sorted by a click, selected rows are added up, copied as Markdown or CSV.

import { button, element } from "./dom";
import { csv, markdown } from "./copied";
import { goTo } from "./fragment";
import { Ruler } from "./labels";
import { count, plural, share } from "./numbers";
import { moveBy, VirtualRows } from "./virtual";

export interface Column<R> {
	id: string;
	title: string;
	/** For the tooltip of the heading. */
	about: string;
	/** In pixels, more where numbers need it; 0: the room that is left. */
	width: number;
	/** Words, not numbers. */
	words?: boolean;
	/** Rows are sorted by it; null, unknown, comes last. Numbers begin with the greatest. */
	value(row: R): number | string | null;
	/** By default the value. */
	text?(row: R): string;
	/** Of an interval: its bounds, which are columns of CSV each. */
	bounds?(row: R): readonly [number, number] | null;
	/** A bar as long as this part of the cell. */
	bar?(row: R): number | null;
	/** Makes the text a link. */
	link?(row: R): string;
	/** Of names: whose code. */
	kind?(row: R): number;
	/** Of names: the end of the text, which is never cut. */
	tail?(row: R): string;
	/** Counts that do not overlap: those of selected rows can be added up. They are parts of it. */
	of?: number;
	/** Narrow windows leave it out. */
	spare?: boolean;
	/** Left out where names have too little room: the one with the greatest number first. */
	drop?: number;
}

export interface Order {
	column: string;
	down: boolean;
}

/** Pixels: between columns, beside rows, of a mark before a name, of the narrowest and the widest column of names. */
const gap = 12, margin = 20, dot = 14, leastName = 100, mostName = 760;
/** Pixels for names that columns are left out for. */
const goodName = 300;
/** Rows that decide which columns are of use. */
const firstRows = 200;
/** Pixels: the width of paper, across, without margins, where page.css makes tables smaller. */
const paper = 1210;

export class Grid<R> {
	/** Rows were sorted or selected otherwise. */
	changed: () => void = () => {};
	/** The reader wants to see all rows. */
	wanted: () => void = () => {};
	/** The reader wants to see the rows of code that is not shown. */
	showUnseen: () => void = () => {};
	/** A row was chosen; null: none is. */
	chosen: (row: R | null) => void = () => {};
	/** More about several selected rows that are added up. */
	together: (rows: ReadonlySet<R>) => string[] = () => [];
	/** Around the table. */
	readonly below: Element;
	private readonly scroller: HTMLElement;
	private readonly head: HTMLElement;
	private readonly summary: HTMLOutputElement;
	private readonly virtual: VirtualRows;
	private readonly narrow = matchMedia("(max-width: 760px)");
	private readonly all: Column<R>[];
	private columns: Column<R>[];
	private shown: R[] = [];
	private unseen = "";
	private selected = new Set<R>();
	private active = -1;
	/** Where a range of selected rows begins. */
	private anchor = -1;
	private readonly empty: HTMLElement;
	private readonly id = "grid" + String(grids++);
	private readonly ruler: Ruler;
	private printing = false;
	/** All columns are shown, and the table scrolls sideways. */
	private sideways = false;
	private readonly more: HTMLButtonElement;

	constructor(inside: Element, label: string, private readonly row: { noun: string; all: string }, all: Column<R>[], private readonly rows: R[], private sorting: Order) {
		this.below = inside;
		this.scroller = element("div", { class: "grid", role: "grid", tabindex: "0", "aria-label": label, "aria-multiselectable": "true" }, "", inside);
		const group = element("div", { role: "rowgroup", class: "head" }, "", this.scroller);
		this.head = element("div", { class: "line", role: "row", "aria-rowindex": "1" }, "", group);
		this.virtual = new VirtualRows(this.scroller, group, 24, (i) => this.makeRow(i));
		this.empty = element("p", { class: "empty", hidden: "" }, "", inside);
		this.summary = element("output", { class: "summary", "aria-live": "polite" }, "", inside);
		this.scroller.addEventListener("keydown", (e) => this.key(e));
		this.more = button("More columns", "", () => this.toggleSideways(), this.summary);
		this.ruler = new Ruler("13px " + getComputedStyle(this.scroller).fontFamily);
		this.all = all.map((c) => c.words ? c : { ...c, width: this.widthOf(c) });
		this.columns = this.all;
		addEventListener("beforeprint", () => this.print(true));
		addEventListener("afterprint", () => this.print(false));
		this.narrow.addEventListener("change", () => this.layAgain());
		// Later, as the columns change the size that is observed.
		new ResizeObserver(() => setTimeout(() => {
			if (this.scroller.clientWidth && !this.printing && this.wide().length !== this.columns.length) this.layAgain();
		})).observe(this.scroller);
		this.shown = rows;
		this.lay();
	}

	get order(): Readonly<Order> {
		return this.sorting;
	}

	/** The chosen rows, or all that are shown, in their order. */
	get picked(): R[] {
		return this.selected.size ? this.shown.filter((r) => this.selected.has(r)) : this.shown;
	}

	focus(): void {
		this.scroller.focus();
	}

	/** Shows the rows that are wanted, in an order. unseen: the words of a button for more of them, "" for none. */
	show(wanted: R[], order: Order, unseen: string): void {
		this.sorting = this.all.some((c) => c.id === order.column) ? order : this.sorting;
		this.shown = wanted;
		this.unseen = unseen;
		this.active = this.anchor = -1;
		const before = this.selected;
		this.selected = new Set(this.shown.filter((r) => before.has(r)));
		this.sort();
		const wide = this.wide();
		if (wide.length !== this.columns.length || wide.some((c, i) => c !== this.columns[i])) this.lay();
		this.chosen(null);
	}

	private get room(): number {
		return this.printing ? paper : this.scroller.clientWidth;
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

	// With the same rows in sight.
	private layAgain(): void {
		const at = this.scroller.scrollTop;
		this.lay();
		this.scroller.scrollTop = at;
		this.virtual.draw();
	}

	// The columns that there is room for: those without a figure in most of the first rows go first.
	private wide(): Column<R>[] {
		if (this.sideways && !this.printing) return this.all;
		const narrow = this.narrow.matches && !this.printing, filled = this.filled();
		let all = this.all.filter((c) => !narrow || !c.spare);
		const room = (columns: Column<R>[]) => this.room - columns.reduce((sum, c) => sum + c.width + gap, 2 * margin - gap);
		const droppable = all.filter((c) => c.drop && filled.get(c) !== 0).sort((a, b) => b.drop! - a.drop!);
		for (const c of [...all.filter((c) => filled.get(c) === 0), ...droppable]) {
			if (!this.room || room(all) >= goodName * all.filter((c) => !c.width).length) break;
			all = all.filter((other) => other !== c);
		}
		if (!narrow || !this.room) return all;
		const mostly = (c: Column<R>) => filled.get(c)! >= 0.5;
		const fuller = this.all.filter((c) => c.spare && !c.words && !c.drop && mostly(c));
		const hasFigures = () => all.some((c) => !c.words && c.id !== this.sorting.column && mostly(c));
		if (!fuller.length || hasFigures()) return all;
		all = all.filter((c) => c.words || mostly(c) || c.id === this.sorting.column);
		for (const c of fuller) { // one figure at any rate, more where names stay readable
			if (room([...all, c]) >= (hasFigures() ? this.sidewaysName : leastName)) all = this.all.filter((other) => other === c || all.includes(other));
		}
		return all;
	}

	// By column: the part of the first rows that have something in it.
	private filled(): Map<Column<R>, number> {
		const rows = this.shown.slice(0, firstRows);
		return new Map(this.all.map((c) => [c, rows.length && c.id !== this.sorting.column ? rows.filter((r) => this.textOf(c, r) !== "").length / rows.length : 1]));
	}

	private lay(): void {
		this.columns = this.wide();
		// Numbers stay near the names in windows of any width.
		const room = this.columns.filter((c) => !c.width).length > 1 ? "1fr" : mostName + "px";
		const name = this.sideways && !this.printing ? this.sidewaysName + "px" : `minmax(${leastName}px, ${room})`;
		this.scroller.style.setProperty("--columns", this.columns.map((c) => c.width ? c.width + "px" : name).join(" "));
		this.scroller.style.setProperty("--width", this.columns.reduce((sum, c) => sum + (c.width || this.sidewaysName) + gap, 2 * margin - gap) + "px");
		this.scroller.classList.toggle("sideways", this.sideways && !this.printing);
		this.scroller.setAttribute("aria-colcount", String(this.columns.length));
		this.head.replaceChildren();
		for (const c of this.columns) {
			const cell = element("div", { role: "columnheader", class: c.words ? "text" : "number" }, "", this.head);
			const b = button(c.title, `Sort by ${c.title}: ${c.about}`, () => this.sortBy(c), cell);
			b.dataset.column = c.id;
		}
		this.sort();
	}

	// Pixels for a name that stays in sight beside all columns.
	private get sidewaysName(): number {
		return Math.max(leastName, Math.min(goodName, Math.floor(0.45 * this.room)));
	}

	// Room for the greatest number.
	private widthOf(c: Column<R>): number {
		let most = -Infinity, text = "";
		for (const r of this.rows) {
			const v = Number(c.value(r));
			if (v > most) {
				most = v;
				text = this.textOf(c, r);
			}
		}
		return Math.max(c.width, Math.ceil(this.ruler.measure(text)) + 2);
	}

	private sortBy(c: Column<R>): void {
		const down = this.sorting.column === c.id ? !this.sorting.down : this.rows.some((r) => typeof c.value(r) === "number");
		this.sorting = { column: c.id, down };
		this.sort();
		this.changed();
	}

	private sort(): void {
		const first = this.all.find((c) => c.id === this.sorting.column)!;
		// Ties are decided by the other columns.
		const orders = [first, ...this.all.filter((c) => c !== first && !c.words), ...this.all.filter((c) => c !== first && c.words)].map((c) => ({ c, down: c === first ? this.sorting.down : !c.words }));
		const compare = (a: R, b: R) => {
			for (const { c, down } of orders) {
				const x = c.value(a), y = c.value(b);
				if (x === y) continue;
				if (x === null) return 1;
				if (y === null) return -1;
				return x < y === down ? 1 : -1;
			}
			return 0;
		};
		this.shown.sort(compare);
		[...this.head.children].forEach((cell, i) => {
			const c = this.columns[i];
			cell.setAttribute("aria-sort", c !== first ? "none" : this.sorting.down ? "descending" : "ascending");
		});
		this.scroller.setAttribute("aria-rowcount", String(this.shown.length + 1));
		this.virtual.show(this.shown.length, true);
		this.tell();
	}

	private makeRow(i: number): HTMLElement {
		const r = this.shown[i], on = this.selected.has(r);
		const row = element("div", { class: "line", role: "row", id: `${this.id}-${i}`, "aria-rowindex": String(i + 2), "aria-selected": String(on) });
		if (i === this.active) row.classList.add("active");
		for (const c of this.columns) {
			const text = this.textOf(c, r), cell = element("div", { role: "gridcell", class: c.words ? "text" : "number" }, "", row);
			if (c.kind) cell.dataset.kind = String(c.kind(r));
			const bar = c.bar?.(r);
			if (bar) {
				cell.classList.add("bar");
				cell.style.setProperty("--share", String(bar));
			}
			if (c.link) {
				cell.title = text;
				const link = c.link(r);
				if (link) element("a", { href: link, tabindex: "-1" }, this.fit(c, r, text), cell);
				else cell.textContent = text;
			} else {
				if (c.words) cell.title = text;
				cell.textContent = text;
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

	// A name in the room that there is: its method stays longest.
	private fit(c: Column<R>, r: R, text: string): string {
		if (!c.kind) return text;
		const wide = this.columns.filter((c) => !c.width).length, fixed = this.columns.reduce((sum, c) => sum + c.width + gap, 2 * margin - gap);
		const tail = c.tail?.(r) || "", free = (this.room - fixed) / wide;
		const room = (this.sideways && !this.printing ? this.sidewaysName : Math.max(leastName, wide > 1 ? free : Math.min(free, mostName))) - dot - this.ruler.measure(tail);
		return (this.ruler.fit(text.slice(0, text.length - tail.length), room) || text) + tail;
	}

	private textOf(c: Column<R>, r: R): string {
		if (c.text) return c.text(r);
		const v = c.value(r);
		return v === null ? "" : typeof v === "number" ? count(v) : v;
	}

	private click(e: MouseEvent, i: number): void {
		if ((e.target as Element).closest("a") || !e.shiftKey && getSelection()?.type === "Range") return;
		this.go(i, e.shiftKey, e.ctrlKey || e.metaKey);
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
			const link = this.columns.find((c) => c.link)?.link!(this.shown[this.active]);
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

	// How many rows there are, and the sums of those that are selected.
	private tell(): void {
		const { shown, selected } = this, all = this.rows.length;
		const { noun, all: common } = this.row;
		let text = (shown.length === all ? plural(all, noun) : `${count(shown.length)} of ${plural(all, noun)}`) + (common && " " + common);
		if (selected.size) {
			const sums = this.all.filter((c) => c.of !== undefined).map((c) => {
				let sum = 0;
				for (const r of selected) sum += Number(c.value(r)) || 0;
				return `${c.title.toLowerCase()} ${count(sum)}${c.of ? ` (${share(sum / c.of)})` : ""}`;
			});
			text = [`${count(selected.size)} selected`, ...sums, ...selected.size > 1 ? this.together(selected) : []].join(", ") + " · " + text;
		}
		const left = this.all.length - this.columns.length;
		this.more.textContent = this.sideways ? "Fewer columns" : plural(left, "more column");
		this.more.title = this.sideways ? "Only the columns that there is room for" : "Show all columns: the table scrolls sideways";
		this.summary.replaceChildren(text, ...this.sideways || left ? [this.more] : []);
		this.empty.hidden = shown.length > 0;
		if (shown.length) return;
		this.empty.textContent = all ? `The filter and the switches above hide ${plural(all, noun)}. ` : `There are no ${noun}s.`;
		if (this.unseen) button(this.unseen, "Show the code of these kinds, too", () => this.showUnseen(), this.empty);
		if (all) button("Show all", "Show all rows, without the filter", () => this.wanted(), this.empty);
	}

	/** The picked rows, for a document or a spreadsheet. */
	copied(format: "markdown" | "csv"): string {
		const heads = this.all.map((c) => c.title), numbers = this.all.map((c) => !c.words);
		if (format === "markdown") return markdown(heads, this.picked.map((r) => this.all.map((c) => this.textOf(c, r))), numbers);
		return csv(this.all.flatMap((c) => c.bounds ? [c.id + "_low", c.id + "_high"] : [c.id]), this.picked.map((r) => this.all.flatMap((c) => c.bounds ? c.bounds(r) || [null, null] : [c.value(r)])));
	}
}

let grids = 0;
