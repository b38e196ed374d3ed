import type { CodeRequest } from "./code-request.ts";

/** A language that samples are written in. */
export interface CodeLanguage {
  /** `cURL` */
  readonly label: string;
  /** For colours: `bash`. */
  readonly lang: string;
  /** Undefined where the language's usual library cannot send it. */
  readonly print: (request: CodeRequest) => string | undefined;
}

/** The lines of a list, each with this in front; nothing for an empty list. */
export function indented(lines: readonly string[], by: string): string {
  return lines.map((line) => `${by}${line}\n`).join("");
}
