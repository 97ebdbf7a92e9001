// All calls from one method to another, from the tables of calls.

import { at } from "../../text/names";
import { brief, percent, plural, unitCount } from "../../text/numbers";
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

/** The calls by pair of methods that are in the profile. */
export function pairsOf(calls: Call[]): Pair[] {
	const pairs = new Map<string, Pair>();
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
		p.bound = p.calls === null || p.bound === c.counted.bound ? c.counted.bound : p.bound === "exact" ? c.counted.bound : c.counted.bound === "exact" ? p.bound : undefined;
		p.calls = (p.calls ?? 0) + c.counted.calls;
		p.inlined += c.counted.inlined;
	}
	return [...pairs.values()];
}

/** The line of a pair, without its ends. */
export function lineOf(profile: Profile, p: Pair, metric: Metric): Omit<Line, "from" | "to"> {
	const bySamples = p.samples !== null && (metric === "samples" || p.calls === null), base = profile.part(bySamples ? "top.samples" : "top.calls")?.base || 1;
	const share = bySamples ? p.samples! / base : p.calls === null ? null : p.calls / base, about: string[] = [];
	if (p.samples !== null) about.push(p.sampled > 1 ? `at least ${unitCount(p.samples, "samples")}, at ${plural(p.sampled, "site")}` : unitCount(p.samples, "samples"));
	if (p.calls !== null) about.push(`${boundMark(p.bound as never)}${unitCount(p.calls, "calls")} at ${plural(p.sites, "site")}, ${p.inlined ? `${unitCount(p.inlined, "entries")} of them inlined` : "none inlined"}`);
	return {
		share, about, via: [], key: "", opened: "",
		kind: bySamples ? "sampled" : p.calls !== null && 2 * p.inlined < p.calls ? "called" : "inlined",
		label: share === null ? [] : [bySamples ? (p.sampled > 1 ? "≥ " : "") + percent(share, 1) + (metric === "samples" ? "" : " of samples") : boundMark(p.bound as never) + brief(p.calls!) + (p.sites > 1 ? ` at ${p.sites} sites` : p.bci === undefined ? "" : " " + at(p.bci))],
	};
}
