// Names of methods in tables, where parameters distinguish overloads, and hashes distinguish lambdas.

import { Ruler } from "./labels";
import { brevity } from "./names";

/** A name shortened to a width in pixels, "" if nothing fits. It keeps parameters, with only the classes of their types, if class and method fit as well. */
export function fitOverload(ruler: Ruler, name: string, room: number): string {
	const [, plain, parameters = ""] = /^([^(]*[^(.])(\(.*\))$/.exec(name) || [];
	if (!plain || ruler.measure(name) <= room) return fitLambda(ruler, name, room);
	const some = parameters.replace(/[\w$]+\./g, ""), left = room - ruler.measure(some);
	return ruler.measure(brevity(plain)) <= left ? ruler.fit(plain, left) + some : fitLambda(ruler, name, room);
}

// Lambdas of a class keep at least the beginning of their hash: Stream…$$7f96….test.
function fitLambda(ruler: Ruler, name: string, room: number): string {
	const text = ruler.fit(name, room), [, outer, hash, method] = /([^.]+)\$\$Lambda\$([0-9a-f]{4})[0-9a-f]{12,}(\.[^.(]+)/.exec(name) || [];
	if (!hash || text.includes("$" + hash)) return text;
	const end = `$$${hash}…${method}`, start = ruler.cut(outer, room - ruler.measure(end));
	return start ? start + end : text;
}
