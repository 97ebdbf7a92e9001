// Names as text: unprintable characters are escaped, as in render/internal/plaintext/visible.go.

/** A name without control characters and invisible characters. */
export const visible = (s: string) => /^[ -~]*$/.test(s) ? s : s.replace(/[\0-\x1f]/g, (c) => String.fromCharCode(0x2400 + c.charCodeAt(0))).replace(/\x7f/g, "␡")
	.replace(/[\x80-\x9f\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu, (c) => {
		const code = c.codePointAt(0)!.toString(16);
		return code.length > 4 ? "\\U" + code.padStart(8, "0") : "\\u" + code.padStart(4, "0");
	});

/** A name that can be seen and clicked, as in render/page/methods.go: an empty or blank one becomes a placeholder. */
export const named = (name: string) => name.trim() ? name : name ? `<"${name}">` : "<unnamed method>";

// Bytecode indexes that are not places in the bytecode, as in render/internal/places/places.go.
const noPlace: Record<number, string> = { [-1]: "(unwind)", [-2]: "(before)", [-3]: "(after)", [-4]: "(after exception)", [-5]: "(place unknown)", [-6]: "(place unknown)" };

/** A bytecode index, and its source line if that is known: @13 :27. It is in words if it is not a place in the bytecode. */
export const at = (bci: number, line?: number | null) => (noPlace[bci] ?? "@" + bci) + (line ? " :" + line : "");

/** The target of a branch: 13, or in words like at. */
export const to = (bci: number) => noPlace[bci] ?? String(bci);

/** An argument in POSIX shell syntax, as in internal/words. */
export const shellQuote = (s: string) => /^[\w.,:/@%+=-]+$/.test(s) ? s : `'${s.replace(/'/g, "'\\''")}'`;

/**
 * A name with the first digits of long hashes, and the last ones of addresses. A lambda's class in a JVM keeps its number alone. ShortHashes of
 * package fitname does the same.
 */
export const withoutHash = (name: string) => !/_|\$\$L|0x/.test(name) ? name : name.replace(/(\$\$Lambda\$\d+)(?:[+/](?:0x[0-9a-f]+|\d+))+/g, "$1…")
	.replace(/(?<![0-9a-f])(?:(?<=0x)[0-9a-f]{10,}([0-9a-f]{6})|(?<!0x)([0-9a-f]{6})[0-9a-f]{10,})/g, (_, last, first) => last ? "…" + last : first + "…");

/** A name that is cut in its middle if it has more characters than a reader takes in at once. */
export const shortened = (name: string, longest: number) => name.length > longest ? name.slice(0, longest / 2) + "…" + name.slice(1 - longest / 2) : name;

/** Class and method, without packages: for narrow places. */
export function brevity(name: string): string {
	const end = name.indexOf("("), plain = end < 0 ? name : name.slice(0, end);
	return plain.split(".").slice(-2).join(".");
}

/** A type without its packages. */
export const briefType = (type: string) => withoutHash(visible(type.slice(type.lastIndexOf(".") + 1)));
