// The hottest line of the hottest method, in its source.

import { visible } from "../../text/names";
import { percent } from "../../text/numbers";
import { element } from "../dom/dom";
import { Profile } from "../profile/profile";
import { linkTo } from "../sites/link";
import { Hottest, spotOf } from "./answer";

/** Lines before and after it. */
const around = 2;

/** Shows it, if the report has its source. */
export function showHottestLine(profile: Profile, hottest: Hottest, inside: Element): void {
	const spot = spotOf(profile, hottest), code = hottest.id === undefined ? null : profile.code(hottest.id);
	const lines = (code?.lines || []).filter((l) => l.line && l.text).sort((a, b) => a.line - b.line); // a listing is in the order of the bytecode
	const hot = lines.findIndex((l) => l.line === spot?.line);
	if (!spot || !code || hot < 0) return;
	const section = element("section", {}, "", inside), heading = element("h2", {}, "The hottest line", section);
	element("span", { class: "note", title: hottest.by === "app" ? "including the library code called there" : "" }, `${visible(code.file)}, share of ${visible(profile.part("top.samples")!.unit)}`, heading);
	element("a", { class: "note", href: linkTo(profile, hottest.id, spot.bci) }, "Code", heading);
	const shown = element("div", { class: "hotline", role: "list", "aria-label": "Lines" }, "", section), most = Math.max(...spot.near.map((n) => n.self));
	for (const { line, text } of lines.slice(Math.max(0, hot - around), hot + around + 1)) {
		const self = spot.near.find((n) => n.line === line)?.self || 0, row = element("div", { role: "listitem" }, "", shown);
		if (line === spot.line) row.className = "hottest";
		element("span", { class: "meter" }, "", row).style.setProperty("--share", String(self / most));
		element("span", { class: "number" }, self ? percent(self, hottest.of) : "", row);
		element("span", { class: "number note" }, String(line), row);
		element("code", {}, visible(text!), row);
	}
}
