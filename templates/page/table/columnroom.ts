// Which columns of a table fit, and how wide they are.

import { AlikeNames, NameInRoom, onTwoLines, TwoLines } from "../../text/alike";
import { Ruler } from "../../text/labels";
import { Column, headingOf, textOf } from "./column";

/** Pixels: between columns, beside rows, the same in narrow windows, of a mark before a name, of the narrowest and the widest column of names. */
const gap = 12, margin = 20, narrowMargin = 10, dot = 14, minName = 100, mostName = 760;
/** In narrow windows, columns are left out until the only column of names has this many pixels. */
const loneName = 140;
/** After the title of the column that rows are sorted by, as in page.css. */
const arrow = " \u2193";
/** Columns are left out until names have this many pixels. */
const goodName = 300;
/** For the bar beside a number; in narrow windows it is below. */
const barRoom = 34;
/** For a bar of shares before a text, as in page.css. */
const sharesRoom = 66;
/** For a name beside the bar of a slim column. */
const slimName = 72;
/** Number of rows that determine which columns are useful. */
const firstRows = 200;

/** The space of a table. */
export interface Space {
	/** Pixels; 0: the table is not shown. */
	width: number;
	narrow: boolean;
	/** It scrolls sideways, and has all columns. */
	sideways: boolean;
	/** Rows are high enough for two lines. */
	high: boolean;
}

export class ColumnRoom<R> {
	/** With the widths that their numbers and titles need; without those of narrow windows only. */
	readonly all: Column<R>[];
	private readonly withSlim: Column<R>[];
	/** By column: pixels of its least number above 0, as <0.01% is wider than 34.6%; wide windows have room for it beside the bars. */
	private readonly least = new Map<string, number>();
	/** By column: pixels that its numbers need, which narrow windows have alone. */
	private readonly needed = new Map<string, number>();
	/** The visible ones. */
	columns: Column<R>[];
	/** How the names of these rows and columns are shortened. */
	private alike: { rows: R[]; columns: Column<R>[]; room: number; short: boolean; names: AlikeNames } | null = null;

	constructor(all: Column<R>[], rows: R[], private readonly ruler: Ruler, private readonly small: Ruler, private readonly heads: Ruler, private readonly space: () => Space) {
		this.withSlim = all.map((c) => {
			const needed = this.widthOf(c, rows);
			this.needed.set(c.id, c.words ? c.width : needed);
			return c.width ? { ...c, width: Math.max(c.width, needed) } : c;
		});
		this.columns = this.all = this.withSlim.filter((c) => !c.slim);
	}

	/** The column of names that has the second line of each row, where two of them would have too little room side by side; null: none. */
	get second(): Column<R> | null {
		const { narrow, high, sideways } = this.space();
		return narrow && high && !sideways ? this.columns.filter((c) => !c.width)[1] || null : null;
	}

	/** Whether names have two lines, as no other name shares the row. */
	get twoLines(): boolean {
		const { narrow, high, sideways } = this.space();
		return narrow && high && !sideways && names(this.columns) === 1;
	}

	/** The name in a column of a row, on two lines. */
	lines(c: Column<R>, row: R): TwoLines {
		const { name, tail } = nameAndTail(c, row, false), room = this.nameRoom - dot, { of, method } = onTwoLines(this.ruler, this.small, name, room, room - this.ruler.measure(tail));
		return { of, method: method + tail };
	}

	// The columns that share the first line.
	private get first(): Column<R>[] {
		return this.columns.filter((c) => c !== this.second);
	}

	// The width of the largest number, or of text that has one.
	private widthOf(c: Column<R>, rows: R[]): number {
		if (c.words) return c.width;
		let most: R | undefined, least: R | undefined;
		for (const r of rows) {
			const v = Number(c.value(r));
			if (!most || v > Number(c.value(most))) most = r;
			if (v > 0 && (!least || v < Number(c.value(least)))) least = r;
		}
		const widthIn = (r?: R) => r ? Math.ceil(this.ruler.measure(textOf(c, r))) + 2 : 0;
		this.least.set(c.id, widthIn(least));
		// Digits and signs of bounds may make others longer, which a bar has room for.
		return c.text && !c.bar ? Math.max(widthIn(most), widthIn(least), ...rows.slice(0, firstRows).map(widthIn)) : widthIn(most);
	}

	/** The title of a column: a share says of what it is where that is not shown beside it. */
	title(c: Column<R>, columns = this.columns): string {
		return this.isAlone(c, columns) ? headingOf(c) : c.title;
	}

	private isAlone(c: Column<R>, columns: Column<R>[]): boolean {
		return c.title === "%" && !columns.includes(this.before(c));
	}

	private before(c: Column<R>): Column<R> {
		return this.all[this.all.indexOf(c) - 1];
	}

	private widthIn(c: Column<R>, columns = this.columns): number {
		const { narrow } = this.space(), width = narrow ? Math.max(c.slim ? c.width + (this.namesAbove ? 0 : slimName) : this.needed.get(c.id)!, this.least.get(c.id) || 0) : c.width + (c.bar ? barRoom : 0);
		return c.width && Math.max(width, Math.ceil(this.heads.measure(this.title(c, columns) + arrow)));
	}

	/** The columns that fit: those without a number in most of the first rows are dropped first, but not the one that rows are sorted by. */
	wide(rows: R[], sortedBy: string): Column<R>[] {
		const { width, narrow, sideways, high } = this.space();
		if (sideways) return this.all;
		const filled = this.filled(rows, sortedBy);
		let all = narrow ? this.withSlim : this.all;
		all = all.filter((c) => !narrow || !c.spare || c.id === sortedBy && !c.rises); // ranks say no more than the positions of rows
		const left = (columns: Column<R>[]) => width - this.fixedWidth(columns);
		const droppable = all.filter((c) => c.drop && filled.get(c) !== 0).sort((a, b) => b.drop! - a.drop!);
		for (const c of [...all.filter((c) => filled.get(c) === 0), ...droppable]) {
			if (!width || left(all) >= goodName * names(all)) break;
			all = all.filter((other) => other !== c);
		}
		if (!narrow || !width) return all;
		const alone = high && names(all) === 1, needed = alone ? this.neededOnTwoLines(rows) : Infinity;
		const least = names(all) > 1 && !high ? minName * names(all) : Math.min(loneName, needed), others = all.filter((c) => c.id !== sortedBy).reverse();
		for (const c of [...others.filter((c) => !c.words), ...others.filter((c) => c.slim)]) {
			if (left(all) >= least) break;
			all = all.filter((other) => other !== c);
		}
		const mostly = (c: Column<R>) => filled.get(c)! >= 0.5;
		const fuller = this.all.filter((c) => c.spare && !c.words && !c.drop && mostly(c));
		const hasNumbers = () => all.some((c) => !c.words && (c.id === sortedBy ? this.filledOf(c, rows) >= 0.5 : mostly(c)));
		if (!fuller.length || hasNumbers()) return this.withMore(all, needed, mostly);
		all = all.filter((c) => c.words || mostly(c) || c.id === sortedBy);
		for (const c of fuller) { // one number in any case, more if names stay readable
			if (left([...all, c]) >= (hasNumbers() ? this.sidewaysName : minName)) all = this.withSlim.filter((other) => other === c || all.includes(other));
		}
		return all;
	}

	// With the numbers that short names leave room for; shares and changes only beside their numbers, as short titles do not say of what they are.
	private withMore(all: Column<R>[], needed: number, mostly: (c: Column<R>) => boolean): Column<R>[] {
		for (const c of this.all.filter((c) => !c.words && mostly(c)).sort((a, b) => (a.drop ?? 0) - (b.drop ?? 0))) {
			const alone = c.heading && !all.includes(this.before(c));
			if (!alone && !all.includes(c) && this.space().width - this.fixedWidth([...all, c]) >= needed) all = this.withSlim.filter((other) => other === c || all.includes(other));
		}
		return all;
	}

	// The pixels that the names of the first rows need on two lines.
	private neededOnTwoLines(rows: R[]): number {
		const c = this.all.find((c) => !c.width)!;
		return Math.max(minName, dot + rows.slice(0, firstRows).reduce((most, row) => {
			const { name, tail } = nameAndTail(c, row, false), { of, method } = onTwoLines(this.ruler, this.small, name, Infinity, Infinity);
			return Math.max(most, this.small.measure(of), this.ruler.measure(method + tail));
		}, 0));
	}

	// By column: the share of the first rows with a value in it.
	private filled(rows: R[], sortedBy: string): Map<Column<R>, number> {
		return new Map(this.withSlim.map((c) => [c, c.id === sortedBy ? 1 : this.filledOf(c, rows)]));
	}

	private filledOf(c: Column<R>, rows: R[]): number {
		const first = rows.slice(0, firstRows);
		return first.length ? first.filter((r) => textOf(c, r) !== "").length / first.length : 1;
	}

	/** The widths of the columns, and of all, for CSS. */
	get widths(): { columns: string; all: string } {
		// Numbers stay near the names in windows of any width.
		const name = this.space().sideways ? this.sidewaysName + "px" : `minmax(${minName}px, ${names(this.first) > 1 || this.second ? "1fr" : mostName + "px"})`;
		return { columns: this.first.map((c) => c.width ? this.widthIn(c) + "px" : name).join(" "), all: this.fixedWidth(this.columns) + names(this.columns) * this.sidewaysName + "px" };
	}

	/** The name in a column of a row, one of these, shortened to the available width as all of them are. */
	fit(c: Column<R>, row: R, rows: R[]): string {
		const { columns, ruler } = this, room = this.nameRoom - dot;
		if (this.alike?.rows !== rows || this.alike.columns !== columns || this.alike.room !== room) this.alike = { rows, columns, room, ...this.alikeIn(rows, room) };
		const { name, tail } = nameAndTail(c, row, this.alike.short);
		return (this.alike.names.fit(name, room - ruler.measure(tail)) || name) + tail;
	}

	private alikeIn(rows: R[], room: number): { short: boolean; names: AlikeNames } {
		const of = (short: boolean) => new AlikeNames(this.ruler, this.namesIn(rows, room, short)), whole = of(false);
		if (!whole.loseClasses || !this.columns.some((c) => c.shortTail)) return { short: false, names: whole };
		return { short: true, names: of(true) };
	}

	private *namesIn(rows: R[], room: number, short: boolean): Iterable<NameInRoom> {
		const columns = this.columns.filter((c) => c.kind && c.link);
		for (const r of rows) {
			for (const c of columns) {
				const { name, tail } = nameAndTail(c, r, short);
				yield [name, room - this.ruler.measure(tail)];
			}
		}
	}

	/** As many parts of a text as fit, and how many more there are. */
	fitParts(c: Column<R>, row: R): string {
		const parts = c.parts!(row), room = (c.width ? this.widthIn(c) : this.nameRoom) - (c.shares ? sharesRoom : 0), rest = (n: number) => n < parts.length ? ` and ${parts.length - n} more` : "";
		for (let n = parts.length; n > 0; n--) {
			const text = parts.slice(0, n).map((p) => p.name + p.value).join(c.between ?? "; ") + rest(n);
			if (this.ruler.measure(text) <= room) return text;
		}
		const [first] = parts;
		for (const end of first ? [first.value + rest(1), first.value] : []) {
			const name = this.ruler.cut(first.name, room - this.ruler.measure(end));
			if (name) return name + end;
		}
		return first ? first.name + first.value : "";
	}

	/** Whether a slim column has names above its bar, not beside it. */
	get namesAbove(): boolean {
		return this.space().high;
	}

	/** The names of as many parts of a text as fit above a bar of their shares, or the first beside it. */
	fitNames(c: Column<R>, row: R): string {
		const all = c.parts!(row).map((p) => p.name), room = this.widthIn(c);
		if (!this.namesAbove) return all.length ? this.ruler.cut(all[0], slimName - gap / 2) : "";
		for (let n = all.length; n > 1; n--) {
			const text = all.slice(0, n).join(c.between) + (n < all.length ? " …" : "");
			if (this.small.measure(text) <= room) return text;
		}
		return all.length ? this.small.cut(all[0], room) : "";
	}

	private get nameRoom(): number {
		const { width, sideways } = this.space(), some = names(this.first), free = (width - this.fixedWidth(this.first)) / some;
		return sideways ? this.sidewaysName : Math.max(minName, some > 1 ? free : Math.min(free, mostName));
	}

	// Pixels for a name that stays visible beside all columns.
	private get sidewaysName(): number {
		return Math.max(minName, Math.min(goodName, Math.floor(0.45 * this.space().width)));
	}

	// All except the names.
	private fixedWidth(columns: Column<R>[]): number {
		return columns.reduce((sum, c) => sum + this.widthIn(c, columns) + gap, 2 * (this.space().narrow ? narrowMargin : margin) - gap);
	}
}

function nameAndTail<R>(c: Column<R>, row: R, short: boolean): { name: string; tail: string } {
	const text = textOf(c, row), tail = c.tail?.(row) || "";
	return { name: text.slice(0, text.length - tail.length), tail: short && c.shortTail?.(row) || tail };
}

function names<R>(columns: Column<R>[]): number {
	return columns.filter((c) => !c.width).length;
}
