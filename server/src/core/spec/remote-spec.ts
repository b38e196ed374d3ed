import type { SitePath } from "../text/text-edit.ts";
import type { SpecOutline } from "./spec-outline.ts";

/**
 * Returns the path of the local copy of a remote specification among the files of a site. It's the URL, which no file
 * of a site has as its path, followed by `#.json` or `#.yaml` if the URL doesn't show the format.
 */
export function remoteSpecPath(url: string, isJson: boolean): SitePath {
  const tells = isJson ? /\.json$/i : /\.ya?ml$/i;
  return tells.test(url) ? url : `${url}${isJson ? "#.json" : "#.yaml"}`;
}

/** Whether a path is that of a local copy instead of a file of the site. */
export function isRemoteSpec(path: SitePath): boolean {
  return /^(https?:)?\/\//i.test(path);
}

/** Returns the name of a specification in docs.json and pages: its path, or the URL of a local copy. */
export function specName(path: SitePath): string {
  return isRemoteSpec(path) ? path.replace(/#\.(json|yaml)$/, "") : path;
}

/** Returns the local copy for a URL as written in docs.json or on a page. */
export function findRemoteSpec(
  specs: ReadonlyMap<SitePath, SpecOutline>,
  url: string,
): SpecOutline | undefined {
  return specs.get(url) ?? specs.get(`${url}#.json`) ?? specs.get(`${url}#.yaml`);
}
