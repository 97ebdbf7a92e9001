// The callers and callees of a method in a few lines, for the panel beside a picture.

import { visible, withoutHash } from "../../text/names";
import { count, percent, unitCount } from "../../text/numbers";
import { breakable, button, element } from "../dom/dom";
import { boundMark, Call } from "../profile/around";
import { Method, Metric } from "../profile/method";
import { Profile } from "../profile/profile";
import { linkTo } from "../sites/link";

/** Of callers, and of callees. */
const most = 4, few = 3;

interface Near {
	id?: number;
	name: string;
	value: number;
	mark: string;
}

/** Says in one line which methods call a method most, with a link to the tables of all: those are below its code. */
export function callersInShort(profile: Profile, m: Method, inside: Element, toTables: () => void): void {
	const metric = m.samples ? "samples" : "calls", { callers, callees } = profile.around(m.id), all = merged(profile, callers, "caller", metric), line = element("p", { class: "note called" }, all.length ? "Called by " : "", inside);
	all.slice(0, few).forEach(({ id, name, value, mark }, i) => {
		if (i) line.append(", ");
		const href = linkTo(profile, id);
		if (href) breakable(withoutHash(name), element("a", { href, title: name }, "", line));
		else line.append(withoutHash(name));
		line.append(` (${mark}${unitCount(value, metric === "samples" ? visible(profile.part("top.samples")!.unit) : "calls")})`);
	});
	if (all.length > few) line.append(` and ${all.length - few} more`);
	if (all.length) line.append(". ");
	if (callers.length + callees.length) button("Callers and callees ↓", "", toTables, line).removeAttribute("title");
	else line.remove();
}

/** Adds those with the most samples, or calls. Shares are of the method's samples or entries. */
export function nearMethod(profile: Profile, m: Method, metric: Metric, inside: Element): void {
	const { callers, callees } = profile.around(m.id), whole = metric === "samples" ? m.samples?.total : m.calls?.entries, list = element("dl", { class: "about" }, "", inside);
	for (const [title, all] of [["Callers", merged(profile, callers, "caller", metric)], ["Callees", merged(profile, callees, "callee", metric)]] as const) {
		if (!all.length) continue;
		element("dt", {}, title, list);
		const cell = element("dd", {}, "", list);
		for (const { id, name, value, mark } of all.slice(0, most)) {
			const row = element("div", {}, "", cell), href = linkTo(profile, id);
			if (href) breakable(withoutHash(name), element("a", { href }, "", row));
			else row.append(withoutHash(name));
			row.append(` ${mark}${count(value)}`);
			// Calls of callees are not entries of the method.
			if (whole && (metric === "samples" || title === "Callers")) row.append(`, ${mark}${percent(Math.min(value, whole), whole)}`);
		}
		if (all.length > most) element("div", {}, `… ${all.length - most} more`, cell);
	}
	if (!list.firstChild) list.remove();
}

// Sites with one method are added up.
function merged(profile: Profile, calls: Call[], side: "caller" | "callee", metric: Metric): Near[] {
	const byName = new Map<string, Near>();
	for (const c of calls) {
		const of = c[side], value = (metric === "samples" ? c.samples : c.counted?.calls) ?? 0, mark = metric === "samples" ? "" : boundMark(c.counted?.bound);
		if (!value) continue;
		const name = profile.method(of.id)?.name ?? visible(of.name ?? ""), key = of.id === undefined ? name : String(of.id), near = byName.get(key);
		if (!near) byName.set(key, { id: of.id, name, value, mark });
		else {
			near.value += value;
			if (mark) near.mark = near.mark && near.mark !== mark ? "about " : mark; // bounds of both kinds
		}
	}
	return [...byName.values()].sort((a, b) => b.value - a.value);
}
