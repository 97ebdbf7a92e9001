// Texts about frames.

import { otherChange, percent, points, signed, thousands } from "../text/numbers";
import { data } from "./document";
import { kinds } from "./file";
import { base, contains, counted, full, hidden, isUnknown, kind, name, parent, places, self, total, whole } from "./frames";
import { zoom } from "./layout";

/** The lines about a frame, its name first. */
export function describe(i: number): string[] {
	const lines = [full(i), ...places && places[name[i]] ? [places[name[i]]] : [], `${thousands(total[i])} ${data.unit}, ${percent(total[i], whole)} of ${data.of ?? "all"}`];
	const inZoom = zoom && i !== zoom && contains(zoom, i);
	if (inZoom) lines.push(`${percent(total[i], total[zoom])} of the zoomed frame`);
	if (base) {
		const unknown = isUnknown(i);
		let line = `base: ${thousands(counted[i])}, ${percent(counted[i], data.baseWhole!)}; ${unknown ? "not compared: counts are missing" : data.counts ? `${signed(total[i] - counted[i])} ${data.unit}` : points(total[i] - base[i], whole)}`;
		if (data.changed !== undefined && name[i] > 0) line += unknown ? "" : `, ${/^(eq|h)$/.test(kinds[kind[i]]) ? data.alike : "significant"}`;
		if (!unknown) line += otherChange(total[i], counted[i], data.unit, data.own, data.counts);
		if (i && name[i] >= 0 && !total[i] && !unknown) line += "; gone";
		if (i && name[i] >= 0 && !base[i] && !unknown) line += "; new";
		lines.push(line);
		if (i) lines.push(`${percent(total[i], total[parent[i]])} of its parent, base: ${percent(counted[i], counted[parent[i]])}`);
		return lines;
	}
	if (i) lines.push(`${percent(total[i], total[parent[i]])} of its parent`);
	if (name[i] >= 0) lines.push(`${data.self || (hidden && !data.entries ? "incl. hidden code" : "self")} ${thousands(self[i])}`);
	return lines;
}
