import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BrokenLink, toPlainUrl } from "./read-answers.ts";

interface Place {
  readonly file: string;
  readonly range: {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
  };
}

interface Problem extends Place {
  readonly code: string;
  readonly related: readonly Place[];
}

/** A broken link, along with the rule that reports it. */
export interface ReportedLink extends BrokenLink {
  readonly code: string;
}

/**
 * The rules that correspond to the checks in `mint broken-links`, which are about links, images, imports, and
 * redirects.
 */
const rules = new Set([
  "link/anchor-not-found",
  "link/file-not-found",
  "link/page-not-found",
  "link/wrong-case",
  "mdx/package-import",
  "mdx/snippet-not-found",
  "redirect/target-not-found",
]);

/**
 * Returns the broken links that the built command line reports. If the file `keepFile` exists, reads the output from that
 * file. Otherwise, runs the command and stores its output in the file.
 */
export function listReportedLinks(site: string, cli: string, keepFile: string | undefined): readonly ReportedLink[] {
  const output = keepFile !== undefined && existsSync(keepFile) ? readFileSync(keepFile, "utf8") : check(site, cli);
  if (keepFile !== undefined) writeFileSync(keepFile, output);
  const { problems } = JSON.parse(output) as { readonly problems: readonly Problem[] };
  return problems
    .filter(({ code }) => rules.has(code))
    .flatMap(({ related, ...problem }) => [
      problem,
      // A problem can represent other problems with the same cause. Their locations are its related locations.
      ...related.map((place) => ({ ...place, code: problem.code })),
    ])
    .map(({ code, ...place }) => ({
      code,
      file: code.startsWith("redirect/") ? "docs.json" : place.file,
      url: toPlainUrl(readTextAt(site, place)),
    }));
}

function check(site: string, cli: string): string {
  try {
    return execFileSync(
      process.execPath,
      [cli, "check", site, "--format", "json", "--min-severity", "hint", "--profile", "mintlify"],
      { encoding: "utf8", maxBuffer: 2 ** 30, stdio: ["ignore", "pipe", "ignore"] },
    );
  } catch (error) {
    // The command exits with an error code if it finds problems.
    return String((error as { readonly stdout: unknown }).stdout);
  }
}

function readTextAt(site: string, { file, range: { start, end } }: Place): string {
  const line = readFileSync(join(site, file), "utf8").split("\n")[start.line] ?? "";
  return line.slice(start.character, end.line === start.line ? end.character : undefined).replace(/^["']|["']$/g, "");
}
