// All calls from one method to another, from the tables of calls.

import { at } from "../../text/names";
import { boundShare, brief, percent, plural, unitCount } from "../../text/numbers";
import { boundMark, Call } from "../profile/around";
import { Metric } from "../profile/method";
import { Profile } from "../profile/profile";
import { Line } from "./diagram";

/** All calls from one method to another. */
export interface Pair {
	from: number;
	to: number;
	samples: number | null;
	calls: number | null;
	inlined: number;
	/** Sites with samples: a stack may have several, so that their sum is not that of the calls. */
	sampled: number;
	bound?: "at_least" | "at_most" | "exact" | "unless_thrown";
	sites: number;
	/** Of the last site. */
	bci?: number;
}

// The calls of a pair, as the command adds them up.
interface Sum {
	least: number;
	most: number;
	/** At least so many unless an exception was thrown. */
	usual: number;
	/** Whether there may have been more than usual. */
	more: boolean;
}

/** The calls by pair of methods that are in the profile. */
export function pairsOf(profile: Profile, calls: Call[]): Pair[] {
	const pairs = new Map<string, Pair>(), sums = new Map<Pair, Sum>();
	for (const c of calls) {
		const from = c.caller.id, to = c.callee.id;
		if (from === undefined || to === undefined) continue;
		const key = `${from} ${to}`, p = pairs.get(key) || { from, to, samples: null, calls: null, inlined: 0, sampled: 0, sites: 0 };
		pairs.set(key, p);
		p.sites++;
		p.bci = c.bci;
		if (c.samples !== null) {
			p.samples = Math.max(p.samples ?? 0, c.samples);
			p.sampled++;
		}
		if (c.counted?.calls == null) continue;
		const { calls: n, bound } = c.counted, sum = sums.get(p) || { least: 0, most: 0, usual: 0, more: false };
		sums.set(p, sum);
		if (bound === "exact" || bound === "at_least") sum.least += n;
		sum.most += bound === "at_least" ? Infinity : n;
		sum.usual += bound === "at_most" ? 0 : n;
		sum.more ||= bound === "at_most" || bound === "at_least";
		p.inlined += c.counted.inlined;
	}
	for (const [p, sum] of sums) boundBy(p, sum, profile.method(p.to)?.calls?.entries ?? Infinity);
	return [...pairs.values()];
}

// A method is not called more often than it is entered. Of a range that begins above 0, the least is said.
function boundBy(p: Pair, { least, most, usual, more }: Sum, entries: number): void {
	most = Math.max(least, Math.min(most, entries));
	if (least === most) [p.calls, p.bound] = [least, "exact"];
	else if (!more || usual >= most) [p.calls, p.bound] = [Math.min(usual, most), "unless_thrown"];
	else if (least || most === Infinity) [p.calls, p.bound] = [least, "at_least"];
	else [p.calls, p.bound] = [most, "at_most"];
}

/** The line of a pair, without its ends. */
export function lineOf(profile: Profile, p: Pair, metric: Metric): Omit<Line, "from" | "to"> {
	const bySamples = p.samples !== null && (metric === "samples" || p.calls === null), base = profile.part(bySamples ? "top.samples" : "top.calls")?.base || 1;
	const share = bySamples ? p.samples! / base : p.calls === null ? null : p.calls / base, about: string[] = [];
	if (p.samples !== null) about.push(p.sampled > 1 ? `at least ${unitCount(p.samples, "samples")}, at ${plural(p.sampled, "site")}` : unitCount(p.samples, "samples"));
	if (p.calls !== null) about.push(`${boundMark(p.bound)}${unitCount(p.calls, "calls")} at ${plural(p.sites, "site")}, ${p.inlined ? `${unitCount(p.inlined, "entries")} of them inlined` : "none inlined"}`);
	return {
		share, about, via: [], key: "", opened: "",
		kind: bySamples ? "sampled" : p.calls !== null && 2 * p.inlined < p.calls ? "called" : "inlined",
		label: share === null ? [] : [bySamples ? boundShare(p.sampled > 1 ? "≥ " : "", percent(share, 1)) + (metric === "samples" ? "" : " of samples") : boundMark(p.bound) + brief(p.calls!) + (p.sites > 1 ? ` at ${p.sites} sites` : p.bci === undefined ? "" : " " + at(p.bci))],
	};
}

/** The share of a method's value that a caller must have to be named. */
const worthNaming = 0.1;

/** The heaviest caller of a method, other than itself, if it has a tenth of the calls, and its share of all; null: none. */
export function heaviestCaller(profile: Profile, id: number, metric: Metric): { method: string; share: string } | null {
	const method = profile.method(id), whole = (metric === "samples" ? method?.samples?.total : method?.calls?.entries) ?? 0, base = profile.part(`top.${metric}`)?.base || 1;
	let best: Pair | null = null;
	const value = (p: Pair) => (metric === "samples" ? p.samples : p.calls) ?? 0;
	for (const p of pairsOf(profile, profile.around(id).callers)) if (p.from !== id && value(p) > (best ? value(best) : 0)) best = p;
	if (!best || value(best) < worthNaming * whole) return null;
	return { method: profile.method(best.from)?.name ?? `<unknown method ${best.from}>`, share: boundShare(metric === "samples" ? best.sampled > 1 ? "≥ " : "" : boundMark(best.bound), percent(value(best), base)) };
}
