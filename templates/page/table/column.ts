// Columns of a table: its texts, its order, its rows to copy.

import { csv, markdown } from "../../text/copied";
import { count } from "../../text/numbers";

export interface Column<R> {
	id: string;
	title: string;
	/** A title that no other column has, for copied tables; by default the title. */
	heading?: string;
	/** For the tooltip of the heading. */
	about: string;
	/** In pixels, more if numbers need it; 0: the remaining width. */
	width: number;
	/** Words, not numbers. */
	words?: boolean;
	/** The sort key; null, unknown, comes last. Numbers are sorted in descending order, unless they rise. */
	value(row: R): number | string | null;
	/** For numbers: ascending order. */
	rises?: boolean;
	/** By default the value. */
	text?(row: R): string;
	/** Instead of the text, as many as fit: names, of which only the first may be truncated, and values. */
	parts?(row: R): { name: string; value: string }[];
	/** Between parts; by default a semicolon. */
	between?: string;
	/** Its columns in CSV, in units of the commands' tables; by default one, with its id and value. */
	fields?: Field<R>[];
	/** A bar with this share of the cell's width. */
	bar?(row: R): number | null;
	/** Parts of a bar before the text. */
	shares?(row: R): number[];
	/** Makes the text a link. */
	link?(row: R): string;
	/** For names: the kind of code. */
	kind?(row: R): number;
	/** For names: the end of the text, which is never truncated. */
	tail?(row: R): string;
	/** A shorter one, for all rows if some names would otherwise lose their class. */
	shortTail?(row: R): string;
	/** Counts that do not overlap, so that selected rows can be added up. Together they are a part of the total. */
	of?: number;
	/** Of a slim column, before the largest share in numbers: the sign of a bound. */
	mark?(row: R): string;
	/** Only in narrow windows, where its bar stands for its text. */
	slim?: boolean;
	/** Narrow windows leave it out. */
	spare?: boolean;
	/** Left out if names have too little room: highest number first. */
	drop?: number;
}

export interface Field<R> {
	name: string;
	value(row: R): number | string | null;
}

/** The bounds of an interval. */
export const bounds = <R>(name: string, of: (row: R) => { low: number; high: number } | undefined): Field<R>[] =>
	(["low", "high"] as const).map((bound) => ({ name: `${name}_${bound}`, value: (r) => of(r)?.[bound] ?? null }));

export const headingOf = <R>(c: Column<R>) => c.heading || c.title;

export interface Order {
	column: string;
	down: boolean;
}

/** Whether rows begin with the largest value of a column. */
export const startsDown = <R>(c: Column<R>) => !c.words && !c.rises;

export function textOf<R>(c: Column<R>, row: R): string {
	if (c.text) return c.text(row);
	const v = c.value(row);
	return v === null ? "" : typeof v === "number" ? count(v) : v;
}

/** Sorts rows by a column; ties are resolved by the others, numbers first. */
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

/** Rows for a document, with the visible columns. */
export const markdownRows = <R>(rows: R[], columns: Column<R>[]) => markdown(columns.map(headingOf), rows.map((r) => columns.map((c) => textOf(c, r))), columns.map((c) => !c.words));

/** Rows for a spreadsheet. */
export function csvRows<R>(rows: R[], columns: Column<R>[]): string {
	const fields = columns.flatMap((c): Field<R>[] => c.fields || [{ name: c.id, value: (r) => c.value(r) }]);
	return csv(fields.map((f) => f.name), rows.map((r) => fields.map((f) => f.value(r))));
}
