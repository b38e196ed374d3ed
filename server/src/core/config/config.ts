import type { SiteLocation, SitePath } from "../text/text-edit.ts";
import type { JsonFile, JsonNode } from "./json-tree.ts";

/**
 * docs.json with every `$ref` followed. The tree in `root` is what the service builds the site from; each of its
 * nodes still knows the file and range where its text stands, so problems and edits land there.
 */
export interface Config {
  /** `docs.json`. */
  readonly entry: SitePath;
  /** docs.json first, then every file pulled in, in the order met. */
  readonly files: readonly JsonFile[];
  /** Absent when docs.json is empty or refused. */
  readonly root: JsonNode | undefined;
  readonly refs: readonly ConfigRef[];
  /** Files that a `$ref` names and nobody has looked for yet: read them and ask again. */
  readonly wanted: readonly SitePath[];
}

/** One `$ref` and what became of it. */
export interface ConfigRef {
  /** The string behind `$ref`, as `"./nav.json"`. */
  readonly at: SiteLocation;
  readonly written: string;
  readonly verdict:
    | { readonly kind: "resolved"; readonly file: SitePath; readonly ignoredSiblings: readonly SiteLocation[] }
    | { readonly kind: "not-found"; readonly file: SitePath }
    | { readonly kind: "outside-site" }
    /** Example of `chain`: `docs.json`, `nav.json`, `docs.json`. */
    | { readonly kind: "cycle"; readonly chain: readonly SitePath[] }
    /** The file is there but is no JSON at all, or empty. */
    | { readonly kind: "unreadable"; readonly file: SitePath }
    /** Pulling it in would nest deeper than 200 levels or make more than 300,000 values. */
    | { readonly kind: "too-much"; readonly file: SitePath };
}
