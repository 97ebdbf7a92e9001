// Numbers as the rest of the program writes them: render/percent.go has the rules.

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

/** The difference of two shares of the same total. */
export function points(difference: number, all: number): string {
	const p = all ? difference / all * 100 : 0;
	if (Math.abs(p) < 0.005) return "±0 points";
	return (p < 0 ? "−" : "+") + fixed(Math.abs(p), 2) + " points";
}

export const plural = (n: number, noun: string) => n === 1 ? `1 ${noun}` : `${thousands(n)} ${noun}s`;
