// Instances of compilation units as text to copy.

import { csv, markdown } from "../../text/copied";
import { at } from "../../text/names";
import { count, factor, share } from "../../text/numbers";
import { Profile } from "../profile/profile";
import { Instance } from "../profile/records";
import { Format } from "../table/copybuttons";
import { entriesOf, nameOfInstance } from "./picture";

export function copiedInstances(profile: Profile, all: Instance[], format: Format, optimized: boolean): string {
	if (format === "csv") {
		return csv(["depth", "bci", "method", "entries", "frequency", "inclusive", "share", ...optimized ? ["most", "least"] : []], all.map((x) =>
			[x.depth, x.bci, nameOfInstance(profile, x), x.entries, x.frequency, x.inclusive, x.share, ...optimized ? [x.most ?? null, x.least ?? null] : []]));
	}
	const known = (n: number | null) => n === null ? "n/a" : count(n);
	return markdown(["Level", "Method", "Entries", "× caller", "Inclusive", "Of its unit"], all.map((x) =>
		[String(x.depth), (x.bci === null ? "" : at(x.bci) + " ") + nameOfInstance(profile, x), entriesOf(x), x.frequency === null ? "" : factor(x.frequency), known(x.inclusive), share(x.share)]),
		[true, false, true, true, true, true]);
}
