// Code that a profile has and its report lacks: the profiler's, which counts itself. It can be most of all calls, and every share
// in the report would then be relative to it. A page from a server is reloaded with it; for a file, the switch says how to write
// one that has it.

import { percent } from "../../text/numbers";
import { fragment, setFragment } from "../address/fragment";
import { readRoute, routeTo } from "../address/route";
import { button } from "../dom/dom";
import { Metric } from "../profile/method";
import { Profile } from "../profile/profile";

const profiler = "profiler";

export class Missing {
	constructor(private readonly profile: Profile) {}

	/** Adds a switch, if there is such code, in any or in a given metric. It must be pressed to show only these kinds. */
	offer(inside: Element, shown: () => string[], say: (text: string) => void, metric?: Metric): void {
		const { profile } = this, kind = profile.kinds.indexOf(profiler), view = (profile.part("top.calls") || profile.part("top.samples"))?.view;
		const rows = profile.part("info")!.code.filter((c) => c.profiler > 0 && (!metric || c.metric === metric)), row = rows.find((c) => c.metric === "calls") || rows[0];
		if (view !== "expert" || kind < 0 || !row) return;
		const part = `${percent(Number(row.profiler), row.total)} of all ${row.metric}`;
		const text = profile.served ? `The profiler's own code, ${part}: load the page with it` : `The profiler's own code, ${part}, is not in this report: one that report --view machine writes has it`;
		const b = button(profiler, text, () => {
			if (!profile.served) return say(text);
			const { view, name, parameters } = readRoute();
			setFragment(routeTo(view, name, { ...Object.fromEntries(parameters), k: [...shown(), profiler].join(",") }), false);
			load("machine");
		}, inside);
		if (!metric) b.dataset.kind = String(kind); // its color
		b.setAttribute("aria-pressed", "false");
		if (!profile.served) b.setAttribute("aria-disabled", "true");
	}

	/** The visible kinds have changed: a page from a server drops the code again. */
	changed(shown: string[]): void {
		if (!this.profile.served || new URLSearchParams(location.search).get("view") !== "machine" || shown.includes(profiler)) return;
		setTimeout(() => load("")); // when the address has the change
	}
}

function load(view: string): void {
	const all = new URLSearchParams(location.search);
	if (view) all.set("view", view);
	else all.delete("view");
	location.assign(location.pathname + (String(all) && "?" + all) + fragment());
}
