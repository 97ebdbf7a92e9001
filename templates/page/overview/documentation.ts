// The documentation, which the program has.

import { element } from "../dom/dom";

/** Adds the command that shows a page of the documentation, or a section of it: docs/quality.md#flow. */
export function commandOfHelp(link: string, inside: HTMLElement): void {
	element("code", {}, "iprof-viz help " + link.replace(/^docs\/(.*)\.md/, "$1"), inside);
}
