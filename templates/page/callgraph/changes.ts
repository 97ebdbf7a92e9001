// The graph of two profiles, as graph --base draws it: the methods and calls that changed most, and those around them.

import { brief, count, factor, percent, points, signed, unitCount, unitOf } from "../../text/numbers";
import { Metric } from "../profile/method";
import { Profile } from "../profile/profile";
import { CallCounts, ChangedBox, ChangedCall, ChangedGraph, Verdict } from "../profile/records";
import { Box, Change, Diagram, keyOf, Line, sameStep } from "./diagram";

/** Ratios to the base from which on, and up to which, a change has the next color, as in render/palette. */
const rises = [1.05, 1.25, 2], falls = [0.95, 0.8, 0.5];
/** The smallest change of a share that fits in a graph: for smaller ones the factor says more. */
const minDifference = 0.00005;
/** The relative error of sums of floating-point numbers that is ignored. */
const tolerance = 1e-9;

/** The graph of the changes by a metric. */
export function diagramOfChanges(profile: Profile, of: ChangedGraph): Diagram {
	const maker = new Maker(of), unit = of.metric === "samples" ? of.sample_unit : "entries";
	const shown = `${of.shown_methods} of ${unitCount(of.methods, "methods")} with ${percent(of.shown, of.base)} of ${unitCount(of.base, unit)}`;
	return {
		metric: of.metric, unit, base: of.base, opened: [], boxes: of.boxes.map((b) => maker.box(profile, b)), lines: of.lines.map((l) => maker.line(l)),
		summary: `${shown}, ${unitCount(of.old_base, unit)} in the base · ${of.summary}`,
	};
}

class Maker {
	private readonly unit: string;
	private readonly selfWord: string;

	constructor(private readonly of: ChangedGraph) {
		this.unit = of.sample_unit;
		this.selfWord = of.with_library ? "incl. library code" : "self";
	}

	box(profile: Profile, b: ChangedBox): Box {
		const { metric } = this.of, method = profile.changed(b), member = { id: method?.id, method: method?.name ?? b.method, self: b.self, total: b.total };
		const change = this.change(b, metric, ...(metric === "samples" ? [b.total, b.old_total] as const : [b.entries ?? 0, b.old_entries ?? 0] as const));
		const about = b.entries === null && b.old_entries === null ? ["method entries n/a: neither file has a count"] : [
			`method entries: ${both(...entriesIn(b))}`, `as compilation root: ${both([known(b.entries, b.roots), b.roots_partly], [known(b.old_entries, b.old_roots), b.old_roots_partly])}`,
			`inlined into callers: ${both([known(b.entries, (b.entries ?? 0) - b.roots), b.inlined_partly], [known(b.old_entries, (b.old_entries ?? 0) - b.old_roots), b.old_inlined_partly])}`,
		];
		if (this.of.sampled) {
			const self: Verdict = { only: b.only, compared: this.of.samples.compared, sure: b.self_sure, at_least: false };
			about.push(`${this.unit}: ${both([b.total], [b.old_total])}`, `${this.selfWord}: ${both([b.self], [b.old_self])}${inWords(this.change(self, "samples", b.self, b.old_self))}`);
		}
		about.push(this.shares(change, metric));
		return { key: keyOf(member), of: [member], more: 0, self: b.self, total: b.total, focus: false, group: "", change, kind: b.kind, was: b.was, figures: this.figures(b, change), about };
	}

	line({ from, to, evidence, through, counts, sampled }: ChangedCall): Line {
		const metric = evidence === "sampled" ? "samples" : "calls", change = this.changeOf(counts, metric);
		const now = fromTo(change, [counts.now, counts.partly], [counts.old, counts.old_partly], evidence === "sampled" ? this.unit : "");
		const about = (of: CallCounts, metric: Metric, word: string) => `${word}: ${both([of.now, of.partly], [of.old, of.old_partly])}${through ? ", through methods that are not shown" : ""}; ${this.shares(this.changeOf(of, metric), metric)}`;
		return {
			from, to, kind: evidence, through, change, via: [], key: "", opened: "", share: Math.max(change.share, change.before), label: [now, ...sizeOf(change)],
			about: [about(counts, metric, evidence === "unknown" ? "entries as compilation root" : evidence), ...sampled.map((s) => about(s, "samples", "sampled"))],
		};
	}

	private figures(b: ChangedBox, change: Change): string[] {
		if (this.of.metric === "samples") return [...this.samples(b, change), ...sizeOf(change)];
		if (b.entries !== null || b.old_entries !== null) return [fromTo(change, ...entriesIn(b), "entries"), ...sizeOf(change)];
		return [...b.total + b.old_total ? this.samples(b) : [], "entries n/a"];
	}

	private samples(b: ChangedBox, change?: Change): string[] {
		const total = fromTo(change, [b.total], [b.old_total], this.unit), word = this.selfWord;
		if (!(b.self + b.old_self)) return [total];
		if (b.self === b.total && b.old_self === b.old_total) return [`${total}, ${word}`];
		if (change?.only) return [`${total}, ${brief(b.self + b.old_self)} ${word}`];
		return [total, `${fromTo(undefined, [b.self], [b.old_self], "")} ${word}`];
	}

	private changeOf(counts: CallCounts, metric: Metric): Change {
		return this.change(counts, metric, counts.now ?? 0, counts.old ?? 0);
	}

	// Shares are of the larger run after normalization.
	private change({ only, compared, sure, at_least: atLeast }: Verdict, metric: Metric, now: number, old: number): Change {
		const whole = Number(this.of[metric].whole), ratio = Number(this.of[metric].ratio);
		let before = whole && old / whole, share = whole && now / ratio / whole;
		if (Math.abs(share - before) < tolerance * Math.max(share, before)) before = share = Math.max(share, before);
		return { only, compared, sure, atLeast, before, share, more: this.of[metric].by_number ? now - old : null, step: stepOf(only, sure, share, before) };
	}

	private shares(change: Change, metric: Metric): string {
		if (!change.compared) return "not compared";
		if (change.more !== null) return `number of ${this.unit}${inWords(change).replace(";", ":")}`;
		return `normalized share of ${metric === "samples" ? this.unit : "entries"}: ${percent(change.share, 1)}, base: ${percent(change.before, 1)}${inWords(change)}`;
	}
}

function stepOf(only: Verdict["only"], sure: boolean, share: number, before: number): number {
	if (!sure) return sameStep;
	if (only) return only === "new" ? 2 * sameStep : 0;
	const ratio = before ? share / before : Infinity;
	return share > before ? sameStep + Math.max(1, rises.filter((r) => ratio >= r).length) : sameStep - Math.max(1, falls.filter((f) => ratio <= f).length);
}

const known = (counted: number | null, n: number) => counted === null ? null : n;

/** A count, which is unknown if it is null, and whether it is a lower bound. */
type Counted = [n: number | null, partly?: boolean];

const textWith = (write: (n: number) => string) => ([n, partly]: Counted) => n === null ? "n/a" : (partly ? "≥ " : "") + write(n);

const both = (...nowAndBase: Counted[]) => nowAndBase.map(textWith(count)).join(", base: ");

const entriesIn = (b: ChangedBox): [Counted, Counted] => [[b.entries, b.roots_partly || b.inlined_partly], [b.old_entries, b.old_roots_partly || b.old_inlined_partly]];

/** The counts of both profiles, or that of the profile which alone has what is counted. */
function fromTo(change: Pick<Change, "compared" | "only"> | undefined, now: Counted, was: Counted, unit: string): string {
	const [before, after] = [was, now].map(textWith(brief)), only = change?.compared ? change.only : undefined, of = only === "gone" ? was : now;
	const text = only === "new" ? "new: " + after : only === "gone" ? "gone: " + before : before === after ? after : `${before} → ${after}`;
	return unit ? `${text} ${unitOf(of[0] ?? 0, unit)}` : text;
}

/** The size of a change: −0.35 points, ×0.5; of numbers −35, ×0.5. */
function textOf({ share, before, only, atLeast, more }: Change): string {
	const size = share - before, mark = !atLeast ? "" : size < 0 ? "≤ " : "≥ ";
	const difference = more === null ? Math.abs(size) >= minDifference ? mark + points(size) : "" : only ? "" : signed(more);
	return [...difference ? [difference] : [], ...before && !only ? [mark + factor(share / before)] : []].join(", ");
}

const sizeOf = (change: Change) => change.compared && change.sure && textOf(change) ? [textOf(change)] : [];

function inWords(change: Change): string {
	const { share, before, only, compared, sure } = change;
	if (!compared) return "";
	return "; " + (share === before ? "the same" : sure ? [only, textOf(change)].filter(Boolean).join(", ") : "within noise");
}
