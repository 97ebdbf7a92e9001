// The sentences below a list of compilation units.

import { shellQuote, visible } from "../../text/names";
import { count, percent, plural } from "../../text/numbers";
import { element } from "../dom/dom";
import { Profile } from "../profile/profile";
import { Units } from "../profile/records";

/** How many units are shown, and which share of all entries they and the omitted units have. */
export function summaryOf({ units, unit_count, base, left_out }: Units, shown: number[], searched: boolean, entriesWord: string): string {
	const entries = shown.reduce((sum, u) => sum + (units[u].inclusive || 0), 0), all = plural(unit_count, "unit");
	const some = left_out.units && searched ? `${count(shown.length)} of the ${count(units.length)} here` : unit_count === shown.length ? all : `${count(shown.length)} of ${all}`;
	const rest = left_out.units ? `; the report has ${count(units.length)}${searched ? ` of ${all}` : ""}, the application's first, the others have ${percent(left_out.inclusive, base)}` : "";
	return `${some}, with ${percent(entries, base)} of all ${entriesWord}${unit_count === shown.length ? "" : ", inlined ones included"}${rest}`;
}

/** Why no unit is shown. */
export function aboutNone({ units }: Units, searched: boolean): string {
	return searched ? `None of the ${plural(units.length, "unit")} shown contains such a method. ` : "All units are hidden by the switches. ";
}

/** Adds the command that finds methods if the report has nothing, if there is a place for it. */
export function addWider(profile: Profile, { units, unit_count, left_out }: Units, pattern: string, inside: Element): void {
	if (!left_out.units && !units.some((u) => u.instances.some((x) => x.pruned))) return;
	inside.append(inside.matches(".empty") ? " " : "; ");
	element("code", {}, visible(`iprof-viz inline ${shellQuote(pattern)} ${profile.part("input")?.arguments ?? ""}`), inside);
	inside.append(left_out.units ? ` looks in all ${count(unit_count)}` : " has all copies");
}
