// Entries of a method, which are a lower bound if it also ran in contexts without a count.

import { count } from "../../text/numbers";
import { CallRow } from "./records";

/** Before entries; a share of all entries, which are a lower bound as well, has none. */
const boundOf = (calls: CallRow | null | undefined) => calls?.uncounted ? "≥ " : "";

const written = (n: number | null, bound: string, missing: string) => n === null ? missing : bound + count(n);

/** All of them; by default nothing if they are unknown. */
export const entriesOf = (calls: CallRow | null | undefined, missing = "") => written(calls?.entries ?? null, boundOf(calls), missing);

/** Those inlined into others. The context of a compilation root may be the only one without a count. */
export const inlinedOf = (calls: CallRow | null | undefined, missing = "") =>
	written(calls?.inlined_calls ?? null, (calls?.uncounted ?? 0) > (calls?.root_calls === null ? 1 : 0) ? "≥ " : "", missing);
