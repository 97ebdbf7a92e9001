// Boxes of methods that call each other, opened into their methods.

import { plural } from "../../text/numbers";
import { Metric } from "../profile/method";
import { Profile } from "../profile/profile";
import { Box, keyOf, Line, Member } from "./diagram";
import { lineOf, Pair, pairsOf } from "./pairs";

/** Methods with a box; the rest of them have one together. */
const most = 16;

/** Opens a box: it stays as that of the rest, or as the first method. */
export function openBox(profile: Profile, metric: Metric, boxes: Box[], lines: Line[], at: number): void {
	const box = boxes[at], own = box.of.slice(0, most), rest = box.of.slice(most), places = new Map<number, number>();
	const shown = own.map((m): Box => ({ key: keyOf(m), of: [m], more: 0, self: m.self, total: m.total, focus: false, group: box.group }));
	shown.forEach((b, i) => {
		const place = i ? boxes.push(b) - 1 : at;
		boxes[place] = b;
		if (own[i].id !== undefined) places.set(own[i].id!, place);
	});
	if (rest.length || box.more) {
		const place = boxes.push({ ...box, key: box.key + " rest", of: rest.length ? rest : [own[0]], more: box.more, self: sum(rest), total: null, others: 0 }) - 1;
		for (const m of rest) if (m.id !== undefined) places.set(m.id, place);
	}
	const around = lines.splice(0);
	for (const line of around) {
		if (line.from !== at && line.to !== at) lines.push(line);
		else lines.push(...ends(profile, metric, boxes, line, at, places));
	}
	const between = new Map<string, Line>();
	for (const id of places.keys()) {
		for (const p of pairsOf(profile, profile.around(id).callees)) {
			const [from, to] = [places.get(p.from), places.get(p.to)];
			if (from === undefined || to === undefined) continue;
			const key = `${from} ${to}`, line = { ...lineOf(profile, p, metric), from, to }, before = between.get(key);
			// Of the rest, the heaviest call stands for all.
			if (!before || (line.share ?? 0) > (before.share ?? 0)) between.set(key, line);
		}
	}
	lines.push(...between.values());
}

const sum = (of: Member[]) => of.some((m) => m.self === null) ? null : of.reduce((n, m) => n + m.self!, 0);

// A line to or from the box, now to or from those of its methods that the calls are known of.
function ends(profile: Profile, metric: Metric, boxes: Box[], line: Line, at: number, places: ReadonlyMap<number, number>): Line[] {
	const outward = line.from === at, other = outward ? line.to : line.from, near = line.via.length ? [outward ? line.via[0] : line.via.at(-1)!] : boxes[other].of;
	const ids = new Set(near.flatMap((m) => m.id ?? [])), found: { p: Pair; place: number }[] = [];
	for (const [id, place] of places) {
		const { callees, callers } = profile.around(id);
		for (const p of pairsOf(profile, outward ? callees : callers)) if (ids.has(outward ? p.to : p.from)) found.push({ p, place });
	}
	const turned = (place: number, of: Partial<Line>): Line => ({ ...line, ...of, from: outward ? place : line.from, to: outward ? line.to : place });
	if (!found.length) return [turned(at, { about: [...line.about, `of ${plural(places.size, "method")}: which one is unknown`] })];
	if (line.via.length || found.length === 1) return [...new Set(found.map((f) => f.place))].map((place, i) => turned(place, i ? { share: null, label: line.label.slice(1), about: [] } : {}));
	return found.map(({ p, place }) => turned(place, lineOf(profile, p, metric)));
}
