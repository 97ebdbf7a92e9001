// For each method, the branch that is hardest to predict, and the call with the most receivers.

import { at } from "../../text/names";
import { share } from "../../text/numbers";
import { Profile, rowsOf } from "./profile";
import { BranchRow, TypeRow } from "./records";

export interface Worst {
	branch: BranchRow | null;
	call: TypeRow | null;
}

/** By method id, as branches and receivers rank them. A branch that always goes one way is none. */
export function worstOf(profile: Profile): Map<number, Worst> {
	const all = new Map<number, Worst>();
	const of = (id: number) => {
		let worst = all.get(id);
		if (!worst) all.set(id, worst = { branch: null, call: null });
		return worst;
	};
	for (const r of rowsOf(profile.part("branches"))) if (r.successors.length && likeliestShare(r) < 1) of(r.id).branch ||= r;
	for (const r of rowsOf(profile.part("receivers"))) {
		if (r.kind === "unknown") continue;
		const worst = of(r.id);
		if (!worst.call || r.types.length > worst.call.types.length) worst.call = r;
	}
	return all;
}

/** The share of its most likely successor. */
export const likeliestShare = (r: BranchRow) => Math.max(...r.successors.map((s) => s.probability || 0));

/** The same as text: 78.3% @3. */
export const branchText = (r: BranchRow) => `${share(likeliestShare(r))} ${at(r.bci)}`;

/** The number of types: 8+ types @22. */
export const callText = (r: TypeRow) => `${r.types.length}${r.saturated ? "+" : ""} ${r.types.length === 1 ? "type" : "types"} ${at(r.bci)}`;
