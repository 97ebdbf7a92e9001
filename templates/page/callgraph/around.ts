// The graph of a method with its callers and callees, as far as a reader wants.

import { at } from "../../text/names";
import { brief, percent, plural, unitCount } from "../../text/numbers";
import { boundMark, Call } from "../profile/around";
import { Method, Metric } from "../profile/method";
import { Profile } from "../profile/profile";
import { Box, Diagram, keyOf, Line } from "./diagram";

/** The maximum number of boxes, beyond which the lightest calls are left out. */
const mostBoxes = 40;

/** All calls from one method to another. */
interface Pair {
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

/** The graph with callers and callees up to that many steps away. */
export function diagramAround(profile: Profile, focus: Method, metric: Metric, callers: number, callees: number): Diagram {
	const table = profile.part(`top.${metric}`)!, chosen = new Map<number, number>([[focus.id, 0]]);
	let left = 0;
	for (const [side, steps] of [["callers", callers], ["callees", callees]] as const) {
		let last = [focus.id], room = mostBoxes / 2;
		for (let step = 0; step < steps && last.length; step++) {
			const found = new Map<number, number>();
			for (const p of last.flatMap((id) => pairsOf(profile.around(id)[side]))) {
				const other = side === "callers" ? p.from : p.to;
				if (!chosen.has(other)) found.set(other, Math.max(found.get(other) || 0, weight(p, metric)));
			}
			last = [...found].sort((a, b) => b[1] - a[1]).slice(0, room).map(([id]) => id);
			left += found.size - last.length;
			room -= last.length;
			for (const id of last) chosen.set(id, chosen.size);
		}
	}
	const boxes: Box[] = [...chosen.keys()].map((id) => {
		const m = profile.method(id), self = metric === "samples" ? m?.samples?.self ?? null : m?.calls?.entries ?? null, total = metric === "samples" ? m?.samples?.total ?? null : null;
		const member = { id, method: m?.name ?? `<unknown method ${id}>`, self, total };
		return { key: keyOf(member), of: [member], more: 0, self, total, focus: id === focus.id };
	});
	const lines: Line[] = [];
	for (const id of chosen.keys()) {
		for (const p of pairsOf(profile.around(id).callees)) {
			// Calls among callers, or among callees, alone say nothing about this method.
			if (chosen.has(p.to) && (p.from === focus.id || p.to === focus.id || callers + callees > 2)) lines.push(lineOf(profile, p, metric, chosen));
		}
	}
	const outside = metric === "calls" && profile.around(focus.id).outside;
	const summary = [plural(boxes.length - 1, "caller or callee").replace("caller or callees", "callers and callees"), left ? `${plural(left, "lighter one")} left out` : "", outside ? "entries from outside of the known calls are on its page" : ""];
	return { metric, unit: table.unit, base: table.base, boxes, lines, summary: summary.filter(Boolean).join(" · ") };
}

function pairsOf(calls: Call[]): Pair[] {
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

const weight = (p: Pair, metric: Metric) => (metric === "samples" ? p.samples : p.calls) ?? 0;

function lineOf(profile: Profile, p: Pair, metric: Metric, places: ReadonlyMap<number, number>): Line {
	const bySamples = p.samples !== null && (metric === "samples" || p.calls === null), base = profile.part(bySamples ? "top.samples" : "top.calls")?.base || 1;
	const share = bySamples ? p.samples! / base : p.calls === null ? null : p.calls / base, about: string[] = [];
	if (p.samples !== null) about.push(p.sampled > 1 ? `at least ${unitCount(p.samples, "samples")}, at ${plural(p.sampled, "site")}` : unitCount(p.samples, "samples"));
	if (p.calls !== null) about.push(`${boundMark(p.bound as never)}${unitCount(p.calls, "calls")} at ${plural(p.sites, "site")}, ${p.inlined ? `${unitCount(p.inlined, "entries")} of them inlined` : "none inlined"}`);
	return {
		from: places.get(p.from)!, to: places.get(p.to)!, share, about, via: [], opened: "",
		kind: bySamples ? "sampled" : p.calls !== null && 2 * p.inlined < p.calls ? "called" : "inlined",
		label: share === null ? [] : [bySamples ? (p.sampled > 1 ? "≥ " : "") + percent(share, 1) + (metric === "samples" ? "" : " of samples") : boundMark(p.bound as never) + brief(p.calls!) + (p.sites > 1 ? ` at ${p.sites} sites` : p.bci === undefined ? "" : " " + at(p.bci))],
	};
}
