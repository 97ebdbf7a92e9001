// Reads the data of a page: deflated bytes in base 85, written by render/internal/pagedata.

/** Streams that browsers have, but TypeScript's older libraries do not. */
interface Inflater {
	new (format: "deflate-raw"): ReadableWritablePair<Uint8Array, Uint8Array>;
}

/** Returns the bytes of a data element. */
export async function unpack(text: string): Promise<Uint8Array> {
	const Inflate = (globalThis as unknown as { DecompressionStream?: Inflater }).DecompressionStream;
	if (!Inflate) throw new Error("this browser is too old: DecompressionStream is missing");
	const packed = decode(text);
	const source = new Blob([packed]).stream() as unknown as ReadableStream<Uint8Array>;
	const reader = source.pipeThrough(new Inflate("deflate-raw")).getReader();
	const chunks: Uint8Array[] = [];
	let length = 0;
	for (;;) {
		const { done, value } = await reader.read();
		if (done) break;
		chunks.push(value);
		length += value.length;
	}
	const bytes = new Uint8Array(length);
	let at = 0;
	for (const chunk of chunks) {
		bytes.set(chunk, at);
		at += chunk.length;
	}
	return bytes;
}

/** Digits are characters from ( on, but } in place of <. */
const first = 40, base = 85, markup = 60 - first, instead = 125;

// Five digits are four bytes, highest first; fewer at the end are a byte less. A buffer, because newer versions of TypeScript distinguish
// arrays of shared ones, and older ones do not. Bytes, a table and a view take a third of the time of characters and shifts.
function decode(text: string): ArrayBuffer {
	const value = new Uint8Array(128);
	for (let d = 0; d < base; d++) value[d === markup ? instead : first + d] = d;
	const digits = new TextEncoder().encode(text), whole = Math.floor(digits.length / 5), rest = digits.length % 5;
	const group = (i: number) => (((value[digits[i]] * base + value[digits[i + 1]]) * base + value[digits[i + 2]]) * base + value[digits[i + 3]]) * base + value[digits[i + 4]];
	const buffer = new ArrayBuffer(4 * whole + Math.max(0, rest - 1)), view = new DataView(buffer);
	for (let i = 0, at = 0; i < 5 * whole; i += 5, at += 4) view.setUint32(at, group(i));
	let last = 0;
	for (let k = 0; k < 5; k++) last = last * base + (k < rest ? value[digits[5 * whole + k]] : base - 1);
	for (let at = 4 * whole, shift = 24; at < buffer.byteLength; at++, shift -= 8) view.setUint8(at, last >>> shift);
	return buffer;
}

/** Consecutive columns: the length of a JSON text, the text, and what it describes. */
export class Columns {
	private at = 0;
	constructor(private readonly bytes: Uint8Array) {}

	/** An unsigned number: seven bits per byte, lowest first; the eighth bit says that more follow. */
	number(): number {
		const bytes = this.bytes;
		let b = bytes[this.at++], n = b & 127;
		for (let unit = 128; b >= 128; unit *= 128) {
			b = bytes[this.at++];
			n += (b & 127) * unit;
		}
		return n;
	}

	/** The same, exact above 2^53. */
	bigNumber(): bigint {
		let n = 0n;
		for (let shift = 0n; ; shift += 7n) {
			const b = this.bytes[this.at++];
			n |= BigInt(b & 127) << shift;
			if (b < 128) return n;
		}
	}

	/** A column of bytes. */
	raw(length: number): Uint8Array {
		return this.bytes.subarray(this.at, this.at += length);
	}

	/** Everything that follows. */
	rest(): Uint8Array {
		return this.raw(this.bytes.length - this.at);
	}

	text(): string {
		return new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.raw(this.number()));
	}

	/** Texts, each with the number of characters that it shares with the previous one; their ends are one text. */
	texts(count: number): string[] {
		const same = this.numbers(count), lengths = this.numbers(count), ends = this.text(), all: string[] = [];
		let before = "", at = 0;
		for (let i = 0; i < count; i++) all.push(before = before.slice(0, same[i]) + ends.slice(at, at += lengths[i]));
		return all;
	}

	/** A column of texts, as indexes in a list, or in one that precedes it. */
	list(count: number, list = this.texts(this.number())): string[] {
		return Array.from(this.numbers(count), (place) => list[place]);
	}

	/** Small numbers. */
	numbers(count: number): Int32Array {
		const all = new Int32Array(count);
		for (let i = 0; i < count; i++) all[i] = this.number();
		return all;
	}

	/** 64 bits, lowest byte first. */
	double(): number {
		return new DataView(this.bytes.buffer, this.bytes.byteOffset).getFloat64((this.at += 8) - 8, true);
	}
}
