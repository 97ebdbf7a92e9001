// Methods whose class file is of another version than the profile: counts in their listings are of other code.

import { at, visible } from "../../text/names";
import { plural } from "../../text/numbers";
import { routeTo } from "../address/route";
import { element } from "../dom/dom";
import { Method } from "../profile/method";
import { Profile } from "../profile/profile";
import { MisfitPlace } from "../profile/records";

/** Marks lines and places of other code. */
export const otherCode = "≠";

/** Why counts at lines of a method mean little. */
export const aboutOtherCode = "the class file is of another version than the profile, so these counts are of other code";

/** Why lines have no text although their source was given. */
export const otherSource = "the source given is of another version than the class file, so it is not shown";

/** Says that the class file of a method does not fit the profile, above its listing or the places that stand for it; nothing if it fits. */
export function showMisfit(profile: Profile, m: Method, inside: Element): void {
	const misfit = profile.misfit(m.id);
	if (!misfit) return;
	const section = element("section", { class: "misfit", role: "note" }, "", inside), text = element("p", {}, "", section);
	if (misfit.verdict === "gone") {
		element("b", {}, "Gone from the classes given. ", text);
		text.append("They have its class, but not this method" + (misfit.candidate ? `; perhaps it is ${visible(misfit.candidate)} there` : "") + ". So there is no source line for its counts.");
		return;
	}
	element("b", {}, `${otherCode} Another version of the code. `, text);
	text.append("The class file of this method is not the one that the profile was recorded with: counts below are laid on code that they were not counted in. Give --classpath the classes of the profiled build.");
	const list = element("ul", {}, "", section);
	for (const place of misfit.places) {
		const item = element("li", {}, "", list);
		element("a", { href: routeTo("method", profile.nameInAddress(m), { at: String(place.bci) }) }, at(place.bci), item);
		item.append(": " + contradiction(place));
	}
	if (misfit.more) element("li", {}, `and ${plural(misfit.more, "more place")}`, list);
}

/** Of a place that does not fit: both sides. */
export const contradiction = ({ recorded, code }: MisfitPlace) => `the profile has ${visible(recorded)}; in the class file: ${visible(code)}`;
