// Flame graphs of samples and of calls.

import { visible } from "../../text/names";
import { goTo } from "../address/fragment";
import { readRoute, Route, routeTo } from "../address/route";
import { choice, element } from "../dom/dom";
import { Flame } from "../flame/flame";
import { flameKeys } from "../flame/help";
import { Host } from "../flame/host";
import { aboutMethod } from "../methods/about";
import { nearMethod } from "../methods/near";
import { Metric } from "../profile/method";
import { Profile } from "../profile/profile";
import { Kinds } from "../view/kinds";
import { View } from "../view/view";

export class FlameTab implements View {
	readonly keys: [string, string][] = [...flameKeys, ["m", "details of the selected method"]];
	private readonly flames = new Map<Metric, { flame: Flame; element: HTMLElement }>();

	constructor(private readonly profile: Profile, private readonly kinds: Kinds, private readonly inside: HTMLElement, private readonly help: () => void) {}

	show(route: Route): string {
		this.kinds.text = route.parameters.get("k") || this.kinds.allText;
		const metrics = this.profile.metrics(), wanted = route.parameters.get("metric") || "", metric = metrics.find((m) => m === wanted) || metrics[0];
		for (const [m, { flame, element }] of this.flames) {
			flame.active = m === metric;
			element.hidden = m !== metric;
		}
		const known = this.flames.get(metric);
		if (known) known.flame.restore();
		else {
			const around = element("div", { class: "view" }, "", this.inside);
			this.flames.set(metric, { flame: new Flame(this.profile.tree(metric), around, this.host(metric)), element: around });
		}
		return wanted && wanted !== metric ? `This report has no ${visible(wanted)} flame graph; showing ${metric}.` : "";
	}

	get notes(): string[] {
		const { flame } = [...this.flames.values()].find(({ element }) => !element.hidden)!;
		return [...flame.notes, ...flame.tree.header.notes];
	}

	hide(): void {
		for (const { flame } of this.flames.values()) flame.active = false;
	}

	private host(metric: Metric): Host {
		const metrics = this.profile.metrics(), names: Record<Metric, string> = { samples: "Samples", calls: "Calls" };
		return {
			subtitle: this.profile.subtitle,
			controls: (bar) => {
				if (metrics.length < 2) return;
				const select = choice("", "What widths mean: samples are time, calls are not", metrics.map((m) => [m, names[m]]), (m) => {
					// Everything except the zoom also applies to the other one.
					const { z: _, u: __, w: ___, ...others } = Object.fromEntries(readRoute().parameters);
					const hadFocus = document.activeElement === select;
					goTo(routeTo("flame", "", { ...others, metric: m === metrics[0] ? "" : m }));
					select.value = metric;
					if (hadFocus) this.flames.get(m as Metric)?.element.querySelector("select")?.focus(); // the same options for the other picture
				}, bar);
				select.value = metric;
			},
			fragment: (parameters) => routeTo("flame", "", { metric: metric === metrics[0] ? "" : metric, ...parameters }),
			parameters: () => readRoute().parameters,
			methodPage: (name) => {
				const m = this.profile.find(name);
				return m ? routeTo("method", this.profile.nameInAddress(m)) : "";
			},
			about: (name, inside) => {
				const m = this.profile.find(name);
				if (!m) return;
				nearMethod(this.profile, m, metric, inside);
				aboutMethod(this.profile, m, inside);
			},
			narrow: (kind) => this.kinds.starts(kind),
			byKind: true,
			help: this.help,
			kindsChanged: (names) => {
				this.kinds.text = names || this.kinds.allText;
				this.kinds.choose(names || this.kinds.allText);
				this.kinds.missing.changed(this.kinds.names);
			},
			missing: (switches, say) => this.kinds.missing.offer(switches, () => this.kinds.names, say, metric),
		};
	}
}
