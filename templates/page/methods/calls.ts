// Callers and callees of a method: calls by counts, inlined or not, with samples beside them.

import { at, visible } from "../../text/names";
import { boundShare, count, factor, plural, share } from "../../text/numbers";
import { element } from "../dom/dom";
import { aboutEvidence, boundMark, Call, Counted, perEntry, tellingOf } from "../profile/around";
import { Method } from "../profile/method";
import { isCut, Profile } from "../profile/profile";
import { Entered } from "../profile/records";
import { linkTo } from "../sites/link";
import { Cell, Head, smallTable } from "../table/smalltable";

/** Shows callers on the left, callees on the right. */
export function showCalls(profile: Profile, m: Method, page: HTMLElement): void {
	const part = profile.part("calls"), sampled = profile.part("graph");
	if (!part && !sampled) return;
	const { callers, callees, outside } = profile.around(m.id);
	const section = element("section", { class: "butterfly", "aria-label": "Callers and callees", tabindex: "-1" }, "", page);
	const left = element("div", {}, "", section), right = element("div", {}, "", section);
	if (callers.length || outside) new Side(profile, m, callers, "Callers", outside).show(left);
	else element("p", { class: "note" }, "No callers are known.", left);
	if (outside?.contradiction) element("p", { class: "note" }, `The counts disagree: ${visible(outside.contradiction)}.`, left);
	if (callees.length) new Side(profile, m, callees, "Callees", null).show(right);
	else element("p", { class: "note" }, "No callees are known.", right);
	if (part && !part.classes) element("p", { class: "note" }, "Only inlined calls and receiver types are known: a report with --classpath has the other callers and callees.", left);
	for (const [of, what] of [[part, "least frequent call"], [sampled, "weakest sampled call"]] as const) {
		if (isCut(of)) element("p", { class: "note" }, `This report leaves out the ${plural(of!.left_out, what)}: some may be missing here.`, left);
	}
}

// A table of callers or of callees.
class Side {
	private readonly counts: boolean;
	private readonly samples: boolean;
	private readonly all: Call[];

	constructor(private readonly profile: Profile, private readonly m: Method, all: Call[], private readonly title: "Callers" | "Callees", private readonly outside: Entered | null) {
		this.counts = outside !== null || all.some((c) => c.counted);
		this.samples = all.some((c) => c.samples);
		const calls = (c: Call) => c.counted ? c.counted.calls ?? 0 : -1;
		this.all = [...all].sort((a, b) => calls(b) - calls(a) || (b.samples ?? 0) - (a.samples ?? 0));
	}

	show(inside: HTMLElement): void {
		const { profile, counts, samples, title, outside, all } = this, callers = title === "Callers", known = all.some((c) => c.counted);
		const heads: Head[] = ["Method"], { unit = "samples" } = profile.part("top.samples") || {};
		if (counts) {
			heads.push({ text: "Calls", about: "inlined or not; ≥ and ≤ are bounds" });
			if (callers) heads.push({ text: "% of entries", about: "as a share of the entries of this method" });
			heads.push({ text: "Per entry", about: callers ? "calls per entry of the caller" : "calls per entry of this method" });
		}
		if (samples) heads.push({ text: "Samples", about: `${unit} of stacks with this call, once per stack` });
		if (known) heads.push({ text: "Evidence", about: aboutEvidence });
		const rows = all.map((c) => this.cells(c, known)), most = Math.max(1, ...all.map((c) => this.size(c)), outside?.count ?? 0), bars = all.map((c) => this.size(c) / most);
		if (outside && (outside.count || outside.count === null)) {
			rows.push(this.fromOutside(outside, known));
			bars.push((outside.count ?? 0) / most);
		}
		if (!rows.length) return;
		const table = smallTable(inside, counts ? title : `${title} in samples`, heads, rows, bars, callers ? undefined : all.map((c) => c.bci)), digits = Math.max(...rows.map(([, n]) => String(n).length));
		table.classList.add("calls");
		// Where names have a line of their own, the first number, after its bar, is the longest.
		table.style.setProperty("--numbers", `${44 + 7 * digits}px repeat(${heads.length - 2}, minmax(0, 1fr))`);
	}

	private size(c: Call): number {
		return (this.counts ? c.counted?.calls : c.samples) ?? 0;
	}

	private cells(c: Call, known: boolean): Cell[] {
		const { profile, counts, samples, title } = this, callers = title === "Callers", other = callers ? c.caller : c.callee;
		const method = profile.method(other.id), href = linkTo(profile, other.id, callers ? c.bci : undefined);
		const place = (c.bci === undefined ? "" : " " + at(c.bci, c.line)) + (c.through ? " through " + c.through : "");
		const label = (method?.name ?? visible(other.name ?? "")) + place, cells: Cell[] = [href ? { text: label, href } : label];
		if (counts) {
			const n = tellingOf(c.counted?.calls, c.counted?.bound), mark = boundMark(c.counted?.bound), missing = c.counted ? "n/a" : "";
			cells.push(n === null ? missing : mark + count(n));
			if (callers) cells.push(this.shareOf(n, mark, missing));
			const rate = perEntry(profile.method(c.caller.id), n);
			cells.push(rate === null ? missing : mark + factor(rate));
		}
		if (samples) cells.push(c.samples ? count(c.samples) : "");
		if (known) cells.push(c.counted ? evidenceOf(c.counted) : "samples");
		return cells;
	}

	// As a share of the method's entries.
	private shareOf(n: number | null, mark: string, missing: string): string {
		const entries = this.m.calls?.entries;
		return n === null || !entries ? missing : boundShare(mark, share(Math.min(1, n / entries)));
	}

	// The entries that no known call accounts for.
	private fromOutside(e: Entered, known: boolean): Cell[] {
		const href = linkTo(this.profile, e.caller_id), name = visible(e.name), mark = boundMark(e.bound), n = tellingOf(e.count, e.bound);
		const cells: Cell[] = [href ? { text: name, href } : name, n === null ? "n/a" : mark + count(n), this.shareOf(n, mark, "n/a"), ""];
		if (this.samples) cells.push("");
		if (known) cells.push("");
		return cells;
	}
}

// The evidence, and which part of the calls was inlined.
function evidenceOf({ evidence, calls, inlined }: Counted): Cell {
	return evidence === "inlined" || !inlined ? evidence : { text: evidence, below: [`${share(inlined / Math.max(calls ?? 0, inlined))} inlined`] };
}
