// The graph of the hottest methods with their heaviest callers, as the command graph draws it.

import { at, brevity, visible } from "../../text/names";
import { brief, factor, percent, plural, unitCount } from "../../text/numbers";
import { step } from "../../text/steps";
import { boundMark } from "../profile/around";
import { Profile } from "../profile/profile";
import { WayCall, Ways } from "../profile/records";
import { Box, Diagram, keyOf, Line, Member, Opened } from "./diagram";
import { isHot } from "./drawing";
import { openBox } from "./members";
import { heaviestCaller } from "./pairs";
import { numberSize, rulerOf, shortName, shownMembers } from "./text";

/** The graph, with the lines and boxes opened that have these keys: their methods are boxes. */
export function diagramOfWays(profile: Profile, ways: Ways, keys: ReadonlySet<string>): Diagram {
	const opened: Opened[] = [];
	const boxes = ways.boxes.map((b): Box => ({ ...b, of: withCallers(profile, ways, b.of), key: keyOf(b.of[0]), focus: false, group: b.of.length > 1 ? stepOf(profile, b.of[0]) : "" }));
	const lines = ways.lines.flatMap((call) => {
		const line = lineOf(profile, ways, call);
		if (!line.key || !keys.has(line.key)) return [line];
		opened.push({ key: line.key, text: `by way of ${viaText(call)}` });
		return chainOf(line, boxes);
	});
	for (let i = boxes.length - 1; i >= 0; i--) {
		const { group, of, more } = boxes[i];
		if (!group || !keys.has(group)) continue;
		opened.unshift({ key: group, text: `${plural(of.length + more, "method")} that call each other: ${brevity(of[0].method)}, …` });
		openBox(profile, ways.metric, boxes, lines, i);
	}
	return { metric: ways.metric as Diagram["metric"], unit: ways.unit, base: ways.base, boxes, lines: oneEach(ways.metric as Diagram["metric"], lines), summary: summaryOf(ways), opened };
}

// The lines of a box of several methods end at it: nothing else says who calls the hottest of them.
function withCallers(profile: Profile, { metric }: Ways, of: Member[]): Member[] {
	return of.length > 1 ? of.map((m, i) => ({ ...m, caller: i < shownMembers && m.id !== undefined && heaviestCaller(profile, m.id, metric as Diagram["metric"]) || undefined })) : of;
}

/** Ways between two boxes that the label of their line lists if all do not fit: of hot lines, and of others, whose labels would push rows of boxes apart. */
const mostWays = 3, mostLightWays = 1;

// The lines between the same two boxes, by way of different methods, as one: they would run beside each other over the whole picture. It is
// as wide as the heaviest, as a stack may have gone several ways, and a click opens the heaviest that can be opened.
function oneEach(metric: Diagram["metric"], lines: Line[]): Line[] {
	const pairs = new Map<string, Line[]>();
	lines.forEach((line, i) => {
		const pair = line.opened || line.from === line.to ? String(i) : `${line.from} ${line.to}`, ways = pairs.get(pair);
		if (ways) ways.push(line);
		else pairs.set(pair, [line]);
	});
	return [...pairs.values()].map((ways) => {
		if (ways.length === 1) return ways[0];
		ways.sort((a, b) => (b.share ?? 0) - (a.share ?? 0));
		const [first, ...others] = ways, listed = isHot({ metric }, first) ? mostWays : ways.length === 2 ? 2 : mostLightWays;
		return {
			...first, through: ways.every((l) => l.through), key: ways.find((l) => l.key)?.key || "",
			label: [...ways.slice(0, listed).map((l) => l.label.join(" ")), ...ways.length > listed ? [`… ${ways.length - listed} more`] : []],
			about: [...first.about, ...others.flatMap((l) => [l.via.length ? `By way of ${l.via.map((m) => m.method).join(" → ")}:` : "Directly:", ...l.about])],
		};
	});
}

// The same in a report of a later profile.
function stepOf(profile: Profile, { id, method }: Member): string {
	return step({ plain: profile.method(id)?.plain ?? method, shown: method });
}

function summaryOf({ shown, base, methods, shown_methods, metric, unit }: Ways): string {
	const of = metric === "samples" ? unit : "entries";
	return `${shown_methods === methods ? plural(methods, "method") : `${shown_methods} of ${plural(methods, "method")}`} with ${percent(shown, base)} of the ${of}`;
}

function lineOf(profile: Profile, ways: Ways, call: WayCall): Line {
	const { from, to, samples, calls, inlined } = call, bySamples = samples !== null && (ways.metric === "samples" || calls === null);
	const share = bySamples ? samples / totalOf(profile, ways, "samples") : calls === null ? null : calls / totalOf(profile, ways, "calls");
	return {
		from, to, share, via: call.via, through: call.through, key: call.via.length && !call.more_via ? stepOf(profile, call.via[0]) + stepOf(profile, call.via.at(-1)!) : "", opened: "", about: aboutCall(ways, call),
		kind: bySamples ? "sampled" : !call.via.length && calls !== null && 2 * inlined < calls ? "called" : "inlined",
		label: [labelOf(share, call, bySamples, ways), call.via.length ? viaText(call) : ""].filter(Boolean),
	};
}

function labelOf(share: number | null, { calls, bound, via, bci, sites, matched_callee, matched_caller, caller_entries }: WayCall, bySamples: boolean, { metric }: Ways): string {
	if (share === null) return "";
	if (bySamples) return percent(share, 1) + (metric === "samples" ? "" : " of samples");
	// Of several sites, an entry of the caller may take some, so that a sum per entry is none of a site.
	const per = via.length || !matched_caller ? "" : ` ${factor(matched_callee / matched_caller)}${matched_caller < caller_entries ? ` (cov ${percent(matched_caller, caller_entries)})` : ""}`;
	const place = via.length ? "" : bci != null ? " " + at(bci) : sites > 1 ? ` at ${sites} sites` : "";
	return boundMark(bound as never) + brief(calls!) + place + per;
}

// Graphs of calls may have lines that only samples know, and the other way around.
const totalOf = (profile: Profile, ways: Ways, metric: "samples" | "calls") => ways.metric === metric ? ways.base : profile.part(`top.${metric}`)?.base || ways.base;

function aboutCall(ways: Ways, { samples, calls, bound, inlined, sites, via, bci }: WayCall): string[] {
	const about: string[] = [], which = via.length ? "Of the last call: " : "";
	if (samples !== null) about.push(`${unitCount(samples, ways.metric === "samples" ? ways.unit : "samples")} of stacks with ${via.length ? "all of these" : "it"}`);
	if (calls !== null) {
		const where = bci != null ? ` at ${at(bci)}` : sites > 1 ? ` at ${plural(sites, "site")}` : "";
		about.push(`${which}${boundMark(bound as never)}${unitCount(calls, "calls")}${where}, ${inlined ? `${unitCount(inlined, "entries")} of them inlined` : "none inlined"}`);
	}
	return about;
}

/** The room of the methods in the label of a line. */
const viaRoom = 180;

/** The first of the methods without a box, with its class as far as there is room, and how many more. */
export function viaText({ via, more_via }: { via: Member[]; more_via?: number }): string {
	const n = via.length - 1 + (more_via || 0), more = n ? ` +${n}` : "", ruler = rulerOf(numberSize);
	return ruler.fit(visible(shortName(via[0].method).join("")), viaRoom - ruler.measure(more)) + more;
}

// A line as one for each call, with a box for each method: the numbers are those of the last call.
function chainOf(line: Line, boxes: Box[]): Line[] {
	const places = line.via.map((m) => boxes.push({ key: keyOf(m), of: [m], more: 0, self: m.self, total: m.total, focus: false, group: "" }) - 1);
	const stops = [line.from, ...places, line.to], counted = places.length;
	return stops.slice(1).map((to, i): Line => ({
		...line, from: stops[i], to, via: [], key: "", opened: line.key, share: i === counted ? line.share : null, label: i === counted ? line.label.slice(0, -1) : [], about: i === counted ? line.about.map((s) => s.replace("Of the last call: ", "")) : [],
	}));
}
