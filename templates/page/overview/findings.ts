// Findings worth a look, with the pages of the documentation about them.

import { at, brevity, shortened, visible, withoutHash } from "../../text/names";
import { count, share, unitCount } from "../../text/numbers";
import { breakable, button, element } from "../dom/dom";
import { aboutOtherCode, otherCode } from "../methods/misfit";
import { Profile } from "../profile/profile";
import { Finding } from "../profile/records";
import { linkTo } from "../sites/link";
import { commandOfHelp } from "./documentation";

/** Why findings may cost time, by their kinds. */
const reasons: Record<string, string> = {
	"many-types": "more types than compilers inline: each call goes through a table",
	"type-tests": "one comparison would make most of these calls direct",
	"even-branch": "about as often one way as another: hard to predict",
	loop: "the loop body runs about this often, its condition once more per exit",
	"not-inlined": "each call costs, and nothing is optimized across it",
	"tiny-calls": "the call costs more than the code that it runs",
	"force-inline": "the compiler did not inline it: make it smaller, or force it and measure",
	"library-call": "you cannot change that code, but you can change the call",
	locks: "costly even when uncontended",
	"never-counted": "treated as cold by the compiler",
};

/** Characters of a name; its tooltip has all. */
const longest = 160;

/** The number of findings shown initially. */
const some = 5;

/** Adds the findings, if there are any. */
export function showFindings(profile: Profile, inside: HTMLElement): void {
	const all = profile.part("info")!.findings;
	if (!all.length) return;
	const section = element("section", {}, "", inside);
	element("h2", {}, "Worth a look", section);
	const list = element("ul", { class: "worth" }, "", section);
	const show = (f: Finding, i: number) => showFinding(profile, f, all.slice(0, i).some((other) => bounds(other) === bounds(f)), all.slice(0, i).some((other) => isAlike(other, f)), list);
	all.slice(0, some).forEach(show);
	const note = element("p", { class: "note" }, aboutShares(profile, all), section);
	if (isSampledOnly(profile)) note.append("These are from samples alone: an image built with --pgo-instrument also records calls, branches and types, which show loops, calls that are not inlined, and hard branches. ");
	commandOfHelp("docs/worth-a-look.md", note);
	note.append(" has all limits.");
	if (all.length <= some) return;
	const more = button(`${all.length - some} more`, "Show all", () => {
		more.remove();
		all.slice(some).forEach((f, i) => show(f, some + i));
	}, section);
	list.after(more);
}

// Whether an iprof has samples but no counts.
function isSampledOnly(profile: Profile): boolean {
	const { version, sections } = profile.part("info")!;
	return version !== "" && sections.every((s) => s.metric === "samples" ? s.total : !s.total);
}

// What shares are of: Methods and Sites have other ones; and what marks mean.
function aboutShares(profile: Profile, all: Finding[]): string {
	const weights = all.flatMap(({ weight }) => weight && !weight.of_all ? [weight] : []), metrics = new Set(weights.map((w) => w.metric)), bases: Record<string, number | undefined> = {
		samples: profile.part("top.samples")?.base, calls: profile.part("top.calls")?.base, branches: profile.part("branches")?.base,
	};
	const says: string[] = [];
	if (all.some((f) => f.weight)) says.push("A share is the most that it can cost");
	if (metrics.has("samples")) says.push(`for a place in a method: the ${visible(weights.find((w) => w.metric === "samples")!.unit)} in the method's own code (self)${weights.some((w) => w.line) ? ", for a branch those of its line" : ""}`);
	if (metrics.has("branches")) says.push("of branches: its executions, of those of all conditionals");
	if (weights.some((w) => bases[w.metric] !== undefined && bases[w.metric] !== w.total)) says.push("native-image's own code is left out, which Methods and Sites count");
	return (says.length ? says.join("; ") + ". " : "") + (all.some((f) => f.methods.some((m) => m.bci !== undefined)) ? "@: bytecode index. " : "")
		+ (all.some((f) => f.methods.some((m) => profile.misfit(m.id))) ? `${otherCode}: ${aboutOtherCode}. ` : "");
}

/** Equal for findings of a method that are bounded by the same samples or counts; unique if the cost is unknown. */
function bounds(f: Finding): unknown {
	const about = f.methods.find((m) => m.role === "about");
	return about && f.weight ? `${about.id} ${f.weight.metric} ${f.weight.value} ${f.weight.total}` : f;
}

// Whether the advice about findings is the same.
const isAlike = (a: Finding, b: Finding) => a.kind === b.kind && a.methods.some((m) => m.role === "charged") === b.methods.some((m) => m.role === "charged");

// A finding that repeats shares the cost of another one: they do not add up. Advice that was given above is not printed again.
function showFinding(profile: Profile, f: Finding, repeats: boolean, advised: boolean, list: HTMLElement): void {
	const item = element("li", {}, "", list);
	if (f.weight) {
		const unit = f.weight.metric === "samples" ? visible(f.weight.unit) : f.weight.metric;
		element("b", { title: `${unitCount(f.weight.value, unit)} of ${count(f.weight.total)}${f.weight.of_all ? "" : ", native-image's own code left out"}` }, repeats ? `The same ${unit}: ` : `${share(f.weight.share)} of ${f.weight.of_all ? "all " : ""}${unit}${f.weight.line ? ` at line ${f.weight.line}` : ""}: `, item);
	}
	item.append(visible(f.title));
	const about = f.methods.find((m) => m.role === "about"), others = f.methods.filter((m) => m.role !== "about");
	if (about || f.subject) item.append(": ");
	if (about) showMethod(profile, about, item);
	else if (f.subject) item.append(visible(f.subject));
	for (const m of others) {
		item.append(m.role === "charged" ? ", mostly for " : m.role === "callee" ? ", mostly " : ", called by ");
		showMethod(profile, m, item);
	}
	item.append(" ");
	const first = advised ? "" : firstAdvice(profile, f), code = codeOf(profile, f);
	if (reasons[f.kind] && !advised) element("span", { class: "note" }, reasons[f.kind], item);
	const tried = first ? element("span", { class: "note" }, "", item) : item;
	if (first) {
		prose("Try: " + first, tried, code);
		tried.append(" ");
	}
	const open = button(first ? "More" : "What to try", "", () => {
		const shown = open.getAttribute("aria-expanded") !== "true";
		open.setAttribute("aria-expanded", String(shown));
		if (shown && !advice.firstChild) advise(profile, f, advice);
		advice.hidden = !shown;
	}, tried);
	open.className = "more";
	open.removeAttribute("title");
	open.setAttribute("aria-expanded", "false");
	open.setAttribute("aria-label", `${visible(f.title)}: ${first ? "more" : "what"} to try`);
	const advice = element("div", { class: "advice", hidden: "" }, "", item);
}

// The first thing to try. Nobody changes the code of a library: the caller can call it differently.
function firstAdvice(profile: Profile, { kind, methods }: Finding): string {
	const about = methods.find((m) => m.role === "about"), caller = methods.find((m) => m.role === "charged");
	const of = profile.kinds[profile.method(about?.id)?.kind ?? -1];
	if (about && caller && of !== "application") {
		const name = (m: { id: number; name: string }) => shortened(withoutHash(brevity(profile.method(m.id)?.name ?? visible(m.name))), longest);
		return `this is ${of === "JDK" ? "the JDK’s" : "a library’s"} code: change its call in \`${name(caller)}\`, so that it is made less often, or with less to do`;
	}
	const blocks = profile.part("advice")?.kinds.find((k) => k.kind === kind)?.blocks || [], at = blocks.findIndex(({ text }) => text === "Try:");
	return at < 0 ? "" : blocks[at + 1]?.items?.[0] || "";
}

function showMethod(profile: Profile, m: { id: number; name: string; bci?: number }, inside: HTMLElement): void {
	const known = profile.method(m.id), href = linkTo(profile, m.id, m.bci), whole = known?.name ?? visible(m.name), name = shortened(withoutHash(brevity(whole)), longest);
	breakable(name, href ? element("a", { href, title: whole }, "", inside) : element("span", { title: whole }, "", inside));
	if (profile.misfit(m.id)) element("span", { class: "caution", title: aboutOtherCode }, " " + otherCode, inside);
	if (m.bci !== undefined) inside.append(" " + at(m.bci));
}

// The place of a finding in the code that the page has; "": it has none.
function codeOf(profile: Profile, { methods }: Finding): string {
	const place = methods.find((m) => m.bci !== undefined) || methods.find((m) => m.role === "about");
	return place && profile.code(place.id) ? linkTo(profile, place.id, place.bci) : "";
}

// The section of the documentation about findings of a kind, as in the report, and its source.
function advise(profile: Profile, f: Finding, inside: HTMLElement): void {
	const code = codeOf(profile, f);
	for (const { text, items } of profile.part("advice")?.kinds.find((k) => k.kind === f.kind)?.blocks || []) {
		if (text) prose(text, element("p", {}, "", inside), code);
		if (!items) continue;
		const list = element("ul", {}, "", inside);
		for (const item of items) prose(item, element("li", {}, "", list), code);
	}
	if (!code) element("code", {}, visible(f.command), inside);
	else element("a", { href: code }, "The code, with all that was counted there", element("p", {}, "", inside));
	commandOfHelp(f.link, element("p", { class: "note" }, "", inside));
}

// Adds a text with code between backticks. Where the page has the code, a link to it stands for the command that lists it.
function prose(text: string, inside: HTMLElement, code: string): void {
	if (code) text = text.replace(/(?:with|in) `list --classpath[^`]*`/, "`here`");
	text.split("`").forEach((s, i) => {
		if (i % 2 && code && s === "here") element("a", { href: code }, s, inside);
		else if (i % 2) element("code", {}, s, inside);
		else inside.append(s);
	});
}
