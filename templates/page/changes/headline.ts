// The first sentence of a comparison: how many more or fewer samples, and whether for the same work.

import { visible } from "../../text/names";
import { element } from "../dom/dom";
import { Profile } from "../profile/profile";

/** Shows it, with the totals and the doubts, and says whether there is one. */
export function showHeadline(profile: Profile, inside: Element): boolean {
	const headline = profile.part("diff")!.headline;
	if (!headline) return false;
	const heading = element("h2", { class: "headline" }, `Since ${visible(profile.part("base")!.name) || "the base"}: `, inside);
	element("b", {}, visible(headline.amount), heading);
	heading.append((headline.work && " ") + visible(headline.work) + ".");
	element("p", { class: "note shares" }, visible(headline.about), inside);
	return true;
}
