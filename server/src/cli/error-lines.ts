import { renderedCodes } from "../core/rules/findings/mdx-findings.ts";
import { identityOf, type Problem } from "../core/rules/problem.ts";
import { lineMapOf, positionAt, type SitePath } from "../core/text/text-edit.ts";
import type { LiveSite } from "../workspace/analysis/live-site.ts";
import { readFile, textOf } from "../workspace/files/site-files.ts";
import type { Output } from "./run-cli.ts";
import { visibleText } from "./visible-text.ts";

const mostLines = 20;

/**
 * Writes the errors of a site that were not there before, and what its open pages cannot show, a line each: `guides/start.mdx:4:1 …`.
 */
export function errorLines(output: Output): (site: LiveSite) => void {
  let before: ReadonlySet<string> = new Set();
  return (site) => {
    const texts = new Map<SitePath, string>();
    const textIn = (file: SitePath): string => {
      const text = texts.get(file) ?? textOf(readFile(site.files, file)) ?? "";
      texts.set(file, text);
      return text;
    };
    const now = new Map<string, Problem>();
    for (const problem of site.problems.all())
      if (problem.severity === "error" || renderedCodes.has(problem.code))
        now.set(identityOf(problem, problem.at.file, textIn(problem.at.file)), problem);
    const fresh = [...now].filter(([identity]) => !before.has(identity)).map(([, problem]) => problem);
    before = new Set(now.keys());
    for (const problem of fresh.slice(0, mostLines))
      output.write(`${lineOf(problem, textIn(problem.at.file))}\n`);
    if (fresh.length > mostLines)
      output.write(`${fresh.length - mostLines} more errors; "docwright check" lists them all.\n`);
  };
}

function lineOf({ at, message, code }: Problem, text: string): string {
  const { line, character } = positionAt(lineMapOf(text), at.range.start);
  return visibleText(`${at.file}:${line + 1}:${character + 1} ${message} (${code})`);
}
