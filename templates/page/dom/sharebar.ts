// A bar of shares: which way a branch goes, which types a call sees.

import { element } from "./dom";

/** The share that the bar of a cell shows: less than a pixel would look like dirt. */
export const barOf = (share: number) => String(share < 0.015 ? 0 : share);

/** Adds a bar with a part for each share, in their order; if they add up to less than 1, the bar has a rest. Without a title the text beside it says the same. */
export function shareBar(shares: number[], title: string, inside: Element): void {
	const bar = element("span", { class: "sharebar", ...title ? { title, role: "img", "aria-label": title } : { "aria-hidden": "true" } }, "", inside);
	for (const x of shares) element("i", {}, "", bar).style.setProperty("--share", String(x));
}
