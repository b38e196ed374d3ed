import type { Config } from "../../config/config.ts";
import { getJsonValue } from "../../config/json/json-tree.ts";
import { findNamedSpec } from "../../spec/find-spec.ts";
import { isRemoteSource } from "../../spec/operation-reference.ts";
import { removePageExtension } from "../../text/site-path.ts";
import { getNavigation } from "../settings/navigation.ts";
import { type Site, createSiteView } from "../site.ts";
import { type ExclusionReason, getGenerationResult } from "./generated-pages.ts";
import { getEndpointEntries } from "./operation-references.ts";
import { getDirectory, isReadable, mayComeFromOverlay, listNamedSources } from "./specs.ts";

type UnreadSiteParts = Pick<Site, "config" | "specs" | "profile" | "overlays">;

/**
 * Whether a page at this path could be generated from a source that Docwright can't read: a specification that is
 * remote, invalid, or not loaded yet, or another kind of source for reference pages.
 */
export function mayBeGenerated(site: UnreadSiteParts & Pick<Site, "loaded">, slug: string): boolean {
  const { unreadFolders, otherFolders, canBeAnywhere } = getUnreadFolders(site);
  if (canBeAnywhere || (!site.loaded.specs && listNamedSources(site.config).length > 0)) return true;
  return (
    // The service opens the first page in a folder.
    unreadFolders.some((folder) => mayContainPage(folder, slug) || folder.startsWith(`${slug}/`)) ||
    otherFolders.some((folder) => getPathInFolder(folder, slug) !== undefined) ||
    mayComeFromOverlay(slug, site)
  );
}

/** Whether a page at this path could be generated from a remote specification. */
export function mayBeRemote(site: UnreadSiteParts, slug: string): boolean {
  return getUnreadFolders(site).remoteFolders.some((folder) => folder !== slug && mayContainPage(folder, slug));
}

/** Matches characters that paths of generated pages don't contain (see `toGeneratedSlug`). */
const nonGeneratedPattern = /[\s(){},.'\p{Lu}]/u;

/**
 * Whether this path could belong to a page that is generated in this folder. The part of such a path below the folder
 * consists of an optional tag and a name. The path of the folder itself opens the folder's first page.
 */
function mayContainPage(folder: string, slug: string): boolean {
  const pathInFolder = getPathInFolder(folder, removePageExtension(slug));
  return pathInFolder !== undefined && pathInFolder.split("/").length <= 2 && !nonGeneratedPattern.test(pathInFolder);
}

/**
 * Returns the part of a path below a folder: `""` for the folder itself, or undefined if the path isn't in the folder.
 */
function getPathInFolder(folder: string, slug: string): string | undefined {
  if (folder === "" || slug === folder) return folder === "" ? slug : "";
  return slug.startsWith(`${folder}/`) ? slug.slice(folder.length + 1) : undefined;
}

interface UnreadFolders {
  /**
   * The folders for pages of specifications that are remote or can't be read. `remoteFolders` contains only the folders
   * for remote specifications.
   */
  readonly unreadFolders: readonly string[];
  readonly remoteFolders: readonly string[];
  /** The folders for pages that come from other sources. */
  readonly otherFolders: readonly string[];
  /** Whether other sources can create pages in any folder. */
  readonly canBeAnywhere: boolean;
}

/**
 * The reasons why the service ignores a specification in a navigation element. If one of these applies, no pages are
 * generated from the specification in that element.
 */
const ignoredReasons: ReadonlySet<ExclusionReason> = new Set([
  "not-the-first",
  "asyncapi-beside-openapi",
  "beside-href",
]);

const getUnreadFolders = createSiteView(["config", "specs", "profile"], (site): UnreadFolders => {
  const [unreadFolders, remoteFolders] = [new Set<string>(), new Set<string>()];
  for (const { source, operation, reason } of getGenerationResult(site).excludedOperations) {
    if (operation || ignoredReasons.has(reason)) continue;
    const lookup = findNamedSpec(site.specs, source.source);
    const spec = lookup.kind === "found" ? lookup.specs[0] : undefined;
    if (isRemoteSource(source.source)) remoteFolders.add(getDirectory(source));
    else if (!spec || !isReadable(spec)) unreadFolders.add(getDirectory(source));
  }
  for (const { entry, resolution } of getEndpointEntries(site)) {
    if (resolution.kind !== "unknown" || entry.isIgnored) continue;
    (resolution.isRemote ? remoteFolders : unreadFolders).add(getDirectory(entry.parent.openapi?.value[0]));
  }
  return {
    unreadFolders: [...unreadFolders, ...remoteFolders],
    remoteFolders: [...remoteFolders],
    ...getOtherFolders(site.config),
  };
});

function getOtherFolders(config: Config): Pick<UnreadFolders, "otherFolders" | "canBeAnywhere"> {
  const otherFolders: string[] = [];
  let canBeAnywhere = false;
  for (const { node } of getNavigation(config).elements) {
    // Nearly no element has such a key, so the properties are searched only once.
    if (!node.properties.some(({ key }) => key === "graphql" || key === "sdk")) continue;
    for (const key of ["graphql", "sdk"]) {
      const value = getJsonValue(node, key);
      const directory = getJsonValue(value, "directory");
      if (directory?.kind === "string") otherFolders.push(directory.value.replace(/^\/+|\/+$/g, ""));
      else if (value) canBeAnywhere = true;
    }
  }
  return { otherFolders, canBeAnywhere };
}
