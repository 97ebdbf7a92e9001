// The graph of a method with its callers and callees, as far as a reader wants.

import { plural } from "../../text/numbers";
import { Method, Metric } from "../profile/method";
import { Profile } from "../profile/profile";
import { Box, Diagram, keyOf, Line } from "./diagram";
import { lineOf, Pair, pairsOf } from "./pairs";

/** The maximum number of boxes, beyond which the lightest calls are left out. */
const mostBoxes = 40;

/** The graph with callers and callees up to that many steps away. */
export function diagramAround(profile: Profile, focus: Method, metric: Metric, callers: number, callees: number): Diagram {
	const table = profile.part(`top.${metric}`)!, chosen = new Map<number, number>([[focus.id, 0]]);
	let left = 0;
	for (const [side, steps] of [["callers", callers], ["callees", callees]] as const) {
		let last = [focus.id], room = mostBoxes / 2;
		for (let step = 0; step < steps && last.length; step++) {
			const found = new Map<number, number>();
			for (const p of last.flatMap((id) => pairsOf(profile, profile.around(id)[side]))) {
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
		return { key: keyOf(member), of: [member], more: 0, self, total, focus: id === focus.id, group: "" };
	});
	const lines: Line[] = [];
	for (const id of chosen.keys()) {
		for (const p of pairsOf(profile, profile.around(id).callees)) {
			// Calls among callers, or among callees, alone say nothing about this method.
			if (chosen.has(p.to) && (p.from === focus.id || p.to === focus.id || callers + callees > 2)) lines.push({ ...lineOf(profile, p, metric), from: chosen.get(p.from)!, to: chosen.get(p.to)! });
		}
	}
	const outside = metric === "calls" && profile.around(focus.id).outside;
	const summary = [plural(boxes.length - 1, "caller or callee").replace("caller or callees", "callers and callees"), left ? `${plural(left, "lighter one")} left out` : "", outside ? "entries from outside of the known calls are on its page" : ""];
	return { metric, unit: table.unit, base: table.base, boxes, lines, summary: summary.filter(Boolean).join(" · "), opened: [] };
}

const weight = (p: Pair, metric: Metric) => (metric === "samples" ? p.samples : p.calls) ?? 0;
