// Facts about the lines of source files: samples, executions, methods.

import { Method } from "../profile/method";
import { Profile } from "../profile/profile";
import { CodeLine, Runs } from "../profile/records";
import { SourceText } from "../profile/source";

/** A line with instructions, or with samples. */
export interface LineFacts {
	/** Self samples and, in methods of the application, those in the library code that they call. */
	samples: number;
	/** Of its methods, the one that ran most often there; null: unknown. */
	runs: Runs | null;
	/** Its methods, with their listings of the line. */
	of: { method: Method; line: CodeLine }[];
}

/** A source file with the facts of its lines. */
export interface CodeFile {
	source: SourceText;
	/** By number. */
	lines: Map<number, LineFacts>;
	/** Of all lines. */
	samples: number;
	/** The number of the line with the most samples or, if there are none, executions; 0: none has any. */
	hottest: number;
}

/** The files of a report, the hottest first. */
export function filesOf(profile: Profile): CodeFile[] {
	const files = profile.sources().map((source): CodeFile => ({ source, lines: new Map(), samples: 0, hottest: 0 }));
	const at = ({ lines }: CodeFile, line: number) => {
		if (!lines.has(line)) lines.set(line, { samples: 0, runs: null, of: [] });
		return lines.get(line)!;
	};
	for (const code of profile.part("code")!.methods) {
		const file = files[code.source], method = profile.method(code.id);
		if (!file || !method) continue;
		for (const line of code.lines) {
			if (!line.line) continue;
			const facts = at(file, line.line);
			facts.of.push({ method, line });
			if (line.runs && line.runs.count !== null && (!facts.runs || line.runs.count > facts.runs.count!)) facts.runs = line.runs;
		}
	}
	for (const file of files) {
		for (const { line, self } of file.source.file.samples) {
			at(file, line).samples += self;
			file.samples += self;
		}
		const runs = (n: number) => file.lines.get(n)!.runs?.count || 0, samples = (n: number) => file.lines.get(n)!.samples;
		for (const n of file.lines.keys()) {
			if (!samples(n) && !runs(n)) continue;
			if (!file.hottest || samples(n) > samples(file.hottest) || samples(n) === samples(file.hottest) && runs(n) > runs(file.hottest)) file.hottest = n;
		}
	}
	return files;
}
