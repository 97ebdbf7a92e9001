// Where a method is inlined, and what is inlined into it.

import { Method } from "./method";
import { Profile } from "./profile";
import { Instance, Unit } from "./records";

/** Number of neighboring inlining units that are shown as well. */
export const aboutInlining = "Inlining is shown as in the instrumented image, not the optimized one.";

/** Inlined copies of a method. */
export interface Copies {
	copies: number;
	/** null: none was counted. */
	entries: number | null;
	/** Some copies were not counted, so that the entries are a lower bound. */
	partly: boolean;
}

/** A unit with a method. */
export interface UnitOf extends Copies {
	unit: Unit;
	/** The method is its root, which is none of the copies. */
	root: boolean;
}

/** Methods of the same name, or one method. */
export interface NamedCopies extends Copies {
	id: number | undefined;
	method: string;
	/** Units that they are the roots of. */
	units: number;
}

const none: Copies = { copies: 0, entries: null, partly: false };

const sumOf = (a: Copies, b: Copies): Copies => ({ copies: a.copies + b.copies, entries: b.entries === null ? a.entries : (a.entries ?? 0) + b.entries, partly: a.partly || b.partly || a.copies > 0 && (a.entries === null) !== (b.entries === null) });

const copyOf = ({ entries }: Instance): Copies => ({ copies: 1, entries, partly: false });

const byEntries = (a: Copies, b: Copies) => (b.entries ?? -1) - (a.entries ?? -1);

/** The units of a report that contain a method, by descending entries of its copies. */
export function unitsOf(profile: Profile, m: Method): UnitOf[] {
	return (profile.part("inline")?.units || []).map((unit) => ({
		unit, root: unit.instances[0].id === m.id, ...unit.instances.slice(1).filter((i) => i.id === m.id).map(copyOf).reduce(sumOf, none),
	})).filter(({ copies, root }) => copies || root).sort(byEntries); // units are sorted by their entries
}

// Those of one method, and those of frames that are no methods, such as hidden ones, by their name.
function byMethod(all: [Instance, Copies][]): NamedCopies[] {
	const named = new Map<number | string, NamedCopies>();
	for (const [{ id, method }, copies] of all) {
		const of = named.get(id ?? method) || { id, method, units: 0, ...none };
		named.set(id ?? method, { ...of, units: of.units + 1, ...sumOf(of, copies) });
	}
	return [...named.values()].sort(byEntries);
}

/** The roots of units, with the copies of a method in them, by descending entries. */
export const rootsOf = (units: UnitOf[]) => byMethod(units.map((u) => [u.unit.instances[0], u]));

/** Methods that are inlined into a unit's root, by descending entries. */
export const inlinedInto = (unit: Unit) => byMethod(unit.instances.slice(1).map((x) => [x, copyOf(x)]));
