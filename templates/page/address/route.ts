// Addresses of views: #/view/name?parameters. Names, not numbers, so that they mean the same in a newer report.

import { fragment } from "./fragment";

export interface Route {
	view: string;
	/** For a method; "" for none. */
	name: string;
	parameters: URLSearchParams;
}

/** The route of a fragment; #view is one as well. */
export function readRoute(hash = fragment()): Route {
	const [, view = "", name = "", parameters = ""] = /^#\/?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/s.exec(hash) || [];
	return { view, name: decode(name), parameters: new URLSearchParams(parameters) };
}

/** The fragment of a view; empty parameters are left out. */
export function routeTo(view: string, name = "", parameters: Record<string, string> = {}): string {
	const p = new URLSearchParams();
	for (const [k, v] of Object.entries(parameters)) if (v) p.set(k, v);
	const text = String(p);
	return `#/${view}${name && "/" + encode(name)}${text && "?" + text}`;
}

// Half a surrogate pair has no code.
const encode = (s: string) => encodeURIComponent(s.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd"));

function decode(s: string): string {
	try {
		return decodeURIComponent(s);
	} catch {
		return s;
	}
}
