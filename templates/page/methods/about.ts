// A method in a few lines, for the panel beside a picture.

import { patternOfName } from "../../pattern/matcher";
import { at, visible } from "../../text/names";
import { brief, count, plural, range, share, unitCount } from "../../text/numbers";
import { routeTo } from "../address/route";
import { breakable, element } from "../dom/dom";
import { entriesOf, inlinedOf } from "../profile/entries";
import { Method } from "../profile/method";
import { Profile, rowsOf } from "../profile/profile";
import { BranchRow, TypeRow } from "../profile/records";
import { unitsOf } from "../profile/unitsof";
import { linkTo } from "../sites/link";
import { goesTo, typesOf } from "../sites/sites";
import { runsOf } from "./runs";

/** For each kind of fact. */
const most = 3;

/** Adds its entries, the units it is inlined into, its branches and its receivers, as far as the profile has them. */
export function aboutMethod(profile: Profile, m: Method, inside: Element): void {
	const list = element("dl", { class: "about" }, "", inside);
	const add = (term: string) => {
		element("dt", {}, term, list);
		return element("dd", {}, "", list);
	};
	const { samples, calls } = m;
	if (samples?.total_interval) add("Samples").textContent = `${count(samples.total)} with the method on the stack, ${share(samples.total_share)}, 95%: ${range(samples.total_interval)}`;
	if (calls) {
		add("Entries").textContent = `${entriesOf(calls, "n/a")}: ${calls.root_calls === null ? "n/a" : count(calls.root_calls)} as compilation root, ${inlinedOf(calls, "n/a")} inlined`;
	}
	const units = unitsOf(profile, m).map((u) => ({ root: u.unit.instances[0], copies: u.copies })).filter((u) => u.copies);
	if (units.length) {
		const cell = add("Inlined");
		cell.append(`${plural(units.reduce((sum, u) => sum + u.copies, 0), "copy")} into ${plural(units.length, "unit")}: `);
		units.slice(0, most).forEach((u, i) => {
			if (i) cell.append(", ");
			const root = profile.method(u.root.id);
			if (root) breakable(root.name, element("a", { href: routeTo("units", "", { m: profile.nameInAddress(m), u: profile.nameInAddress(root) }) }, "", cell));
			else cell.append(visible(u.root.method));
		});
		if (units.length > most) cell.append(" …");
	}
	if (m.copies != null) {
		const cell = add("Optimized image");
		if (m.copies) element("a", { href: routeTo("optimized", "", { m: profile.nameInAddress(m) }) }, plural(m.copies, "copy"), cell);
		else cell.textContent = "not compiled";
	}
	const sites = <R extends { id: number; executions: number; saturated?: boolean }>(term: string, view: string, rows: R[], text: (r: R) => string) => {
		const mine = rows.filter((r) => r.id === m.id).sort((a, b) => b.executions - a.executions);
		if (!mine.length) return;
		const cell = add(term);
		for (const r of mine.slice(0, most)) element("div", {}, `${text(r)} (${r.saturated ? "≥ " : ""}${brief(r.executions)})`, cell);
		if (mine.length > most) element("a", { href: routeTo("sites", view, { s: patternOfName(m.plain), k: profile.kinds[m.kind] }) }, `all ${mine.length}`, cell);
	};
	sites<BranchRow>("Branches", "branches", rowsOf(profile.part("branches")), (r) => `${at(r.bci)} ${goesTo(r)}`);
	sites<TypeRow>("Receivers", "receivers", rowsOf(profile.part("receivers")), (r) => `${at(r.bci)} ${r.kind}: ${typesOf({ ...r, types: r.types.slice(0, most) })}`);
	lines(profile, m, add);
	if (!list.firstChild) list.remove();
}

// The hottest lines, if the report has the code: by samples, then by executions.
function lines(profile: Profile, m: Method, add: (term: string) => Element): void {
	const lines = new Map((profile.code(m.id)?.lines || []).map((l) => [l.line, l])); // in the order of the bytecode, a line may come several times
	const all = [...lines.values()].filter((l) => l.line && l.runs && (l.runs.count || l.runs.total)).sort((a, b) => b.runs!.total - a.runs!.total || b.runs!.count! - a.runs!.count!);
	if (!all.length) return;
	const cell = add("Lines"), source = profile.source(profile.code(m.id));
	for (const l of all.slice(0, most)) {
		const { total } = l.runs!, row = element("div", {}, "", cell), bci = l.rows.find((r) => r.bci >= 0)?.bci;
		element("a", { href: linkTo(profile, m.id, bci) }, String(l.line), row);
		row.append(` ${source?.line(l.line)?.trim() || ""} (${[runsOf(l.runs!) + " runs", ...total ? [unitCount(total, "samples")] : []].join(", ")})`);
	}
}
