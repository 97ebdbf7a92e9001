// The forms of a name that fit into a box: the name of the method stays longest.

export const textFont = 'Verdana, "DejaVu Sans", "Bitstream Vera Sans", Geneva, sans-serif';

/** Measures text of one font, by its characters: measuring whole texts takes long. */
export class PlainRuler {
	private readonly advances = new Map<string, number>();
	// Documents may be SVG.
	private readonly context = (document.createElementNS("http://www.w3.org/1999/xhtml", "canvas") as HTMLCanvasElement).getContext("2d")!;
	constructor(readonly font: string) {
		this.context.font = font;
	}

	measure(s: string): number {
		let sum = 0;
		for (const c of /[^ -~…]/.test(s) ? [s] : s) {
			let w = this.advances.get(c);
			if (w === undefined) this.advances.set(c, w = this.context.measureText(c).width);
			sum += w;
		}
		return sum;
	}

	/** The beginning of a text. */
	cut(s: string, room: number): string {
		if (this.measure(s) <= room) return s;
		const all = characters(s.slice(0, 2 * Math.ceil(room)));
		const n = this.longest(all.length, (n) => all.slice(0, n).join("") + "…", room);
		return n < 3 ? "" : all.slice(0, n).join("") + "…";
	}

	/**
	 * The most useful form of a name in some pixels, "" if none fits. It drops the parameters, then shortens the packages to their first
	 * letters, from the outermost on, then drops them, then cuts the class and drops it, then cuts the middle of the method. Of a
	 * placeholder such as <unknown method 1666> it keeps the last word.
	 */
	shorten(s: string, room: number): string {
		if (this.measure(s) <= room) return s;
		if (s.startsWith("<") && s.endsWith(">")) {
			for (let space; (space = s.indexOf(" ", 1)) > 0;) {
				s = "<" + s.slice(space + 1);
				if (this.measure(s) <= room) return s;
			}
		}
		const packages: string[] = [];
		let rest = s;
		for (let dot; (dot = rest.indexOf(".")) > 0 && rest.indexOf(".", dot + 1) > 0 && isPackage.test(rest.slice(0, dot)); rest = rest.slice(dot + 1)) {
			packages.push(rest.slice(0, dot + 1));
		}
		if (rest.indexOf("(") > 0 && /\)($|:| #\d)/.test(rest)) rest = rest.slice(0, rest.indexOf("("));
		if (this.measure(rest) > room) return this.cutName(rest, room);
		const form = (k: number) => packages.map((p, i) => i < k ? String.fromCodePoint(p.codePointAt(0)!) + "." : p).join("") + rest;
		let low = 0, high = packages.length + 1;
		while (low < high) {
			const k = (low + high) >> 1;
			if (this.measure(form(k)) <= room) high = k;
			else low = k + 1;
		}
		return low > packages.length ? rest : form(low);
	}

	private cutName(s: string, room: number): string {
		const of = /([^.]+)(_constructor)_[0-9a-f]{16,}$/.exec(s); // by native-image: of a class without it readers would take it for code of that class
		if (of) return this.cutClass(of[1], of[2], room) || this.cutInside(of[1] + of[2], room);
		if (/^<\d+>$/.test(s)) return ""; // part of a number is another number
		const dot = s.lastIndexOf(".");
		if (dot <= 0) return this.cutInside(s, room);
		return this.cutClass(s.slice(0, dot), s.slice(dot), room) || this.cutInside(s.slice(dot + 1), room);
	}

	// The ends of a class as far as there is room for it and its method; "" if a few letters of it have none. An ellipsis right before
	// the dot would read as four dots.
	private cutClass(of: string, method: string, room: number): string {
		const some = this.cutInside(of, room - this.measure(method));
		return some === of || some.length > 4 ? some + method : "";
	}

	// The first and the last characters.
	private cutInside(s: string, room: number): string {
		if (this.measure(s) <= room) return s;
		const all = characters(s);
		const form = (n: number) => all.slice(0, (n + 1) >> 1).join("") + "…" + all.slice(all.length - (n >> 1)).join("");
		const n = this.longest(Math.min(all.length - 1, Math.ceil(room)), form, room);
		return n < 3 ? "" : form(n);
	}

	private longest(most: number, form: (n: number) => string, room: number): number {
		let low = 0, high = most;
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if (this.measure(form(middle)) <= room) low = middle;
			else high = middle - 1;
		}
		return low;
	}
}

/** Remembers the forms of names. */
export class Ruler extends PlainRuler {
	private readonly fitted = new Map<string, string>();

	/** The most useful form of a name, as shorten says. */
	fit(name: string, room: number): string {
		const key = Math.floor(room) + " " + name;
		let s = this.fitted.get(key);
		if (s === undefined) {
			if (this.fitted.size > 20_000) this.fitted.clear();
			this.fitted.set(key, s = this.shorten(low(name), room));
		}
		return s;
	}
}

// Of marks above and below one letter the first two: more would be drawn over the rows above and below.
const low = (name: string) => /^[ -~]*$/.test(name) ? name : name.replace(/(\p{M}{2})\p{M}+/gu, "$1");

const isPackage = /^[a-z_\u0080-\uffff][\w\u0080-\uffff-]*$/;

interface Segmenter {
	segment(s: string): Iterable<{ segment: string }>;
}
const Segmenter = (Intl as unknown as { Segmenter?: new (locale: undefined, options: { granularity: string }) => Segmenter }).Segmenter;
const segmenter = Segmenter && new Segmenter(undefined, { granularity: "grapheme" });
const characters = (s: string) => segmenter && /[^ -~]/.test(s) ? Array.from(segmenter.segment(s), (c) => c.segment) : Array.from(s);
