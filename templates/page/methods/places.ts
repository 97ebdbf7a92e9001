// Where the samples of a method are, if the report does not have its code: bytecode indexes, or the source lines of a recording.

import { patternOfName } from "../../pattern/matcher";
import { at, brevity, briefType, shellQuote, visible } from "../../text/names";
import { count, percent, plural, share } from "../../text/numbers";
import { element } from "../dom/dom";
import { Method } from "../profile/method";
import { isApplication, Profile, rowsOf } from "../profile/profile";
import { SampledPlace } from "../profile/records";
import { linkTo } from "../sites/link";
import { goesTo } from "../sites/sites";
import { Head, smallTable } from "../table/smalltable";

/** Limits of types, and of methods called, per place. */
const most = 3;

// A method with a smaller share of its samples in its own code is only as hot as its callees.
const minOwn = 0.05;

const other = (by: "self" | "total") => by === "self" ? "total" : "self";

/** Shows the sampled places of a method, and how to see more of it. */
export function showPlaces(profile: Profile, m: Method, inside: Element): boolean {
	const part = profile.part("places"), samples = profile.part("top.samples");
	if (!part || !samples || !m.samples?.total) return false;
	const section = element("section", { class: "places", "aria-label": "Places with samples" }, "", inside), of = profile.places(m.id);
	if (of) {
		const recorded = recordedAt(profile, m), lines = of.places.some((p) => p.line);
		const self = { text: "Self", about: `${samples.unit} at the place itself` }, total = { text: "Total", about: `${samples.unit} with the methods called there (once per stack)` };
		const sorted = (by: "self" | "total") => [...of.places].sort((a, b) => b[by] - a[by] || b[other(by)] - a[other(by)]);
		// The place that links to the method name: with library code it may have hardly any self samples.
		const spot = isApplication(profile.kinds[m.kind]) ? part.app.find((h) => h.id === m.id)?.bci : undefined;
		const by = m.samples.self < minOwn * m.samples.total || spot !== undefined && sorted("self")[0]?.bci !== spot ? "total" : "self", all = m.samples[by]!, places = sorted(by);
		const textOf = (p: SampledPlace) => !part.recorded ? at(p.bci, p.line) : p.line ? String(p.line) : "unknown";
		const heads: Head[] = [part.recorded ? "Line" : "Place", ...by === "self" ? [self] : [total], { text: "% of all", about: `${by}, as a share of all; bars: as a share of the method's` }, by === "self" ? total : self];
		smallTable(section, part.recorded ? "Samples by source line" : `Samples by bytecode index${lines ? " and source line" : ""}`, heads, places.map((p) => [{ text: textOf(p), below: recorded(p.bci) }, count(p[by]), percent(p[by], samples.base), count(p[other(by)])]),
			places.map((p) => p[by] / all), places.map((p) => p.bci));
		if (of.places.some((p) => recorded(p.bci).length)) element("p", { class: "note" }, "◆ where a branch went, ◇ types seen, → callees.", section);
	}
	const left = of ? of.left_out : 0;
	if (!of || left) element("p", { class: "note" }, `This report has the ${count(part.limit)} places with the most self ${samples.unit}: ${of ? `${plural(left, "place")} of this method ${left === 1 ? "is" : "are"} not among them` : "none of this method is among them"}.`, section);
	showCommands(profile, m, section);
	return true;
}

// Branches, types and callees at a bytecode index of a method.
function recordedAt(profile: Profile, m: Method): (bci: number) => string[] {
	const all = new Map<number, string[]>();
	const add = (bci: number, text: string) => all.set(bci, [...all.get(bci) || [], text]);
	for (const r of rowsOf(profile.part("branches"))) if (r.id === m.id) add(r.bci, "◆ " + goesTo(r));
	for (const part of ["receivers", "instanceof"] as const) for (const r of rowsOf(profile.part(part))) if (r.id === m.id) add(r.bci, "◇ " + (some(r.types.map((t) => `${briefType(t.type)} ${r.saturated ? "≤ " : ""}${share(t.share)}`), " | ") || r.kind));
	const callees = new Map<number, Set<string>>();
	for (const { bci, callee } of profile.around(m.id).callees) {
		if (bci === undefined || callee.id === undefined) continue; // types are listed already
		if (!callees.has(bci)) callees.set(bci, new Set());
		callees.get(bci)!.add(brevity(profile.method(callee.id)?.name ?? visible(callee.name ?? "")));
	}
	for (const [bci, names] of callees) add(bci, "→ " + some([...names], ", "));
	return (bci) => all.get(bci) || [];
}

// The first few of a list.
const some = (all: string[], separator: string) => all.slice(0, most).join(separator) + (all.length > most ? ` and ${all.length - most} more` : "");

/** Says which commands show more of a method whose code is not in the report. */
export function showCommands(profile: Profile, m: Method, inside: Element): void {
	if (!profile.part("info")!.version) return; // stacks of other tools have no places in the bytecode
	if (m.before && !m.samples && !m.calls) return; // only the base, another file, has it
	const code = profile.part("code"), given = code?.methods.some((c) => profile.method(c.id)?.kind === m.kind);
	if (given) element("p", { class: "note" }, `This report has the code of ${plural(code!.methods.length, "method")}, the hottest of those whose classes were given, and not of this one.`, inside);
	const note = element("p", { class: "note" }, "", inside);
	const command = (text: string) => element("code", {}, visible(text), note);
	command(`iprof-viz list ${shellQuote(patternOfName(m.plain))} ${profile.part("input")?.arguments ?? ""}`);
	note.append(" shows all that was counted at each index");
	if (!given) {
		note.append("; ");
		command(`report ${profile.kinds[m.kind] === "JDK" ? "--jdk $JAVA_HOME" : "--classpath app.jar --source-path src"}`);
		note.append(" has source lines");
	}
	note.append(".");
}

/** The place of a method that has the most samples, self or with library code: the source line if it is known, or the bytecode index. */
export function hotspotOf(profile: Profile, id: number | undefined, of: "all" | "app"): { text: string; href: string } | null {
	const spot = id === undefined ? undefined : profile.part("places")?.[of].find((h) => h.id === id);
	return spot ? { text: spot.line ? ":" + spot.line : at(spot.bci), href: linkTo(profile, id, spot.bci) } : null;
}

/** Explains them; "": none. */
export function aboutHotspots(profile: Profile, of: "all" | "app"): string {
	const all = profile.part("places")?.[of] || [], parts = [all.some((h) => !h.line) && "bytecode index (@)", all.some((h) => h.line) && "source line (:)"].filter(Boolean);
	return parts.length ? `After a method: the place with the most samples${of === "app" ? ", library code included" : " of its own"}, by ${parts.join(" or ")}. ` : "";
}
