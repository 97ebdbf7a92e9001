// How reliable the profile is, and the one that it is compared with, according to check.

import { hintOf, withoutFlags } from "../../text/hints";
import { visible } from "../../text/names";
import { element } from "../dom/dom";
import { Profile } from "../profile/profile";

const classes = { note: "note", warning: "caution", error: "problem" };

/** The consequences of caveats for the numbers of a page, by their kinds. */
const meanings: Record<string, string> = {
	"missing-caller": "only the rates of these calls are n/a; all counts hold",
	"dangling-method": "shown as <unknown method>",
	"dangling-type": "shown as <unknown type>",
	"saturated-receivers": "their shares are of the types that were kept",
	"saturated-instanceof": "their shares are of the types that were kept",
};

/** Shows the caveats about the profile and about its base, and returns their headings; null: none. */
export function showCaveats(profile: Profile, inside: Element): (HTMLElement | null)[] {
	const view = (profile.part("top.calls") || profile.part("top.samples"))?.view || "", hints = new Map(profile.part("info")!.caveats.map((d) => [d.text, d.hint]));
	return judged(profile).map((checked, i) => {
		if (!checked.findings.length) return null;
		const section = element("section", {}, "", inside), heading = element("h2", { tabindex: "-1" }, i ? `Caveats of ${visible(checked.file) || "the base"}, the base` : "Caveats", section);
		const list = element("ul", { class: "caveats" }, "", section);
		for (const f of checked.findings) {
			const item = element("li", { class: classes[f.severity] }, "", list);
			element("b", {}, f.severity, item);
			item.append(" " + visible(f.text));
			const hint = hintOf(visible((i ? "" : hints.get(f.text)) || f.hint || ""), view);
			if (!hint && meanings[f.kind]) element("span", { class: "note" }, meanings[f.kind], item);
			if (hint) element("span", { class: "note" }, hint, item);
		}
		return heading;
	});
}

/** Shows the verdicts, with links to the reasons at these headings. */
export function verdict(profile: Profile, headings: (HTMLElement | null)[], inside: Element): void {
	if (!profile.part("info")!.version) return; // stacks of other tools have no records to check
	judged(profile).forEach((checked, i) => {
		const [, sum, about] = /^([^:]*)(.*)$/s.exec(visible(withoutFlags(checked.verdict)))!, heading = headings[i], worst = checked.findings[0]?.severity || "note";
		const p = element("p", { class: "verdict " + classes[worst] }, "", inside);
		if (i) p.append(`The base, ${visible(checked.file)}: `);
		element("b", {}, i ? sum : sum.slice(0, 1).toUpperCase() + sum.slice(1), p);
		const error = worst === "error" ? visible(checked.findings[0]!.text) : "", rest = i ? "" : about; // nothing else on the page matters as much as an error
		p.append(rest + (error && (rest ? "; " : ": ") + error) + ". ");
		if (!heading) return;
		const link = element("a", { href: "#/overview" }, "Caveats", p);
		link.addEventListener("click", (e) => {
			e.preventDefault();
			heading.scrollIntoView();
			heading.focus({ preventScroll: true });
		});
	});
}

const judged = (profile: Profile) => profile.part("check")!.files;
