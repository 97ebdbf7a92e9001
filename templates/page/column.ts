// Columns of a table: the texts in it, its order, its rows to copy.

import { csv, markdown } from "./copied";
import { count } from "./numbers";

export interface Column<R> {
	id: string;
	title: string;
	/** For the tooltip of the heading. */
	about: string;
	/** In pixels, more where numbers need it; 0: the room that is left. */
	width: number;
	/** Words, not numbers. */
	words?: boolean;
	/** Rows are sorted by it; null, unknown, comes last. Numbers begin with the greatest, unless they rise. */
	value(row: R): number | string | null;
	/** Of numbers: the least is the first. */
	rises?: boolean;
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

/** Whether rows begin with the greatest value of a column. */
export const startsDown = <R>(c: Column<R>) => !c.words && !c.rises;

export function textOf<R>(c: Column<R>, row: R): string {
	if (c.text) return c.text(row);
	const v = c.value(row);
	return v === null ? "" : typeof v === "number" ? count(v) : v;
}

/** Sorts rows by a column; ties are decided by the others, those of numbers first. */
export function sortRows<R>(rows: R[], columns: Column<R>[], order: Order): void {
	const first = columns.find((c) => c.id === order.column)!;
	const all = [first, ...columns.filter((c) => c !== first && !c.words), ...columns.filter((c) => c !== first && c.words)].map((c) => ({ c, down: c === first ? order.down : startsDown(c) }));
	rows.sort((a, b) => {
		for (const { c, down } of all) {
			const x = c.value(a), y = c.value(b);
			if (x === y) continue;
			if (x === null) return 1;
			if (y === null) return -1;
			return x < y === down ? 1 : -1;
		}
		return 0;
	});
}

/** Rows for a document or a spreadsheet. */
export function copiedRows<R>(rows: R[], columns: Column<R>[], format: "markdown" | "csv"): string {
	if (format === "markdown") return markdown(columns.map((c) => c.title), rows.map((r) => columns.map((c) => textOf(c, r))), columns.map((c) => !c.words));
	return csv(columns.flatMap((c) => c.bounds ? [c.id + "_low", c.id + "_high"] : [c.id]), rows.map((r) => columns.flatMap((c) => c.bounds ? c.bounds(r) || [null, null] : [c.value(r)])));
}
