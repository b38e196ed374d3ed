import { folderOf, resolveSitePath } from "../text/site-path.ts";
import type { SitePath } from "../text/text-range.ts";
import { canBeSpec } from "./guess-spec.ts";

/** A reference taken apart. */
export interface ReferencedPlace {
  /** The file that it names; undefined when it lies outside the site, is remote or can hold no specification. */
  readonly file: SitePath | undefined;
  /** `#/components/schemas/User`; `#` where the reference names a whole file. */
  readonly pointer: string;
}

/** Where a `$ref` in `from` leads. Nothing that names a host, a drive or a place above the root has a file. */
export function placeOfReference(reference: string, from: SitePath): ReferencedPlace {
  const hash = reference.indexOf("#");
  const name = hash < 0 ? reference : reference.slice(0, hash);
  const pointer = hash < 0 ? "#" : reference.slice(hash);
  if (name === "") return { file: from, pointer };
  const place = resolveSitePath(name, folderOf(from));
  return { file: place.ok && canBeSpec(place.path) ? place.path : undefined, pointer };
}
