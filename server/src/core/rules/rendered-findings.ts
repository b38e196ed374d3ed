import type { RenderedIssue } from "../page/rendered-issue.ts";
import type { Site } from "../site/site.ts";
import type { SitePath, TextRange } from "../text/text-edit.ts";
import type { Finding } from "./rule.ts";

/** The rules that speak of what an open preview has found; where there is none they are silent. */
export const renderedCodes: ReadonlySet<string> = new Set(["mdx/formula", "mdx/not-rendered"]);

/** What previews that are open could not show of a file; each finding says what the preview says in its place. */
export function* renderedFindings(
  file: SitePath,
  site: Site,
  speaksOf: (issue: RenderedIssue) => boolean,
): Iterable<Finding<"told">> {
  const text = site.references.get(file)?.text ?? "";
  for (const issue of site.rendered?.get(file) ?? [])
    if (speaksOf(issue)) {
      const [begin, end] = halves(issue.message);
      yield { message: "told", at: { file, range: tight(issue.range, text) }, args: { begin, end } };
    }
}

/** Of an element its name: it may be pages long. */
function tight({ start, end }: TextRange, text: string): TextRange {
  const [tag] = /^<[\w.:-]{1,100}/.exec(text.slice(start, Math.min(end, start + 101))) ?? [];
  return { start, end: tag === undefined ? end : start + tag.length };
}

/** A whole sentence would be shortened as a value; two halves are short enough to stay. */
function halves(message: string): readonly [string, string] {
  const at = message.indexOf(" ", Math.floor(message.length / 2));
  return at < 0 ? [message, ""] : [message.slice(0, at), message.slice(at + 1)];
}
