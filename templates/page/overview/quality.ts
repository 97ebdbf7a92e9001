// How good the profile is, by the criteria of check.

import { visible } from "../../text/names";
import { element } from "../dom/dom";
import { Profile } from "../profile/profile";
import { Criterion } from "../profile/records";
import { commandOfHelp } from "./documentation";

/** The meanings of criteria; docs/quality.md has their definitions. */
const meanings: Record<string, string> = {
	sane: "errors in the file itself",
	samples: "margin of error of the ten hottest methods",
	flow: "counts that contradict others: lost updates, or other code",
	coverage: "how much of the program’s bytecode ran",
	fit: "whether the classes given are those of the profiled program",
	listed: "counts in methods of a list",
	production: "whether the profile has what production runs",
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
		const [mark, words] = marks[status], term = element("dt", { class: status }, "", list);
		element("i", { role: "img", "aria-label": words, title: words }, mark, term);
		element("span", { title: meanings[name] || "" }, name, term);
		element("dd", {}, visible(text), list);
	}
	const note = element("p", { class: "note" }, "", section);
	commandOfHelp("docs/quality.md", note);
	note.append(" defines the values.");
}
