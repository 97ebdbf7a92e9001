// The profile that a report compares with: numbers of its methods, and methods that only it has.

import { Before, Method } from "./method";
import { BasePart, CallRow, MethodRecord, SampleRow, Table } from "./records";

/** Adds the base's numbers to the methods of a profile, and returns the methods by their ids in the base. Made creates the removed methods. */
export function readBase(part: BasePart, samples: Table<SampleRow> | null, calls: Table<CallRow> | null, known: Map<number, Method>, made: (m: MethodRecord) => Method): Map<number, Method> {
	const byBase = new Map<number, Method>(), before = (isNew: boolean): Before => ({ was: "", isNew, samples: null, calls: null, changes: {} });
	for (const m of known.values()) m.before = before(true);
	for (const { id, base_id } of part.pairs) {
		const m = known.get(id)!;
		m.before!.isNew = false;
		byBase.set(base_id, m);
	}
	part.gone.forEach((of, i) => {
		const m = made({ ...of, id: -(2 ** 31) - 1 - i }); // no id in a profile is as low
		m.before = before(false);
		byBase.set(of.id, m);
	});
	for (const { id, was } of part.renamed) known.get(id)!.before!.was = was;
	// Limits may leave out methods.
	for (const row of samples ? [...samples.rows, ...samples.outside] : []) set(byBase.get(row.id), (b) => b.samples = row);
	for (const row of calls ? [...calls.rows, ...calls.outside] : []) set(byBase.get(row.id), (b) => b.calls = row);
	for (const metric of ["samples", "calls"] as const) {
		for (const of of part[metric]) set(of.id === null ? byBase.get(of.base_id!) : known.get(of.id), (b) => b.changes[metric] = of);
	}
	return byBase;
}

const set = (m: Method | undefined, change: (before: Before) => void) => m && change(m.before!);
