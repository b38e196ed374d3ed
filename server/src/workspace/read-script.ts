import type { ScriptOutline } from "../core/page/page.ts";
import { scanScript } from "../core/page/scan-script.ts";
import { isInNestedSite } from "../core/site/files/nested-sites.ts";
import type { SitePath } from "../core/text/text-edit.ts";
import { readFile, textOf, type SiteFiles, type SiteFrame } from "./read-frame.ts";

/** Larger ones are libraries that somebody put there, not parts of a page. */
const largestScript = 1_000_000;
const mostScripts = 5000;

/** Whether pages of this site may import the file as code. */
export function isScript(
  path: SitePath,
  { nested, isIgnored }: Pick<SiteFrame, "nested" | "isIgnored">,
): boolean {
  return /\.[jt]sx?$/i.test(path) && !isIgnored(path) && !isInNestedSite(path, nested);
}

/** The file of code as open in an editor or on disk; undefined when there is none that may be read. */
export function readScript(from: SiteFiles, path: SitePath): ScriptOutline | undefined {
  const text = textOf(readFile(from, path, largestScript));
  return text === undefined ? undefined : scanScript(path, text);
}

/** Every file of code of a site; a step is a file. */
export function* scanScripts(frame: SiteFrame, from: SiteFiles): Generator<void, ScriptOutline[]> {
  const scripts: ScriptOutline[] = [];
  for (const path of [...frame.files].filter((each) => isScript(each, frame)).slice(0, mostScripts)) {
    const script = readScript(from, path);
    if (script) scripts.push(script);
    yield;
  }
  return scripts;
}
