// Where a method is inlined, and what is inlined into it.

import { Method } from "./method";
import { Profile } from "./profile";
import { Unit } from "./records";

/** Number of neighboring inlining units that are shown as well. */
export const aboutInlining = "Inlining is shown as in the instrumented image, not the optimized one.";

/** A unit with a method. */
export interface UnitOf {
	unit: Unit;
	/** The method is its root. */
	root: boolean;
	/** Inlined copies of the method, without the root, and their entries. */
	copies: number;
	entries: number | null;
}

/** The units of a report that contain a method, by descending entries of its copies. */
export function unitsOf(profile: Profile, m: Method): UnitOf[] {
	const all: UnitOf[] = [];
	for (const unit of profile.part("inline")?.units || []) {
		const root = unit.instances[0].id === m.id;
		let copies = 0, entries: number | null = null;
		for (const i of unit.instances.slice(1)) {
			if (i.id !== m.id) continue;
			copies++;
			if (i.entries !== null) entries = (entries || 0) + i.entries;
		}
		if (copies || root) all.push({ unit, root, copies, entries });
	}
	return all.sort((a, b) => (b.entries ?? -1) - (a.entries ?? -1)); // units are sorted by their entries
}

/** Methods that are inlined into a unit's root, by descending entries. */
export function inlinedInto(unit: Unit): { id: number | undefined; method: string; copies: number; entries: number | null }[] {
	const all = new Map<number | string, { id: number | undefined; method: string; copies: number; entries: number | null }>();
	for (const x of unit.instances.slice(1)) {
		const key = x.id ?? x.method, of = all.get(key) || { id: x.id, method: x.method, copies: 0, entries: null };
		of.copies++;
		if (x.entries !== null) of.entries = (of.entries || 0) + x.entries;
		all.set(key, of);
	}
	return [...all.values()].sort((a, b) => (b.entries ?? -1) - (a.entries ?? -1));
}
