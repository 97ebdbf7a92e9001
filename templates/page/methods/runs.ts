// The numbers of lines and instructions: samples and executions.

import { count, percent } from "../../text/numbers";
import { element } from "../dom/dom";
import { Runs } from "../profile/records";

/** Bounds of Runs, see convert/code. */
const exact = 1, unlessThrown = 2, atLeast = 3, atMost = 4;

/** A column of numbers. */
export interface Column {
	title: "share" | "total" | "self" | "runs";
	/** In the head. */
	heading: string;
	about: string;
	/** In characters. */
	width: number;
	text(runs: Runs): string;
}

/** The columns that have numbers, as wide as the largest: samples if there are any, with shares of all samples, and executions if some are known. */
export function columnsOf(all: Runs[], base: number): Column[] {
	const column = (title: Column["title"], about: string, text: Column["text"], heading: string = title): Column => ({ title, about, text, heading, width: Math.max(heading.length, ...all.map((r) => text(r).length)) + 1 });
	const columns: Column[] = [];
	if (base) {
		columns.push(column("share", "samples with all callees, the application's as well, as a share of all; Code has shares with library, without callees in the application", (r) => r.total ? percent(r.total, base) : "", "total %"),
			column("total", "samples with callees", (r) => r.total ? count(r.total) : ""), column("self", "samples without callees", (r) => r.self ? count(r.self) : ""));
	}
	if (all.some((r) => r.count !== null)) columns.push(column("runs", "executions", runsOf));
	return columns;
}

/** Sets the widths of columns for the rows of a listing. */
export function setColumns(listing: HTMLElement, columns: Column[]): void {
	const widths = (of: Column[]) => of.map((c) => c.width + "ch").join(" ");
	listing.style.setProperty("--columns", widths(columns));
	listing.style.setProperty("--wide", columns.reduce((sum, c) => sum + c.width, 0) + "ch");
	listing.style.setProperty("--gaps", String(columns.length + 2));
	listing.style.setProperty("--few-columns", widths(columns.filter((c) => c.title === "share" || c.title === "runs")));
}

/** The length of bars, from 0 to 1: shares of samples or, without samples, of the most executions. */
export function heatOf(all: Runs[], total: number): (runs: Runs) => number {
	if (total) return (r) => Math.min(1, r.total / total);
	const most = Math.max(...all.map((r) => r.count || 0));
	return (r) => most ? (r.count || 0) / most : 0;
}

/** Adds the cells of a row. */
export function showRuns(row: Element, columns: Column[], runs: Runs): void {
	const { count: known, bound } = runs;
	for (const c of columns) {
		const cell = element("span", { class: "n " + c.title }, c.text(runs), row);
		if (c.title !== "runs") continue;
		if (!known || bound !== exact && bound !== unlessThrown) cell.classList.add("faint");
		cell.title = bound === exact ? "counted" : bound === unlessThrown ? "at most; the count if all calls on the way returned" : bound === atLeast ? "at least" : bound === atMost ? "at most" : "unknown";
	}
}

/** 8,345, ≥ 8,345, ≤ 8,345 or n/a. */
export function runsOf({ count: n, bound }: Runs): string {
	if (n === null) return "n/a";
	return (bound === atLeast ? "≥ " : bound === atMost || bound === unlessThrown ? "≤ " : "") + count(n);
}
