// The most frequent calls that the optimized image still makes, from the log of its compiler.

import { at, visible } from "../../text/names";
import { count, plural } from "../../text/numbers";
import { routeTo } from "../address/route";
import { element } from "../dom/dom";
import { boundMark } from "../profile/around";
import { Profile, rowsOf } from "../profile/profile";
import { linkTo } from "../sites/link";

const most = 4;

/** Shows them, if the report has a log; kinds: all kinds of code, as in addresses. */
export function showLeft(profile: Profile, kinds: string, inside: Element): void {
	const part = profile.part("calls");
	if (!part?.log) return;
	const left = rowsOf(part).filter((r) => r.left && r.calls).sort((a, b) => b.calls! - a.calls!), section = element("section", { class: "left" }, "", inside);
	element("h2", {}, "Calls left in the optimized image", section);
	if (!left.length) {
		element("p", {}, "The log of the compiler has no call of these methods that is left.", section);
		return;
	}
	const list = element("ul", {}, "", section);
	for (const r of left.slice(0, most)) {
		const item = element("li", {}, "", list), named = (id: number | undefined, name: string, bci?: number) => {
			const href = linkTo(profile, id, bci), text = profile.method(id)?.name ?? visible(name);
			if (href) element("a", { href }, text, item);
			else item.append(text);
		};
		element("b", {}, `${boundMark(r.bound)}${count(r.calls!)} calls: `, item);
		named(r.target_id, r.target);
		item.append(" from ");
		named(r.id, r.caller, r.bci);
		item.append(` ${at(r.bci, r.line)}`);
		element("div", { class: "note" }, [r.optimized, r.reason ? `compiler: ${r.reason}` : ""].filter(Boolean).map((s) => visible(s!)).join("; "), item);
	}
	element("a", { href: routeTo("sites", "calls", { only: "left", o: "-calls", k: kinds }) }, `All ${plural(left.length, "call")}`, element("p", { class: "note" }, "", section));
}
