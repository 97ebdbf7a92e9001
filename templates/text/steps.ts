// Names in addresses, as hashes, so that a path leads to the same place in a newer page or picture.

export const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const encoder = new TextEncoder();

function hash(name: string): string {
	let h = 2166136261;
	for (const b of encoder.encode(name)) h = Math.imul(h ^ b, 16777619);
	h ^= h >>> 15;
	h = Math.imul(h, 0x2c1b3c6d);
	h ^= h >>> 12;
	return [18, 12, 6, 0].map((shift) => digits[h >>> shift & 63]).join("");
}

// Overloads come and go, and with them parameters in names; numbers of lambdas differ from build to build.
const lasting = (plain: string) => plain.replace(/(.)\(.*/s, "$1").replace(/\$\$Lambda([$/+.]?(\d*?0x[\da-f]+|[\da-f]{32,}|\d+))+(_\d+)?/g, "");

/** A name as matched by patterns, and as shown. */
export interface Names {
	plain: string;
	shown: string;
}

/** Four characters for a name: three for its stable part, one for the whole name. */
export const step = ({ plain, shown }: Names) => hash(lasting(plain)).slice(0, 3) + hash(shown)[3];

/** The frames that a step of a path leads to: those with the same name, otherwise the only one with the same stable part. */
export function led<T>(to: string, all: T[], names: (t: T) => Names): T[] {
	const same = all.filter((t) => [step(names(t)), hash(names(t).shown)].includes(to)); // the second is the form of older pages
	if (same.length) return same;
	const alike = all.filter((t) => step(names(t)).startsWith(to.slice(0, 3)));
	return alike.length === 1 ? alike : [];
}
