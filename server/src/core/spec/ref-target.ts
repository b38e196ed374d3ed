import { decodePercent } from "../text/decode-text.ts";
import { folderOf, isAbsoluteReference, resolveSitePath, type PathRefusal } from "../text/site-path.ts";
import type { SitePath } from "../text/text-edit.ts";
import { canBeSpec } from "./guess-spec.ts";
import { isRemoteSpec } from "./remote-spec.ts";

/** Why what a `$ref` of a specification names is never read. */
export type RefRefusal =
  | PathRefusal
  /** Names a server, a drive or a URL scheme: nothing is fetched for a reference, whatever its address. */
  | "external"
  /** A file of the site that is neither `.json` nor `.yaml` nor `.yml`. */
  | "not-json-or-yaml";

export type RefTarget =
  /** `fragment` is what follows `#`, still encoded; empty where nothing does. */
  | { readonly kind: "inside"; readonly file: SitePath; readonly fragment: string }
  | { readonly kind: "refused"; readonly reason: RefRefusal };

/**
 * Which file of the site a `$ref` names, told by its text alone: relative to the file it stands in, decoded once, and
 * never out of the site. A path from the root of the disk is refused, for nobody means the root of the site by it.
 */
export function refTarget(reference: string, from: SitePath): RefTarget {
  const hash = reference.indexOf("#");
  const place = hash < 0 ? reference : reference.slice(0, hash);
  const fragment = hash < 0 ? "" : reference.slice(hash + 1);
  if (place === "") return { kind: "inside", file: from, fragment };
  // A file of the web has no files of the site beside it.
  if (isRemoteSpec(from)) return { kind: "refused", reason: "external" };
  const decoded = decodePercent(place);
  if (isAbsoluteReference(decoded)) return { kind: "refused", reason: "external" };
  if (/^[\\/]/.test(decoded)) return { kind: "refused", reason: "outside-site" };
  const result = resolveSitePath(place, folderOf(from));
  if (!result.ok) return { kind: "refused", reason: result.reason };
  if (!canBeSpec(result.path)) return { kind: "refused", reason: "not-json-or-yaml" };
  return { kind: "inside", file: result.path, fragment };
}
