import type { Config } from "../core/config/config.ts";
import { lineMapOf, positionAt } from "../core/text/text-edit.ts";

/**
 * Returns a notice about the first syntax error in docs.json or a file it refers to, or undefined if there is none. The
 * service rejects such a file, but Docwright reads as much of it as possible. `prefix` is the site's path relative to
 * the folder on the command line, and is either empty or ends with `/`.
 */
export function describeSyntaxError({ files }: Config, prefix: string): string | undefined {
  for (const { path, text, problems } of files) {
    const error = problems.find(({ kind }) => kind !== "duplicate-key");
    if (!error) continue;
    const { line, character } = positionAt(lineMapOf(text), error.range.start);
    return `${prefix}${path}:${line + 1}:${character + 1} has a syntax error, so the service rejects the file and this result may be incomplete; run "docwright check" for details`;
  }
  return undefined;
}
