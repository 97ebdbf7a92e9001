// Links between the lists of a view.

import { element } from "../dom/dom";
import { routeTo } from "./route";

/** Adds links to the lists of a view, each of which has a title and a name in addresses. It returns a function that keeps the kinds of code of an address in the links. */
export function linksTo(view: string, lists: [string, string][], current: string, label: string, tools: Element): (kinds: string) => void {
	const nav = element("nav", { class: "kinds links", "aria-label": label });
	const links = lists.map(([name, title]) => {
		const link = element("a", { href: routeTo(view, name), class: "button" }, title, nav);
		if (name === current) link.setAttribute("aria-current", "page");
		return { name, link };
	});
	tools.prepend(nav);
	return (kinds) => {
		for (const { name, link } of links) link.href = routeTo(view, name, { k: kinds });
	};
}
