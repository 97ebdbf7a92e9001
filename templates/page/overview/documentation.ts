// Links to the documentation.

import { element } from "../dom/dom";

/** The location of the documentation that findings and criteria refer to. */
const documentation = "https://github.com/iprof-viz/iprof-viz/blob/HEAD/";

/** Adds a link that opens a new tab. */
export function linkToDocumentation(text: string, link: string, inside: HTMLElement): HTMLElement {
	return element("a", { href: documentation + link, target: "_blank", rel: "noreferrer", "aria-label": `${text} (opens a new tab)` }, text, inside);
}
