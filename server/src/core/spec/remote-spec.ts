import type { SitePath } from "../text/text-edit.ts";
import type { SpecOutline } from "./spec-outline.ts";

/**
 * The path under which the copy of a specification on the web stands among those of a site: its URL, which no file of
 * a site has, with `#.json` or `#.yaml` behind it where the URL does not tell how the copy is written.
 */
export function remoteSpecPath(url: string, isJson: boolean): SitePath {
  const tells = isJson ? /\.json$/i : /\.ya?ml$/i;
  return tells.test(url) ? url : `${url}${isJson ? "#.json" : "#.yaml"}`;
}

/** Whether a path is that of a copy and no file of the site. */
export function isRemoteSpec(path: SitePath): boolean {
  return /^(https?:)?\/\//i.test(path);
}

/** A specification as docs.json and pages name it: its path, or the URL of which it is a copy. */
export function specName(path: SitePath): string {
  return isRemoteSpec(path) ? path.replace(/#\.(json|yaml)$/, "") : path;
}

/** The copy of what this URL names, as it is written in docs.json or on a page. */
export function findRemoteSpec(
  specs: ReadonlyMap<SitePath, SpecOutline>,
  url: string,
): SpecOutline | undefined {
  return specs.get(url) ?? specs.get(`${url}#.json`) ?? specs.get(`${url}#.yaml`);
}
