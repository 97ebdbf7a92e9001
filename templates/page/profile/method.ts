// A method of a profile, with its numbers there and in the profile that a report compares with.

import { CallRow, MethodRecord, SampleRow } from "./records";

export interface Method extends MethodRecord {
	plain: string;
	jvm: string;
	/** Plain name and parameters. */
	signature: string;
	samples: SampleRow | null;
	calls: CallRow | null;
	/** Of a method of the application: with the library code that it calls. */
	withLibrary: SampleRow | null;
	/** In the profile that the report compares with; null: there is none. */
	before: Before | null;
}

export type Metric = "samples" | "calls";

/** How the self samples, or the entries, of a method changed. */
export interface Change {
	old: number;
	now: number;
	/** Of the larger run after normalization. */
	oldShare: number;
	share: number;
	difference: number;
	/** Now as a multiple; null: the base has none. */
	factor: number | null;
	/** Significant, and large enough. */
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

/** Whether a profile, or its base, has samples or entries of a method. */
export const hasRecords = (m: Method) => Boolean(m.samples || m.calls || m.before?.samples || m.before?.calls);
