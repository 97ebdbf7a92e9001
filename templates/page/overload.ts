// Names of methods in tables, where parameters tell overloads apart.

import { Ruler } from "./labels";
import { brevity } from "./names";

/** A name in some pixels, "" if none fits. It keeps parameters, with the classes of their types alone, where there is room for class and method, too. */
export function fitOverload(ruler: Ruler, name: string, room: number): string {
	const [, plain, parameters = ""] = /^([^(]*[^(.])(\(.*\))$/.exec(name) || [];
	if (!plain || ruler.measure(name) <= room) return ruler.fit(name, room);
	const some = parameters.replace(/[\w$]+\./g, ""), left = room - ruler.measure(some);
	return ruler.measure(brevity(plain)) <= left ? ruler.fit(plain, left) + some : ruler.fit(name, room);
}
