import type { Config } from "../core/config/config.ts";
import { lineMapOf, positionAt } from "../core/text/text-edit.ts";

/**
 * Returns a notice if a settings file has a syntax error: the service can't read the file, while Docwright uses as much
 * of it as it can. `prefix` is the site's path relative to the folder on the command line, and empty or ends with `/`.
 */
export function syntaxNotice({ files }: Config, prefix: string): string | undefined {
  for (const { path, text, problems } of files) {
    const error = problems.find(({ kind }) => kind !== "duplicate-key");
    if (!error) continue;
    const { line, character } = positionAt(lineMapOf(text), error.range.start);
    return `${prefix}${path}:${line + 1}:${character + 1} has a syntax error, so the service can't read the file, and this result may be incomplete; run "docwright check" for details`;
  }
  return undefined;
}
