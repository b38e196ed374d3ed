import type { Config } from "../../config/config.ts";
import { type JsonFile, type JsonNode, type JsonObject, valueOf } from "../../config/json/json-tree.ts";
import { derive } from "../../text/view.ts";
import type { Site } from "../../site/site.ts";
import type { SiteLocation } from "../../text/text-edit.ts";
import type { JsonPlace } from "../json-path-at.ts";
import type { SiteThingAt, ThingUse } from "./site-thing.ts";

const filledIn = /\{\{[ \t]*([\w.-]+)[ \t]*\}\}/g;

/** The key of a variable in docs.json, or `{{name}}` in one of its texts. */
export function variableAt(
  site: Site,
  { path: file, text }: JsonFile,
  offset: number,
  { property, value }: JsonPlace,
): SiteThingAt | undefined {
  const own =
    property &&
    variablesOf(site.config)?.properties.find(
      ({ keyRange, file: at }) => at === file && keyRange.start === property.keyRange.start,
    );
  if (own) return { thing: { kind: "variable", name: own.key }, range: own.keyRange, isOwn: true };
  if (value?.kind !== "string") return undefined;
  for (const found of text.slice(value.range.start, value.range.end).matchAll(filledIn)) {
    const start = value.range.start + found.index;
    const range = { start, end: start + found[0].length };
    if (start <= offset && offset <= range.end)
      return { thing: { kind: "variable", name: found[1] ?? "" }, range, isOwn: false };
  }
  return undefined;
}

/** The keys under which docs.json sets a variable. */
export function variableKeys({ config }: Site, name: string): readonly SiteLocation[] {
  const found = variablesOf(config)?.properties.filter(({ key }) => key === name) ?? [];
  return found.map(({ file, keyRange }) => ({ file, range: keyRange }));
}

/** Every `{{name}}` of pages and of docs.json; the name alone. */
export function variableUses(site: Site, name: string): readonly ThingUse[] {
  const uses: ThingUse[] = [];
  for (const page of site.references.values())
    for (const { name: own, range } of page.variables)
      if (own === name) {
        const start = page.text.indexOf(name, range.start);
        uses.push({ kind: "variable", at: { file: page.path, range: { start, end: start + name.length } } });
      }
  for (const { at, name: own } of mentionsIn(site.config))
    if (own === name) uses.push({ kind: "variable", at });
  return uses;
}

interface Mention {
  readonly name: string;
  readonly at: SiteLocation;
}

const mentionsIn = derive(({ files }: Config): readonly Mention[] =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(filledIn)].map((found) => {
      const name = found[1] ?? "";
      const start = found.index + found[0].indexOf(name);
      return { name, at: { file: path, range: { start, end: start + name.length } } };
    }),
  ),
);

function variablesOf(config: Config): JsonObject | undefined {
  const node: JsonNode | undefined = valueOf(config.root, "variables");
  return node?.kind === "object" ? node : undefined;
}
