import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { type ProfileName, profiles } from "../core/config/settings/profile.ts";
import { type FormerFiles, noFormerFiles } from "../core/site/files/former-files.ts";
import { keyPatternOf } from "../core/site/settings/secret-keys.ts";
import { configEntry, type Site } from "../core/site/site.ts";
import { lineMapOf, positionAt } from "../core/text/text-edit.ts";
import type { KeyShape } from "../feedback/service/validate.ts";
import { joinPath } from "../feedback/pages/resolve-path.ts";
import { findSites } from "../workspace/files/find-sites.ts";
import { FormerFilesReader } from "../workspace/git/renames.ts";
import { nodeDisk } from "../workspace/files/node-disk.ts";
import { readFile, textOf } from "../workspace/files/site-files.ts";
import { loadSite } from "../workspace/analysis/load-site.ts";
import { SpecReader } from "../workspace/specs/spec-service.ts";
import type { FeedbackOptions } from "./feedback-options.ts";

/** Where in DIR a path of the service leads. */
export interface FeedbackPlace {
  /** Of the page or the specification, from DIR: `guides/start.mdx`. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly title: string;
  /** `/guides/start` */
  readonly url: string;
  /** `GET /users`, of a page that is made of a specification. */
  readonly operation?: string;
}

/** A site beside which feedback is shown. */
export interface FeedbackSite {
  /** Its folder. */
  readonly root: string;
  readonly site: Site;
  readonly placeOf: (path: string) => FeedbackPlace | undefined;
}

/** The roots of sites that DIR is or, where it was named, holds. */
export async function feedbackRoots(
  folder: string,
  { isFolderNamed }: FeedbackOptions,
): Promise<readonly string[]> {
  if (existsSync(join(folder, configEntry))) return [folder];
  return isFolderNamed ? findSites(folder) : [];
}

/** Reads the sites, with their specifications: pages that are made of them have feedback too. */
export async function loadFeedbackSites(
  folder: string,
  roots: readonly string[],
  { profile, branch }: FeedbackOptions,
  signal: AbortSignal,
): Promise<readonly FeedbackSite[]> {
  const specs = new SpecReader();
  try {
    const sites: FeedbackSite[] = [];
    for (const root of roots) {
      const from = { disk: nodeDisk(root), ...(profile && { profile }) };
      const { site } = await loadSite({ ...from, readSpecs: specs.readSpecs, signal });
      // Git is asked by one option alone.
      const former =
        branch === undefined ? noFormerFiles : await new FormerFilesReader(root, { signal }).read();
      const prefix = relative(folder, root).split(sep).join("/");
      const textIn = (file: string) => textOf(readFile(from, file)) ?? "";
      sites.push({ root: resolve(root), site, placeOf: placesIn(site, former, prefix, textIn) });
    }
    return sites;
  } catch (error) {
    // Who has stopped it need not wait to see where entries lead.
    if (signal.aborted) return [];
    throw error;
  } finally {
    await specs.end();
  }
}

/** What keys of administrators begin with, by the first site that knows it. */
export function keyShapeOf(sites: readonly FeedbackSite[], profile: ProfileName | undefined): KeyShape {
  const [pattern] = sites.flatMap(({ site }) => keyPatternOf(site.profile, site.settings) ?? []);
  if (pattern) return { keyPrefix: pattern.prefix, harmlessKeys: pattern.harmless };
  return profile === undefined ? {} : profiles[profile];
}

function placesIn(
  site: Site,
  former: FormerFiles,
  prefix: string,
  textIn: (file: string) => string,
): FeedbackSite["placeOf"] {
  const known = new Map<string, FeedbackPlace | undefined>();
  const lines = new Map<string, ReturnType<typeof lineMapOf>>();
  const find = (path: string): FeedbackPlace | undefined => {
    const found = joinPath(site, path, former);
    if (found.kind === "unknown") return undefined;
    const map = lines.get(found.file) ?? lineMapOf(textIn(found.file));
    lines.set(found.file, map);
    return {
      file: prefix === "" ? found.file : `${prefix}/${found.file}`,
      line: positionAt(map, found.range.start).line + 1,
      title: found.title,
      url: found.url,
      ...(found.kind === "operation" && { operation: found.operation }),
    };
  };
  return (path) => {
    if (!known.has(path)) known.set(path, find(path));
    return known.get(path);
  };
}
