// The hottest line of the hottest method, in its source.

import { visible } from "../../text/names";
import { percent, unitCount } from "../../text/numbers";
import { element } from "../dom/dom";
import { showTokens } from "../dom/sourceline";
import { aboutOtherCode, otherCode, otherSource } from "../methods/misfit";
import { Profile } from "../profile/profile";
import { linkTo } from "../sites/link";
import { Hottest, spotOf } from "./answer";

/** Lines before and after it. */
const around = 2;

/** Shows it, if the report has its source. */
export function showHottestLine(profile: Profile, hottest: Hottest, inside: Element): void {
	const spot = spotOf(profile, hottest), code = hottest.id === undefined ? null : profile.code(hottest.id);
	const source = profile.source(code), { line: hot } = spot || {};
	if (!spot || !hot || source?.line(hot) == null && !code?.other_source) return;
	const section = element("section", {}, "", inside), heading = element("h2", {}, "The hottest line", section);
	if (!source) {
		element("p", { class: "note" }, `No text of line ${hot} of ${visible(code!.file)}: ${otherSource}.`, section);
		return;
	}
	element("span", { class: "note", title: hottest.by === "app" ? "including the library code called there" : "" }, `${visible(code!.file)}, % of ${hottest.of === profile.part("top.samples")!.base ? "all" : "the application’s"} ${unitCount(hottest.of, visible(profile.part("top.samples")!.unit))}${hottest.by === "app" ? ", with library" : ""}`, heading);
	if (profile.misfit(hottest.id!)) element("span", { class: "note caution" }, `${otherCode} ${aboutOtherCode}`, heading);
	element("a", { class: "note", href: linkTo(profile, hottest.id, spot.bci) }, "Code", heading);
	const shown = element("div", { class: "hotline", role: "list", "aria-label": "Lines" }, "", section), most = Math.max(...spot.near.map((n) => n.self));
	const indent = source.indentOf(hot - around, hot + around);
	for (let line = hot - around; line <= hot + around; line++) {
		if (source.line(line) === null) continue;
		const self = spot.near.find((n) => n.line === line)?.self || 0, row = element("div", { role: "listitem" }, "", shown);
		if (line === spot.line) row.className = "hottest";
		element("span", { class: "meter" }, "", row).style.setProperty("--share", String(self / most));
		element("span", { class: "number" }, self ? percent(self, hottest.of) : "", row);
		element("span", { class: "number note" }, String(line), row);
		showTokens(source.tokens(line, indent), element("code", {}, "", row));
	}
}
