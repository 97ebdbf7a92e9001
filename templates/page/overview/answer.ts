// The first sentence of a report: which method is hot, at which line, and which method it calls there.

import { at, brevity, shortened, visible, withoutHash } from "../../text/names";
import { count, percent, plural, timeOf, unitCount, unitOf } from "../../text/numbers";
import { breakable, element } from "../dom/dom";
import { NamesInSentence } from "../dom/sentence";
import { Profile, rowsOf } from "../profile/profile";
import { Hotspot, Info } from "../profile/records";
import { linkTo } from "../sites/link";

/** Characters of a name; its tooltip has all. */
const longest = 90;

/** A method and its value: samples or entries. */
export interface Hottest {
	id: number | undefined;
	name: string;
	value: number;
	/** What shares are relative to. */
	of: number;
	/** Whether samples of library code count for the application methods that call it, or only a method's own. */
	by: "app" | "all";
}

/** The method with the most samples: of the application, or of all if none is in the application; null: there are no samples. */
export function hottestOf(profile: Profile, info: Info): Hottest | null {
	const samples = profile.part("top.samples"), app = info.application.metrics.find((m) => m.metric === "samples"), [top] = app?.top.rows || [];
	if (top && app) return { ...top, of: app.base, by: "app" };
	const [row] = rowsOf(samples);
	return samples && row ? { id: row.id, name: "", value: row.self, of: samples.base, by: "all" } : null;
}

/** The place of the hottest method with the most samples; null: unknown. */
export const spotOf = (profile: Profile, { id, by }: Hottest): Hotspot | null => profile.part("places")?.[by].find((h) => h.id === id) || null;

/** Shows the sentence, or says why there is none. */
export function showAnswer(profile: Profile, info: Info, inside: Element): void {
	const heading = element("h2", { class: "answer" }, "", inside), kinds = new Set(profile.part("check")?.files[0]?.findings.map((f) => f.kind));
	const names = new NamesInSentence(longest), say = (text: string) => heading.append(text), name = (id: number | undefined, name: string) => {
		const m = profile.method(id), href = linkTo(profile, id);
		names.add(m?.signature ?? visible(name), href ? element("a", { href, title: m!.name }, "", heading) : element("span", {}, "", heading));
	};
	// A link to where it is in the code of its method, if the page shows that.
	const place = (id: number | undefined, { bci, line }: { bci: number; line?: number }) => {
		const text = line ? `line ${line}` : at(bci);
		say(line ? " on " : " at ");
		if (id !== undefined && profile.showsPlace(id, bci)) element("a", { href: linkTo(profile, id, bci), class: "spot" }, text, heading);
		else say(text);
	};
	const hottest = hottestOf(profile, info), calls = mostCalled(profile, info);
	if (kinds.has("stripped")) say("This profile has no names: its methods are numbers. ");
	if (hottest) {
		const { unit } = profile.part("top.samples")!, few = kinds.has("few-samples"), amount = (n: number) => element("b", {}, few ? unitCount(n, visible(unit)) : percent(n, hottest.of), heading);
		if (few) say(`Only ${unitCount(hottest.of, visible(unit))}: too few to rank methods. `);
		const spot = spotOf(profile, hottest), callees = calleesAt(profile, hottest, spot), through = few ? null : wrapped(profile, hottest, spot, callees);
		const ways = few || hottest.value >= outstanding * hottest.of ? [] : waysOf(profile);
		ways.forEach(({ name: way, value }, i) => {
			say(!i ? "" : i < ways.length - 1 ? ", " : " and ");
			amount(value);
			say(i ? " below " : ` of the ${visible(unit)} are below `);
			name(profile.find(way)?.id, way);
		});
		if (ways.length) say(". No method stands out: ");
		amount(through ? spot!.self : hottest.value);
		const time = timeOf(unit);
		say(few ? ` ${hottest.value === 1 ? "is" : "are"} in ` : ways.length ? " are in " : time === null ? ` of the ${visible(unit)} are in ` : ` of the ${visible(time)} is in `);
		name(through ? callees[0] : hottest.id, hottest.name);
		if (hottest.by === "all") say("’s own code");
		const widely = !through && spot && calledWidely(profile, hottest, spot);
		if (through) {
			say(", called by ");
			name(hottest.id, hottest.name);
			place(hottest.id, spot!);
			if (through.id !== callees[0]) {
				say("; ");
				amount(through.self);
				say(" of all are in ");
				name(through.id, "");
				say(" itself");
			}
		} else if (widely) {
			say(", ");
			amount(widely.samples);
			say(` in ${count(widely.sites)} calls of `);
			name(widely.id, "");
		}
		if (spot && !through) {
			say(", ");
			amount(spot.self);
			place(hottest.id, spot);
		}
		if (!through) callees.forEach((id, i) => {
			say(i ? " and " : spot ? ", which calls " : ", which mostly calls ");
			name(id, "");
		});
		say(".");
		addCaller(profile, hottest.id, element("p", { class: "note shares" }, aboutShares(profile, hottest, spot, few, through ? withoutHash(brevity(profile.method(hottest.id)!.name)) : "the method"), inside));
	} else if (calls) {
		const { tied } = calls, named = tied.slice(0, mostTied), more = tied.length - named.length;
		element("b", {}, percent(calls.value, calls.of), heading);
		say(` of the method entries ${tied.length ? "each " : ""}are of `);
		[calls, ...named].forEach((m, i) => {
			say(i ? i === named.length && !more ? " and " : ", " : "");
			name(m.id, m.name);
		});
		if (more) say(` and ${plural(more, "other method")}`);
		if (calls.application) {
			say(", ");
			element("b", {}, percent(calls.application.value, calls.of), heading);
			say(" of ");
			name(calls.application.id, calls.application.name);
			say(", the application’s most called");
		}
		const alone = !tied.length && !calls.application, from = alone ? mostlyFrom(profile, calls.id) : null, recursive = alone && callsItself(profile, calls.id);
		if (recursive) say(", which calls itself");
		if (from) {
			say((recursive ? " and is" : ",") + (from.calls >= calls.value ? " called by " : " called mostly by "));
			name(from.caller, "");
			place(from.caller, from);
		}
		say(".");
		addCaller(profile, tied.length || from ? undefined : calls.id, element("p", { class: "note" }, "Entries are not time, and this profile has no samples: nothing here shows where time is spent." + (kinds.has("stripped") ? "" : withoutClasses(profile)), inside));
	} else if (kinds.has("empty") || !info.sections.some((s) => s.total !== 0 && s.present)) say("This profile is empty: there is nothing to show.");
	else say(`This profile has neither samples nor method entries. It has ${info.sections.filter((s) => s.total !== 0 && s.present).map((s) => unitOf(2, s.unit)).join(", ")}.`);
}

/** A method with this share of the samples stands out. */
const outstanding = 0.1;
/** Where no frame has this share of the samples, the way forks; so many callees with this share are named. */
const onTheWay = 2 / 3, mostWays = 3, leastWay = 0.05;

// Where the heaviest way from the roots forks: the callees of the last frame with so many of the samples.
function waysOf(profile: Profile): { name: string; value: number }[] {
	const { end, total, frame, frames, header } = profile.tree("samples"), callees = (of: number) => {
		const all: number[] = [];
		for (let i = of + 1; i < end[of]; i = end[i]) all.push(i);
		return all.sort((a, b) => total[b] - total[a]);
	};
	let at = 0;
	for (let next = callees(0); next.length && total[next[0]] >= onTheWay * header.whole; next = callees(at)) at = next[0];
	const ways = callees(at).slice(0, mostWays).filter((i) => total[i] >= leastWay * header.whole);
	return at && ways.length > 1 ? ways.map((i) => ({ name: frames.names[frame[i]], value: total[i] })) : [];
}

/** Own samples of a method, as a share of those with library code, below which it only calls others; what one place must have of these. */
const wrapperOwn = 0.01, wrapperPlace = 0.9;

// The method in whose own code the time is, if the hottest method of the application only leads to a library method; null: it does more. Nearly
// all samples are below that, so the hottest of all methods is, too.
function wrapped(profile: Profile, { id, value, of, by }: Hottest, spot: Hotspot | null, callees: number[]): { id: number; self: number } | null {
	const samples = profile.method(id)?.samples, [top] = rowsOf(profile.part("top.samples"));
	if (by === "all" || !spot || callees.length !== 1 || !samples || !top || value < wrapperPlace * of) return null;
	return samples.self < wrapperOwn * value && spot.self >= wrapperPlace * value ? top : null;
}

// What the shares of the sentence are of, and the other shares of the method, which pictures and tables have.
function aboutShares(profile: Profile, { id, value, of, by }: Hottest, spot: Hotspot | null, few: boolean, method: string): string {
	const { unit, base } = profile.part("top.samples")!, samples = profile.method(id)?.samples, amount = (n: number) => few ? count(n) : percent(n, of);
	const parts: string[] = [], all = by === "app" && samples?.total === value, own = all && samples.self === value && of === base;
	if (own) parts.push(`${amount(value)} in ${method}, all in its own code (self and total)`);
	else if (by === "app") parts.push(`${amount(value)} in ${method} and the library code it calls${all ? ", and as many with everything it calls (total)" : ""}`);
	if (samples && of === base && !own) {
		parts.push(`${amount(samples.self)} in its own code (self)`);
		if (!all) parts.push(`${amount(samples.total)} with ${by === "app" ? "the application methods it calls as well" : "everything it calls"} (total)`);
	}
	const shares = parts.length ? `Of ${of === base ? "all" : "the"} ${unitCount(of, visible(unit))}: ${parts.join(", ")}.` : "";
	return shares + (spot && !spot.line ? ` ${at(spot.bci)}: bytecode index${whyNoLine(profile, id)}.` : "");
}

// Why a place has no source line, and how to get it.
function whyNoLine(profile: Profile, id: number | undefined): string {
	const m = profile.method(id), misfit = id === undefined ? null : profile.misfit(id);
	if (!m || !profile.part("info")!.version) return "";
	if (misfit) return misfit.verdict === "gone" ? "; the method is gone from the classes given" : "; the class file is of another version";
	if (profile.part("code")?.methods.some((c) => profile.method(c.id)?.kind === m.kind)) return "";
	return `; for source lines, make the report with ${profile.kinds[m.kind] === "JDK" ? "--jdk $JAVA_HOME" : "--classpath app.jar --source-path src"}`;
}

/** Known calls of a caller, as a share of the method's entries, from which on it is named. */
const leastCaller = 0.1;

// Says which other method calls a method most: in samples, or in known calls where there are none.
function addCaller(profile: Profile, id: number | undefined, inside: Element): void {
	if (id === undefined) return;
	const sums = new Map<number, [samples: number, calls: number]>();
	for (const { caller, samples, counted } of profile.around(id).callers) {
		if (caller.id === undefined || caller.id === id) continue;
		const [s, c] = sums.get(caller.id) || [0, 0];
		sums.set(caller.id, [s + (samples || 0), c + (counted?.calls || 0)]);
	}
	const [first] = [...sums].filter(([of, [s, c]]) => (s || c) && profile.method(of) && !profile.isState(profile.method(of)!)).sort(([, [s1, c1]], [, [s2, c2]]) => s2 - s1 || c2 - c1);
	if (!first) return;
	const entries = profile.method(id)?.calls?.entries ?? 0, [of, [samples, calls]] = first;
	if (!samples && calls < leastCaller * entries) return; // most are unknown, or its own
	const m = profile.method(of)!;
	inside.append(" Heaviest caller: ");
	breakable(shortened(withoutHash(brevity(m.name)), longest), element("a", { href: linkTo(profile, m.id), title: m.name }, "", inside));
	inside.append(".");
}

/** The known calls at a place, as a share of the method's entries, from which on the sentence names the place. */
const leastPlace = 0.5;

// The place that a method is mostly called from, in another method; null: unknown, or there are several.
function mostlyFrom(profile: Profile, id: number | undefined): { caller: number; bci: number; line?: number; calls: number } | null {
	if (id === undefined) return null;
	const entries = profile.method(id)?.calls?.entries || Infinity;
	for (const { caller, bci, line, counted } of profile.around(id).callers) {
		const calls = counted?.bound === "at_most" ? 0 : counted?.calls ?? 0;
		if (caller.id === undefined || caller.id === id || bci === undefined || bci < 0 || calls <= leastPlace * entries) continue;
		const m = profile.method(caller.id);
		if (m && !profile.isState(m)) return { caller: m.id, bci, line, calls };
	}
	return null;
}

// Whether known calls of a method to itself are a share of its entries.
function callsItself(profile: Profile, id: number | undefined): boolean {
	if (id === undefined) return false;
	const own = profile.around(id).callers.reduce((sum, { caller, counted }) => sum + (caller.id === id && counted?.bound !== "at_most" ? counted?.calls ?? 0 : 0), 0);
	return own >= leastCaller * (profile.method(id)?.calls?.entries || Infinity);
}

// What the report would have with class files.
const withoutClasses = (profile: Profile) => profile.part("info")!.version && !profile.has("code") ? " With class files (--classpath app.jar), it has source lines and more callers." : "";

interface Called {
	id?: number;
	name: string;
	value: number;
}

/** Methods with as many entries as the first that the sentence names. */
const mostTied = 1;

/** An application whose methods have a lower share of all entries each is not the answer. */
const leastCalled = 0.01;

// The application's most entered method, or that of all, beside the application's if that has hardly any entry; null: none was counted.
function mostCalled(profile: Profile, info: Info): Called & { of: number; application?: Called; tied: Called[] } | null {
	const app = info.application.metrics.find((m) => m.metric === "calls"), [top] = app?.top.rows || [], calls = profile.part("top.calls");
	const row = rowsOf(calls).find((r) => r.entries);
	if (top && app && (!row || top.value >= leastCalled * app.base)) return { ...top, of: app.base, tied: app.top.rows.slice(1).filter((r) => r.value === top.value) };
	return row ? { tied: [], id: row.id, name: "", value: row.entries!, of: row.entries! / (row.entries_share || 1), application: app?.top.rows[1]?.value === top?.value ? undefined : top } : null;
}

/** The library method whose calls at several places have more samples together than the hottest place; null: none has. */
function calledWidely(profile: Profile, { id, value, by }: Hottest, spot: Hotspot): { id: number; samples: number; sites: number } | null {
	if (id === undefined || by === "all") return null;
	const sums = new Map<number, { id: number; samples: number; sites: number }>(), application = profile.kinds.indexOf("application");
	for (const { callee, samples } of profile.around(id).callees) {
		const m = profile.method(callee.id);
		if (!samples || !m || m.kind === application) continue;
		const of = sums.get(m.id) || { id: m.id, samples: 0, sites: 0 };
		sums.set(m.id, { id: m.id, samples: Math.min(value, of.samples + samples), sites: of.sites + 1 });
	}
	const [first] = [...sums.values()].sort((a, b) => b.samples - a.samples);
	return first && first.sites > 1 && first.samples > spot.self ? first : null;
}

/** Callees that the sentence names. */
const mostCallees = 2;

// The method, or the two, that half of the samples at a place are in or below, if they are not the application's: those of the application
// have a line of their own. Without a place: in all calls of the method.
function calleesAt(profile: Profile, { id, value, by }: Hottest, spot: Hotspot | null): number[] {
	if (id === undefined || by === "all") return [];
	const sums = new Map<number, number>(), application = profile.kinds.indexOf("application");
	for (const { bci, line, callee, samples } of profile.around(id).callees) {
		const here = !spot || (spot.line && line ? line === spot.line : bci === spot.bci), m = profile.method(callee.id);
		if (here && samples && m && m.kind !== application) sums.set(m.id, (sums.get(m.id) || 0) + samples);
	}
	const named: number[] = [];
	let sum = 0;
	for (const [callee, samples] of [...sums].sort(([, a], [, b]) => b - a).slice(0, mostCallees)) {
		named.push(callee);
		if (2 * (sum += samples) >= (spot?.self ?? value)) return named;
	}
	return [];
}
