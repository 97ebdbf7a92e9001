// The first sentence of a comparison: how many more or fewer samples, and whether for the same work.

import { visible } from "../../text/names";
import { count, factor, pointsAlone, signed, unitOf } from "../../text/numbers";
import { element } from "../dom/dom";
import { NamesInSentence } from "../dom/sentence";
import { Profile } from "../profile/profile";
import { MethodChange } from "../profile/records";
import { linkTo } from "../sites/link";

/** Methods that the sentence about the largest changes names, and the characters of a name in it. */
const mostNamed = 3, longest = 80;

/** Shows it, with the totals and the doubts, and says whether there is one. */
export function showHeadline(profile: Profile, inside: Element): boolean {
	const headline = profile.part("diff")!.headline;
	if (!headline) return false;
	const heading = element("h2", { class: "headline" }, `${headline.others ? "Compared with" : "Since"} ${visible(profile.part("base")!.name) || "the base"}: `, inside);
	element("b", {}, visible(headline.amount), heading);
	heading.append((headline.work && " ") + visible(headline.work) + (headline.faster && "; ") + visible(headline.faster) + ".");
	element("p", { class: "note shares" }, visible(headline.about), inside);
	return true;
}

/** Names the methods that changed most, so that the reader need not look for them; nothing: no change of a method is significant, or programs differ. */
export function showLargest(profile: Profile, inside: Element): void {
	const { headline, sections: { samples, calls } } = profile.part("diff")!, table = samples?.rows.length ? samples : calls;
	if (!table?.rows.length || headline?.others) return;
	// Where both runs did the same work, numbers of samples are compared.
	const counts = table === samples && profile.tree("samples").header.compared?.counts, line = element("p", { class: "largest" }, "Most changed: ", inside);
	const unit = (n: number) => counts ? unitOf(Math.abs(n), visible(table.unit)) : "points", more = (r: MethodChange) => counts ? (r.new ?? 0) - (r.old ?? 0) : r.difference;
	// Shares were tested: of unchanged numbers they change, too, the other way. So they do where others took the whole with them.
	const largest = (counts ? table.rows.filter((r) => more(r) * r.difference > 0).sort((a, b) => Math.abs(more(b)) - Math.abs(more(a))) : table.rows.filter((r) => !r.share_only)).slice(0, mostNamed);
	if (!largest.length) return line.remove();
	const names = new NamesInSentence(longest);
	largest.forEach((r, i) => {
		const known = profile.changed(r), href = linkTo(profile, known?.id);
		if (i) line.append(i < largest.length - 1 ? ", " : " and ");
		names.add(known?.signature ?? visible(r.method), href ? element("a", { href, title: known!.name }, "", line) : element("span", {}, "", line));
		line.append(" ");
		element("b", {}, counts ? signed(more(r)) : pointsAlone(more(r)), line);
		if (!i) line.append(" " + unit(more(r)));
		line.append(` (${r.old === undefined || r.new === undefined || r.factor === null ? r.change : counts ? `${count(r.old)} → ${count(r.new)}` : factor(r.factor)})`);
	});
	line.append(".");
}
