// Callers and callees of methods: the table of calls, and calls in samples.

import { Method } from "./method";
import { Edge, Entered, SiteCall } from "./records";

/** A call of a method at a site, or through frames that are not shown. */
export interface Call {
	caller: Named;
	callee: Named;
	bci?: number;
	line?: number;
	through?: string;
	/** How often; null: only samples have it. */
	counted: Counted | null;
	/** Samples of stacks with it, once per stack; null: none. */
	samples: number | null;
}

interface Named {
	id?: number;
	name?: string;
}

/** A count of calls. */
export interface Counted {
	/** null: unknown. */
	calls: number | null;
	bound?: SiteCall["bound"];
	evidence: SiteCall["evidence"];
	inlined: number;
}

export interface Around {
	callers: Call[];
	callees: Call[];
	/** Entries that no known call accounts for; null: none. */
	outside: Entered | null;
}

/** The calls of all methods. */
export class Calls {
	private readonly of = new Map<number, Around>();

	constructor(counted: SiteCall[], sampled: Edge[], entered: Entered[]) {
		const bySite = new Map<string, Call>();
		for (const r of counted) {
			const call: Call = { caller: { id: r.id, name: r.caller }, callee: { id: r.target_id, name: r.target }, bci: r.bci, line: r.line, counted: r, samples: null };
			if (r.target_id !== undefined) bySite.set(`${r.id} ${r.bci} ${r.target_id}`, call);
			this.add(call);
		}
		for (const e of sampled) {
			const call = e.evidence === "sampled" ? bySite.get(`${e.caller_id} ${e.bci} ${e.callee_id}`) : undefined;
			if (call) call.samples = e.count;
			else this.add(callOf(e));
		}
		for (const e of entered) this.around(e.id).outside = e;
	}

	/** The calls of a method. */
	around(id: number): Around {
		let around = this.of.get(id);
		if (!around) this.of.set(id, around = { callers: [], callees: [], outside: null });
		return around;
	}

	private add(call: Call): void {
		if (call.callee.id !== undefined) this.around(call.callee.id).callers.push(call);
		if (call.caller.id !== undefined) this.around(call.caller.id).callees.push(call);
	}
}

function callOf(e: Edge): Call {
	const sampled = e.evidence === "sampled", calls = e.count ?? 0;
	return {
		caller: { id: e.caller_id, name: e.caller }, callee: { id: e.callee_id, name: e.callee }, bci: e.bci, line: e.line, through: e.through,
		counted: sampled ? null : { calls: e.count, bound: e.count === null ? undefined : "exact", evidence: "inlined", inlined: calls }, samples: sampled ? e.count : null,
	};
}

/** How it is known which method a call enters, as in the command calls. */
export const evidences: Record<string, string> = {
	inlined: "entries where it was inlined", receivers: "types of objects that it was called on", code: "the instruction can call no other method",
	hierarchy: "no other class that was given has such a method", dynamic: "the lambda of a type", unknown: "which method was called is unknown",
};

/** The words of the column Evidence, one a line. */
export const aboutEvidence = ["how it is known which method is called:", ...Object.entries(evidences).map(([word, text]) => `${word}: ${text}`), "samples: stacks in samples alone"].join("\n");

/** Calls per entry of the caller; null: unknown. */
export function perEntry(caller: Method | null, calls: number | null): number | null {
	const entries = caller?.calls?.entries;
	return calls === null || !entries ? null : calls / entries;
}

/** A count for people; null: unknown, as at least 0 is. */
export const tellingOf = (n: number | null | undefined, bound?: SiteCall["bound"]) => n || bound !== "at_least" ? n ?? null : null;

/** Before a count that is a bound. */
export const boundMark = (bound?: SiteCall["bound"]) => bound === "at_least" ? "≥ " : bound === "at_most" || bound === "unless_thrown" ? "≤ " : "";
