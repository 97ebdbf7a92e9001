// How good the profile is, by the criteria of check.

import { visible } from "../../text/names";
import { element } from "../dom/dom";
import { Profile } from "../profile/profile";
import { Criterion } from "../profile/records";
import { linkToDocumentation } from "./documentation";

/** The meanings of criteria, and the sections of docs/quality.md about them. */
const meanings: Record<string, [about: string, section: string]> = {
	sane: ["errors in the file itself", ""],
	samples: ["margin of error of the ten hottest methods", "#samples"],
	flow: ["counts that contradict others: lost updates, or other code", "#flow"],
	coverage: ["how much of the program’s bytecode ran", "#coverage-fit-and-production"],
	fit: ["whether the classes given are those of the profiled program", "#coverage-fit-and-production"],
	listed: ["counts in methods of a list", ""],
	production: ["whether the profile has what production runs", "#coverage-fit-and-production"],
};

const marks: Record<Criterion["status"], [mark: string, words: string]> = { pass: ["✓", "pass"], fail: ["✗", "fail"], not_judged: ["·", "no threshold"] };

/** Shows the criteria that have a value. */
export function showQuality(profile: Profile, inside: Element): void {
	const criteria = profile.part("check")?.files[0]?.criteria || [];
	if (!criteria.length) return;
	const section = element("section", { class: "quality" }, "", inside);
	element("h2", {}, "Quality of the profile", section);
	const list = element("dl", {}, "", section);
	for (const { name, status, text } of criteria) {
		const [about, anchor] = meanings[name] || ["", ""], [mark, words] = marks[status], term = element("dt", { class: status }, "", list);
		element("i", { role: "img", "aria-label": words, title: words }, mark, term);
		linkToDocumentation(name, "docs/quality.md" + anchor, term).title = about;
		element("dd", {}, visible(text), list);
	}
}
