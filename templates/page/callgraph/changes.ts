// The graph of two profiles, as graph --base draws it: the methods and calls that changed most, and those around them.

import { brief, count, factor, percent, points, unitCount, unitOf } from "../../text/numbers";
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
			`method entries: ${both(b.entries, b.old_entries)}`, `as compilation root: ${both(known(b.entries, b.roots), known(b.old_entries, b.old_roots))}`,
			`inlined into callers: ${both(known(b.entries, (b.entries ?? 0) - b.roots), known(b.old_entries, (b.old_entries ?? 0) - b.old_roots))}`,
		];
		if (this.of.sampled) {
			const self: Verdict = { only: b.only, compared: this.of.samples.compared, sure: b.self_sure };
			about.push(`${this.unit}: ${both(b.total, b.old_total)}`, `${this.selfWord}: ${both(b.self, b.old_self)}${inWords(this.change(self, "samples", b.self, b.old_self))}`);
		}
		about.push(this.shares(change, metric));
		return { key: keyOf(member), of: [member], more: 0, self: b.self, total: b.total, focus: false, group: "", change, kind: b.kind, was: b.was, figures: this.figures(b, change), about };
	}

	line({ from, to, evidence, through, counts, sampled }: ChangedCall): Line {
		const metric = evidence === "sampled" ? "samples" : "calls", change = this.changeOf(counts, metric), text = (n: number | null) => n === null ? "n/a" : evidence === "sampled" ? this.brief(n) : brief(n);
		const now = change.only === "gone" ? "gone " + text(counts.old) : (change.only === "new" ? "new " : "") + text(counts.now);
		const about = (of: CallCounts, metric: Metric, word: string) => `${word}: ${both(of.now, of.old)}${through ? ", through methods that are not shown" : ""}; ${this.shares(this.changeOf(of, metric), metric)}`;
		return {
			from, to, kind: evidence, through, change, via: [], key: "", opened: "", share: Math.max(change.share, change.before), label: [now, ...sizeOf(change)],
			about: [about(counts, metric, evidence === "unknown" ? "entries as compilation root" : evidence), ...sampled.map((s) => about(s, "samples", "sampled"))],
		};
	}

	private figures(b: ChangedBox, change: Change): string[] {
		const ofSamples = (total: number, self: number) => this.brief(total) + (self ? `, ${brief(self)} ${this.selfWord}` : ""), ofEntries = (n: number) => `${brief(n)} ${unitOf(n, "entries")}`;
		const bySamples = this.of.metric === "samples", now = bySamples ? ofSamples(b.total, b.self) : ofEntries(b.entries ?? 0), was = bySamples ? ofSamples(b.old_total, b.old_self) : ofEntries(b.old_entries ?? 0);
		if (change.compared) return [change.only === "gone" ? "gone: " + was : (change.only === "new" ? "new: " : "") + now, ...sizeOf(change)];
		if (bySamples || b.entries !== null && b.old_entries !== null) return [now];
		if (b.entries !== null) return [now + ", before n/a"];
		if (b.old_entries !== null) return [`entries n/a, before ${was}`];
		return [...b.total + b.old_total ? [ofSamples(b.total, b.self)] : [], "entries n/a"];
	}

	private brief(n: number): string {
		return `${brief(n)} ${unitOf(n, this.unit)}`;
	}

	private changeOf(counts: CallCounts, metric: Metric): Change {
		return this.change(counts, metric, counts.now ?? 0, counts.old ?? 0);
	}

	// Shares are of the larger run after normalization.
	private change({ only, compared, sure }: Verdict, metric: Metric, now: number, old: number): Change {
		const whole = Number(this.of[metric].whole), ratio = Number(this.of[metric].ratio);
		let before = whole && old / whole, share = whole && now / ratio / whole;
		if (Math.abs(share - before) < tolerance * Math.max(share, before)) before = share = Math.max(share, before);
		return { only, compared, sure, before, share, step: stepOf(only, sure, share, before) };
	}

	private shares(change: Change, metric: Metric): string {
		if (!change.compared) return "not compared";
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

const both = (now: number | null, old: number | null) => [now, old].map((n) => n === null ? "n/a" : count(n)).join(", base: ");

/** The size of a change: −0.35 points, ×0.5. */
function textOf({ share, before, only }: Change): string {
	const size = share - before;
	return [...Math.abs(size) >= minDifference ? [points(size)] : [], ...before && !only ? [factor(share / before)] : []].join(", ");
}

const sizeOf = (change: Change) => change.sure && textOf(change) ? [textOf(change)] : [];

function inWords(change: Change): string {
	const { share, before, only, compared, sure } = change;
	if (!compared) return "";
	return "; " + (share === before ? "the same" : sure ? [only, textOf(change)].filter(Boolean).join(", ") : "within noise");
}
