import { relative, sep } from "node:path";
import type { ProfileName } from "../core/config/settings/profile.ts";
import type { Config } from "../core/config/config.ts";
import {
  type LineMap,
  lineMapOf,
  positionAt,
  type SiteLocation,
  type SitePath,
} from "../core/text/text-edit.ts";
import { nodeDisk } from "../workspace/files/node-disk.ts";
import type { SiteFiles } from "../workspace/files/site-files.ts";
import type { ReportedRange } from "./check/check-result.ts";

/** A site in the folder that was specified on the command line. */
export interface FolderSite {
  /** The path of the site relative to the folder, such as `docs` or `.`. */
  readonly name: string;
  /** The prefix of the site's files in output, such as `docs/`, or an empty string for the folder itself. */
  readonly prefix: string;
  readonly from: SiteFiles;
}

/** Returns the site at `root`, which is `folder` itself or a folder below it. */
export function getFolderSite(folder: string, root: string, profile?: ProfileName): FolderSite {
  const place = relative(folder, root).split(sep).join("/");
  return {
    name: place || ".",
    prefix: place && `${place}/`,
    from: { disk: nodeDisk(root), ...(profile && { profile }) },
  };
}

/** Returns a function that converts locations in a site to positions. Each file is split into lines only once. */
export function positionsIn(
  textOf: (path: SitePath) => string | undefined,
): (at: SiteLocation) => ReportedRange {
  const maps = new Map<SitePath, LineMap>();
  return ({ file, range }) => {
    const map = maps.get(file) ?? lineMapOf(textOf(file) ?? "");
    maps.set(file, map);
    return { start: positionAt(map, range.start), end: positionAt(map, range.end) };
  };
}

/**
 * Returns a notice about the first syntax error in docs.json or in a file that it refers to, or undefined if there are
 * no syntax errors. The service rejects a file with a syntax error, whereas Docwright reads as much of the file as
 * possible. `prefix` is the site's path relative to the folder on the command line. It's either empty or ends with `/`.
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
