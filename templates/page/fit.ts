// How the profile compares with the program's classes and with samples of production: what check says.

import { element } from "./dom";
import { visible } from "./names";
import { count, percent, plural, share } from "./numbers";
import { Profile } from "./profile";
import { Checked } from "./records";
import { Cell, Head, smallTable } from "./smalltable";

/** Rows of the lists. */
const some = 5;

/** Shows it, if the report has it. */
export function showChecks(profile: Profile, inside: Element): void {
	const checked = profile.part("check")?.files[0];
	if (!checked) return;
	if (checked.fit) fit(checked.fit, checked, inside);
	if (checked.coverage) coverage(checked.coverage, inside);
	if (checked.production) production(checked.production, inside);
}

function fit(f: NonNullable<Checked["fit"]>, checked: Checked, inside: Element): void {
	const section = element("section", {}, "", inside), list = element("ul", { class: "doubts" }, "", section);
	list.before(element("h2", {}, "Fit to the code"));
	for (const [label, sum] of [["program", f.program], ["JDK", f.jdk]] as const) {
		const parts = [sum.fits, sum.changed, sum.gone], all = parts.reduce((n, p) => n + p.count, 0), words = ["fit", "in changed code", "gone"];
		if (!parts.some((p) => p.methods)) continue;
		element("li", {}, `Of ${count(all)} ${f.unit} in the ${label}'s methods ` + parts.flatMap((p, i) => p.methods || !i ? [`${percent(p.count, all)} ${words[i]} (${plural(p.methods, "method")})`] : []).join(", ") + ".", list);
	}
	const left = f.not_judged.reduce((n, p) => n + p.count, 0);
	if (left) element("li", {}, `Not judged, ${percent(left, f.total)} of all ${count(f.total)}: ${f.not_judged.map((p) => `${percent(p.count, f.total)} ${visible(p.reason)}`).join("; ")}.`, list);
	for (const x of checked.findings) {
		const item = element("li", { class: x.severity === "error" ? "problem" : x.severity === "warning" ? "caution" : "note" }, visible(x.text), list);
		if (x.hint) element("span", { class: "note" }, visible(x.hint), item);
	}
}

function coverage(c: NonNullable<Checked["coverage"]>, inside: Element): void {
	const section = element("section", {}, "", inside), { packages, methods } = c.sections;
	element("h2", {}, "Coverage", section);
	element("p", {}, capital(c.title), section);
	// Of one package the title says all.
	if (packages && (packages.rows.length > 1 || packages.rest)) {
		const rows = packages.rows.slice(0, some), sampled = rows[0].sampled !== undefined;
		const heads: Head[] = sampled ? ["Package", { text: "On stacks", about: "methods on sampled stacks: at least these ran" }, "Methods"]
			: ["Package", { text: "Entered", about: "methods with entries" }, "Methods", { text: "%", about: "methods with entries, as a share of all methods" }, { text: "Bytes not entered", about: "bytecode of the methods without entries" }];
		smallTable(section, capital(packages.title.replace(/, [\d,]+ of [\d,]+$/, "")), heads, rows.map((r): Cell[] => [visible(r.package), ...sampled ? [count(r.sampled!), count(r.methods)]
			: [count(r.entered!), count(r.methods), share(r.entered_share ?? null), count(r.bytes - r.entered_bytes!)]]), rows.map((r) => sampled ? r.sampled! / r.methods : r.entered_share ?? null));
	}
	if (methods?.rows.length) smallTable(section, "The largest methods without entries", ["Method", "Bytes"], methods.rows.slice(0, some).map((r) => [visible(r.method), count(r.bytes)]));
	for (const note of [...c.doubts, ...c.notes]) element("p", { class: "note" }, visible(note), section);
}

function production(p: NonNullable<Checked["production"]>, inside: Element): void {
	const section = element("section", {}, "", inside), cold = p.rows.filter((r) => r.training !== "entered");
	element("h2", {}, "Production", section);
	element("p", {}, capital(p.title), section);
	if (cold.length) {
		smallTable(section, "Hot in production, without entries", ["Method", "Self", "Total", "In training"], cold.slice(0, some).map((r) => [visible(r.method), share(r.self_share), share(r.total_share), r.training]),
			cold.map((r) => r.self_share));
	}
	for (const note of [...p.doubts, ...p.notes]) element("p", { class: "note" }, visible(note), section);
}

// Titles begin with the name of the table.
const capital = (title: string) => {
	const text = visible(title.replace(/^(coverage|production): /, ""));
	return text.slice(0, 1).toUpperCase() + text.slice(1);
};
