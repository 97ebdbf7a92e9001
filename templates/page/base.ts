// The profile that a report compares with: figures of its methods, and methods that only it has.

import type { Method, Metric } from "./profile";
import { BasePart, CallRow, MethodRecord, SampleRow, Table } from "./records";

/** How the self samples, or the entries, of a method changed. */
export interface Change {
	old: number;
	now: number;
	/** Of the run that has more, at the same length. */
	oldShare: number;
	share: number;
	difference: number;
	/** Now as a multiple; null: the base has none. */
	factor: number | null;
	/** Beyond chance, and large enough. */
	sure: boolean;
}

/** A method in the base. */
export interface Before {
	/** Its name, if it was renamed. */
	was: string;
	/** It has no records there. */
	isNew: boolean;
	samples: SampleRow | null;
	calls: CallRow | null;
	changes: Partial<Record<Metric, Change>>;
}

/** Adds the base's figures to the methods of a profile, and returns the methods by their ids in the base. Made makes those that are gone. */
export function readBase(part: BasePart, samples: Table<SampleRow> | null, calls: Table<CallRow> | null, known: Map<number, Method>, made: (m: MethodRecord) => Method): Map<number, Method> {
	const byBase = new Map<number, Method>();
	const methods = part.methods.map((of, i) => {
		// No id of a profile is as low.
		const m = of.gone ? made({ ...of.gone, id: -(2 ** 31) - 1 - i }) : known.get(of.id!)!;
		m.before = { was: of.was || "", isNew: of.base_id === undefined, samples: null, calls: null, changes: {} };
		if (of.base_id !== undefined) byBase.set(of.base_id, m);
		return m;
	});
	for (const row of samples ? [...samples.rows, ...(samples.outside || [])] : []) byBase.get(row.id)!.before!.samples = row;
	for (const row of calls ? [...calls.rows, ...(calls.outside || [])] : []) byBase.get(row.id)!.before!.calls = row;
	for (const metric of ["samples", "calls"] as const) {
		for (const [at, old, now, oldShare, share, difference, factor, sure] of part[metric]) {
			methods[at].before!.changes[metric] = { old, now, oldShare, share, difference, factor, sure: sure === 1 };
		}
	}
	return byBase;
}
