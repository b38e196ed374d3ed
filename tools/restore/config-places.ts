import { hasIcon } from "../../server/src/core/config/icons/icons.ts";
import type { JsonNode } from "../../server/src/core/config/json/json-tree.ts";
import {
  getAllowedSettings,
  findAllowedSchemas,
  getAllowedValues,
} from "../../server/src/core/config/settings/schema-lookup.ts";
import { getIconLibrary } from "../../server/src/core/features/completion/complete-values.ts";
import { findPage } from "../../server/src/core/site/navigation/navigation-pages.ts";
import { getEndpointEntries } from "../../server/src/core/site/specs/operation-references.ts";
import { resolveLink } from "../../server/src/core/site/links/resolve-link.ts";
import { findNamedSpec } from "../../server/src/core/spec/find-spec.ts";
import type { CorpusSite, RestoreLocation } from "./place.ts";

type Path = readonly (string | number)[];

/** Returns every key and value in docs.json and its included files that completion could offer. */
export function listConfigPlaces(corpus: CorpusSite): RestoreLocation[] {
  const { site, texts } = corpus;
  const locations: RestoreLocation[] = [];
  const operations = new Set(
    getEndpointEntries(site).flatMap(({ entry, resolution }) => (resolution.kind === "found" ? [entry.node] : [])),
  );
  const walk = (node: JsonNode, path: Path): void => {
    if (node.kind === "array") for (const [i, item] of node.items.entries()) walk(item, [...path, i]);
    if (node.kind === "object") {
      const at = findAllowedSchemas(site.config.root, path);
      const settings = at && getAllowedSettings(at, site.profile.name);
      for (const { key, keyRange, value, file } of node.properties) {
        if (settings?.has(key)) add("setting key", file, keyRange.start + 1, keyRange.end - 1);
        if (value) walk(value, [...path, key]);
      }
    }
    const kind = getKind(node, path);
    if (kind === undefined) return;
    const quotes = node.kind === "string" ? 1 : 0;
    const hash = kind.startsWith("link") && node.kind === "string" ? node.value.indexOf("#") : -1;
    if (hash < 0) add(kind, node.file, node.range.start + quotes, node.range.end - quotes);
  };
  const add = (kind: string, file: string, start: number, end: number): void => {
    const text = texts.get(file);
    if (text !== undefined && end > start)
      locations.push({ kind, file, start, end, isSame: (after) => isSameJson(text, after) });
  };
  const getKind = (node: JsonNode, path: Path): string | undefined => {
    const at = findAllowedSchemas(site.config.root, path);
    if (!at || (node.kind !== "string" && node.kind !== "boolean")) return undefined;
    const json = JSON.stringify(node.value);
    if (getAllowedValues(at, site.profile.name).some((value) => value.json === json))
      return path.at(-1) === "language" ? "language code" : "setting value";
    if (node.kind !== "string" || node.value === "") return undefined;
    const { value } = node;
    const strings = at.schemas.flatMap((shape) => (shape.kind === "string" ? [shape] : []));
    if (operations.has(node)) return "operation";
    const isEntry = path[0] === "navigation" && typeof path.at(-1) === "number" && path.at(-2) === "pages";
    if (isEntry || strings.some(({ referenceKind: names }) => names === "page"))
      return findPage(site, value.replace(/^\/+/, "")).kind === "found" ? "page entry" : undefined;
    if (strings.some(({ referenceKind: names }) => names === "openapi" || names === "asyncapi"))
      return findNamedSpec(site.specs, value).kind === "found" ? "specification" : undefined;
    if (strings.some(({ referenceKind: names }) => names === "icon"))
      return hasIcon(getIconLibrary(site), value) ? "icon in docs.json" : undefined;
    if (strings.some(({ fileKind: file }) => file !== undefined))
      return site.files.has(value.replace(/^\/+/, "")) ? "asset" : undefined;
    const isDestination = path[0] === "redirects" && path.at(-1) === "destination";
    if (isDestination || strings.some(({ check }) => check === "href" || check === "footer-href")) {
      const target = resolveLink(site, value, undefined);
      if (target.kind !== "page" && target.kind !== "generated") return undefined;
      return isDestination ? "redirect destination" : "link in docs.json";
    }
    return undefined;
  };
  if (site.config.root) walk(site.config.root, []);
  for (const { location: at, result } of site.config.refs)
    if (result.kind === "resolved") add("$ref", at.file, at.range.start + 1, at.range.end - 1);
  return locations;
}

/** Whether the JSON values are equal, regardless of their formatting and of leading slashes in paths. */
function isSameJson(a: string, b: string): boolean {
  try {
    return normalizeJson(a) === normalizeJson(b);
  } catch {
    return false;
  }
}

function normalizeJson(text: string): string {
  return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
    typeof value === "string" ? value.replace(/^\.?\/+/, "") : value,
  );
}
