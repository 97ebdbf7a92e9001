// What each view of a report has.

import { Route } from "../address/route";

export interface View {
	/** Shows what an address says. It returns what of it means nothing here, if there is one, in words. */
	show(route: Route): string | void;
	/** It is left: keys are for others. */
	hide?(): void;
	/** Its search field. */
	input?: HTMLInputElement | null;
	/** Keys and their meanings. */
	keys: [string, string][];
	/** Facts about its numbers that a reader has to know. */
	notes?: string[];
	/** Where the reader is in it, for the history; undefined: at its beginning. By default, as far as it is scrolled. */
	position?: unknown;
}
