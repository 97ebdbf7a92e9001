// What each view of a report has.

import { Route } from "../address/route";

export interface View {
	/** Shows what an address says. It returns which part of it is invalid here, if any, in words. */
	show(route: Route): string | void;
	/** It is closed: keys are for other views. */
	hide?(): void;
	/** Its search field. */
	input?: HTMLInputElement | null;
	/** Keys and their meanings. */
	keys: [string, string][];
	/** Facts about its numbers that a reader must know. */
	notes?: string[];
	/** The reader's position in it, for the history; undefined: at its beginning. By default, the scroll position. */
	position?: unknown;
}
