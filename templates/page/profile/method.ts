// A method of a profile, with its numbers there and in the profile that a report compares with.

import { CallRow, MethodRecord, MethodShares, SampleRow } from "./records";

export interface Method extends MethodRecord {
	plain: string;
	jvm: string;
	/** Plain name and parameters. */
	signature: string;
	samples: SampleRow | null;
	calls: CallRow | null;
	/** For an application method: including the library code that it calls. */
	withLibrary: SampleRow | null;
	/** In the profile that the report compares with; null: none. */
	before: Before | null;
}

export type Metric = "samples" | "calls";

/** A method in the base. */
export interface Before {
	/** Its name, if it was renamed. */
	was: string;
	/** It has no records there. */
	isNew: boolean;
	samples: SampleRow | null;
	calls: CallRow | null;
	/** How its self samples, and its entries, changed. */
	changes: Partial<Record<Metric, MethodShares>>;
}

/** Whether a profile, or its base, has samples or entries of a method. */
export const hasRecords = (m: Method) => Boolean(m.samples || m.calls || m.before?.samples || m.before?.calls);
