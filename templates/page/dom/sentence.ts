// Names of methods in a sentence or a short list: classes and methods, with parameters only where two of them would be the same.

import { parametersOf } from "../../text/alike";
import { brevity, shortened, withoutHash } from "../../text/names";
import { breakable } from "./dom";

export class NamesInSentence {
	/** By the name without parameters: where each method of it is. */
	private readonly shown = new Map<string, { whole: string; inside: Element }[]>();

	/** Names longer than that many characters lose their middle. */
	constructor(private readonly longest: number) {}

	/** Shows a method, given with its packages and, if there are others of its name, its parameters, in an element of its own. */
	add(whole: string, inside: Element): void {
		const short = brevity(whole), all = this.shown.get(short) || [];
		this.shown.set(short, all);
		all.push({ whole, inside });
		const differ = all.some((n) => n.whole !== whole);
		for (const n of differ ? all : all.slice(-1)) {
			n.inside.replaceChildren();
			breakable(shortened(withoutHash(short + (differ ? parametersOf(n.whole) : "")), this.longest), n.inside);
		}
	}
}
