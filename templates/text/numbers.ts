// Numbers formatted like in the rest of the program: render/internal/numbers/percent.go has the rules.

export const thousands = (n: number | bigint) =>
	String(typeof n === "bigint" ? n : Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ",");

const fixed = (x: number, digits: number) => (Math.round(x * 10 ** digits) / 10 ** digits).toFixed(digits);

/** A share with three digits: never 0% for some, never 100% for less than all. */
export function percent(part: number, all: number): string {
	if (!all || !part) return "0%";
	const p = part / all * 100;
	if (p < 0.005) return "<0.01%";
	if (p < 9.995) return fixed(p, 2) + "%";
	if (p < 99.95) return fixed(p, 1) + "%";
	return p < 100 ? ">99.9%" : fixed(p, 0) + "%";
}

/** The difference of two shares of the same total, in percentage points without the word. Small ones have three digits, so that they differ from each other, down to a millionth of the total. */
export function pointsAlone(difference: number, all = 1): string {
	const p = all ? Math.abs(difference) / all * 100 : 0, noise = 1e-12;
	if (p < noise) return "±0";
	const digits = p < 0.0995 ? 2 - Math.floor(Math.log10(p)) : 2;
	return (difference < 0 ? "−" : "+") + (p < 0.0001 - noise ? "<0.0001" : fixed(p, digits));
}

/** The same as a number, however small. */
export function pointsRounded(difference: number): number {
	const text = pointsAlone(difference);
	return text.includes("<") ? Number((100 * difference).toPrecision(3)) : Number(text.replace("−", "-").replace("±", ""));
}

/** The same with the word: +7.05 points. */
export const points = (difference: number, all = 1) => pointsAlone(difference, all) + " points";

/** The difference of two counts: +12, −3, ±0. */
export const signed = (n: number) => n ? (n < 0 ? "−" : "+") + thousands(Math.abs(n)) : "±0";

/** The change of samples that colors do not show, of their number or of their share of each run, given the totals of both runs. */
export function otherChange(now: number, before: number, unit: string, own: readonly number[] | null | undefined, counts: boolean | undefined): string {
	if (!own || !own[0] || !own[1]) return "";
	if (!counts) return `; ${signed(now - before)} ${unit}`;
	return `; share of its run ${percent(now, own[0])}, base: ${percent(before, own[1])}, ${points(now / own[0] - before / own[1])}`;
}

export const plural = (n: number, noun: string) => n === 1 ? `1 ${noun}` : `${thousands(n)} ${noun.replace(/y$/, "ie").replace(/(ch|x)$/, "$1e")}s`;

/** A count; JSON's numbers above 2^53 are not exact. */
export const count = (n: number) => n <= Number.MAX_SAFE_INTEGER ? thousands(n) : "about " + n.toPrecision(15);

/** A count; null is unknown. */
export const known = (n: number | null) => n === null ? "n/a" : count(n);

/** The name of a unit after a number, as in internal/words: "executions of conditionals" becomes "execution of conditionals" after 1. */
export function unitOf(n: number, unit: string): string {
	if (n !== 1) return unit;
	const [, head, tail] = /^(.*?)((?: of | in | per | taken).*)?$/s.exec(unit)!;
	return (head === "ms" ? head : head.replace(/(ie|(?<=ch)e|(?<=ss)e|)s$/, (_, e) => e === "ie" ? "y" : "")) + (tail || "");
}

/** A count of things, given in the plural: 1 sample, 2,016 samples. */
export const unitCount = (n: number, unit: string) => `${count(n)} ${unitOf(n, unit)}`;

/** A unit of time as the time that it measures, such as "cpu time" of "cpu nanoseconds"; null: it is none. */
export function timeOf(unit: string): string | null {
	const found = /^(.* )?(?:(?:nano|micro|milli)?seconds|minutes|hours|ms)$/.exec(unit);
	return found && (found[1] ?? "") + "time";
}

/** A share from 0 to 1; null is unknown. */
export const share = (x: number | null) => x === null ? "n/a" : percent(x, 1);

/** A share after the mark of a bound, "≥ " or "≤ ", or "". Two signs never meet; see BoundPercent of render/internal/numbers. */
export const boundShare = (mark: string, share: string) =>
	!mark || !/^[<>]/.test(share) ? mark + share : (mark[0] === "≥") === (share[0] === ">") ? share : share[0] === ">" ? mark + "100%" : ">0%";

/** A count in at most five characters: 9,999, 28.7k, 7.88M. */
export function brief(n: number): string {
	if (n < 10_000) return thousands(n);
	let unit = 0;
	for (; n >= 999.5 && unit < 6; unit++) n /= 1000;
	return (n < 9.995 ? n.toFixed(2) : n < 99.95 ? n.toFixed(1) : n.toFixed(0)) + "kMGTPE"[unit - 1];
}

/** Three digits, without trailing zeros: 0.667, 1, 12.5, 7,884. */
export function significant(x: number): string {
	const size = Math.abs(x);
	if (!x) return "0";
	if (size >= 999.5 && size < 1e15) return thousands(x);
	if (size < 0.0005 || size >= 1e15) return x.toExponential(2);
	const text = x.toFixed(Math.max(0, 2 - Math.floor(Math.log10(size))));
	return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** Calls per entry: ×0.667. A factor that only rounds to 1 is ×1.00. */
export function factor(x: number): string {
	const text = "×" + significant(x);
	return text === "×1" && x !== 1 ? "×1.00" : text;
}

/** An interval of shares, rounded outward: 29–33%. */
export function range({ low, high }: { low: number; high: number }): string {
	const digits = high < 0.1 ? 1 : 0, unit = 10 ** digits, slack = 1e-12;
	const from = Math.floor(100 * low * unit * (1 + slack)) / unit, to = Math.ceil(100 * high * unit * (1 - slack)) / unit;
	return `${from.toFixed(digits)}–${to.toFixed(digits)}%`;
}
