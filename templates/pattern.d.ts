/** A regular expression as the command line understands it. */
export function compilePattern(pattern: string): RegExp;
