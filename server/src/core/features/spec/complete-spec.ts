import {
  type FieldInfo,
  frontmatterFields,
  getFieldValues,
  meaningOf,
} from "../../page/frontmatter-fields.ts";
import { type Site, siteView } from "../../site/site.ts";
import { canBeSpec } from "../../spec/detect-spec.ts";
import {
  type ExtensionLocation,
  type ExtensionShape,
  serviceKeys,
  shapeLabels,
  vendorExtensions,
  findVendorField,
  type VendorField,
} from "../../spec/vendor-extensions.ts";
import type { SitePath } from "../../text/text-edit.ts";
import { writeInJson, writeYamlText, yamlItem } from "../completion/complete-values.ts";
import { type Completion, type Completions, noCompletions, type Offer } from "../completion/completion.ts";
import { chooseOffers } from "../completion/ranking.ts";
import { relativeSpecPath, type SpecCaret, type SpecNameOffer } from "./spec-cursor.ts";
import type { YamlCursor } from "./yaml-cursor.ts";

/**
 * Converts the offers that match the typed text into edits to the YAML text. Adds quotes if necessary, and adds missing
 * spaces and commas.
 */
function writeInYaml(
  offers: readonly PlainOffer[],
  cursor: YamlCursor,
  step: string,
  text: string,
): Completions {
  const byLabel = new Map(offers.map((offer) => [offer.label, offer]));
  const chosen = chooseOffers(
    offers.map((offer) => ({ ...offer, text: offer.label })),
    cursor.typed,
  );
  const quote = /^["']/.exec(text.slice(cursor.replace.start, cursor.replace.end))?.[0] ?? "";
  const { commaAt } = cursor;
  const commas = commaAt === undefined ? [] : [{ range: { start: commaAt, end: commaAt }, newText: "," }];
  return {
    items: chosen.offers.flatMap((offer): Completion[] => {
      const plainOffer = byLabel.get(offer.label);
      if (!plainOffer) return [];
      const { newText, caret } = createInsertion(plainOffer, cursor, step, quote, lineEndOf(text));
      const { more: _, ...rest } = offer;
      return [
        {
          ...rest,
          text: newText,
          edit: { range: cursor.replace, newText: newText + (cursor.needsComma ? "," : "") },
          ...(caret !== undefined && { caret }),
          more: commas,
          filter: `${cursor.needsSpace && cursor.replace.start === cursor.replace.end ? "" : quote}${offer.label}`,
        },
      ];
    }),
    isComplete: chosen.isComplete,
  };
}

interface Insertion {
  readonly newText: string;
  /** The caret position in the inserted text. The default is the end of the text. */
  readonly caret?: number;
}

function createInsertion(
  { label, newText: writes }: PlainOffer,
  cursor: YamlCursor,
  step: string,
  quote: string,
  eol: string,
): Insertion {
  const space = cursor.needsSpace ? " " : "";
  if (writes.kind === "literal") return { newText: space + label };
  if (writes.kind === "text") return { newText: space + formatScalar(label, cursor.isFlow, quote) };
  const key = formatScalar(label, cursor.isFlow, quote);
  if (cursor.hasColon) return { newText: space + key };
  const before = `${space}${key}:`;
  const start = startOf(writes.start, cursor, step, eol);
  const newText = before + start.text;
  return start.caretOffset === 0 ? { newText } : { newText, caret: newText.length - start.caretOffset };
}

function startOf(
  start: StartValue,
  { isFlow, indent }: YamlCursor,
  step: string,
  eol: string,
): { readonly text: string; readonly caretOffset: number } {
  switch (start) {
    case "true":
    case "false":
      return { text: ` ${start}`, caretOffset: 0 };
    case "list":
      return { text: " []", caretOffset: 1 };
    case "object":
      return isFlow
        ? { text: " {}", caretOffset: 1 }
        : { text: `${eol}${" ".repeat(indent)}${step}`, caretOffset: 0 };
    case "text":
    case "any":
      return { text: " ", caretOffset: 0 };
  }
}

/** Formats a scalar, preserving the existing quotes. Text that starts with `#` is always quoted. */
function formatScalar(text: string, isFlow: boolean, quote: string): string {
  if (quote === "'") return `'${text.replaceAll("'", "''")}'`;
  if (quote === '"') return JSON.stringify(text);
  return isFlow ? yamlItem(text) : writeYamlText(text);
}

function lineEndOf(text: string): string {
  return /\r?\n/.exec(text.slice(0, 100_000))?.[0] ?? "\n";
}

/** An offer that hasn't been formatted as JSON or YAML yet. */
export interface PlainOffer extends Pick<Offer, "label" | "kind" | "rank"> {
  readonly detail?: string;
  readonly description?: string;
  /**
   * The text to insert. `key`: the label as a key, with an initial value to fill in. `text`: the label as a string,
   * quoted if necessary. `literal`: the label as is.
   */
  readonly newText:
    | { readonly kind: "key"; readonly start: StartValue }
    | { readonly kind: "text" }
    | { readonly kind: "literal" };
}

/** The kind of initial value for a new key. */
export type StartValue = "text" | "true" | "false" | "list" | "object" | "any";

const maxFiles = 500;

/** Returns completion items for extensions and their fields, references, tags, and other names in a specification. */
export function completeSpec(site: Site, file: SitePath, text: string, caret: SpecCaret): Completions {
  const offers = offersFor(site, file, caret);
  if (offers.length === 0) return noCompletions;
  return caret.cursor.format === "json"
    ? writeInJson(offers.map(inJson), caret.cursor, text)
    : writeInYaml(offers, caret.cursor, caret.step, text);
}

function offersFor(site: Site, file: SitePath, { cursor, wants }: SpecCaret): PlainOffer[] {
  switch (wants.kind) {
    case "extensions":
      return [...vendorExtensions.values()]
        .filter(
          ({ name, locations }) =>
            locations.includes(wants.place) && !cursor.keys.has(name) && isSupportedBy(site, name),
        )
        .map((field, index) => fieldOffer(field, index));
    case "fields":
      return fieldsOf(site, wants.keys, wants.place).filter(({ label }) => !cursor.keys.has(label));
    case "field-value":
      return valuesFor(site, wants.keys);
    case "names": {
      const isKey = cursor.expects === "key";
      return wants.names.map((name, index) => nameOffer(name, index, isKey));
    }
    case "reference":
      return [
        ...wants.names.map((name, index) => nameOffer(name, index, false)),
        ...offerNearbyFiles(site, file),
      ];
  }
}

/** Whether the site's service supports the key. Keys that it doesn't support aren't suggested. */
function isSupportedBy({ profile }: Site, name: string): boolean {
  const isService = serviceKeys.some((key) => key === name);
  if (isService) return profile.vendorExtensions.includes(name);
  return !name.startsWith("x-mint") && name !== "x-mcp"
    ? true
    : profile.name === "mintlify" && name !== "x-mcp";
}

function fieldsOf(site: Site, keys: readonly string[], place: ExtensionLocation): PlainOffer[] {
  if (keys[1] === "metadata")
    return keys.length > 2
      ? []
      : [...frontmatterFields.values()].flatMap((field, i) => metadataOffer(site, field, i));
  return (findVendorField(keys)?.fields ?? [])
    .filter(({ locations }) => locations.includes(place))
    .map((field, index) => fieldOffer(field, index));
}

const initialTexts: Readonly<Record<ExtensionShape, StartValue>> = {
  text: "text",
  texts: "list",
  object: "object",
  boolean: "true",
  samples: "list",
  any: "any",
};

function fieldOffer(
  { name, shape, meaning, wrongTypeEffect, replacedBy }: VendorField,
  index: number,
): PlainOffer {
  const kind = shape === "any" ? "" : `Must be ${shapeLabels[shape]}.`;
  return {
    kind: "setting",
    label: name,
    detail: shapeLabels[shape],
    description: [meaning, [kind, wrongTypeEffect ?? ""].join(" ").trim()]
      .filter((part) => part !== "")
      .join("\n\n"),
    rank: index / 100 + (replacedBy === undefined ? 0 : 1),
    newText: { kind: "key", start: initialTexts[shape] },
  };
}

/**
 * Returns an offer for a frontmatter field. Returns an empty list for fields that can't be set in an operation's
 * metadata, because the operation itself determines them.
 */
function metadataOffer(site: Site, field: FieldInfo, index: number): PlainOffer[] {
  if (field.unlisted || /^(openapi|openapi-schema|asyncapi|api)$/.test(field.name)) return [];
  const { kind } = field.type;
  const start = kind === "flag" ? "true" : kind === "list" || kind === "groups" ? "list" : "text";
  return [
    {
      kind: "setting",
      label: field.name,
      description: meaningOf(field, site.profile.name),
      rank: index / 100,
      newText: { kind: "key", start: kind === "map" ? "object" : start },
    },
  ];
}

function valuesFor(site: Site, keys: readonly string[]): PlainOffer[] {
  const [, second = "", third = ""] = keys;
  const last = keys.at(-1) ?? "";
  if (second === "metadata" && keys.length === 3) {
    const field = frontmatterFields.get(third);
    if (field?.type.kind === "groups") return groupOffers(site);
    const values = (field && getFieldValues(field, site.profile.name)) ?? [];
    const isFlag = field?.type.kind === "flag";
    return values.map(({ value, meaning }, index) => ({
      kind: "value",
      label: value,
      detail: meaning,
      rank: index / 100,
      newText: { kind: isFlag ? "literal" : "text" },
    }));
  }
  const field = findVendorField(keys);
  if (field?.shape === "boolean")
    return ["true", "false"].map((label, rank) => createLiteralOffer(label, rank));
  return last === "groups" && field?.shape === "texts" ? groupOffers(site) : [];
}

function createLiteralOffer(label: string, rank: number): PlainOffer {
  return { kind: "value", label, rank, newText: { kind: "literal" } };
}

function groupOffers(site: Site): PlainOffer[] {
  return [...groupsOfReaders(site)].map(([label, times]) => ({
    kind: "value",
    label,
    rank: -times,
    newText: { kind: "text" },
  }));
}

/** Counts how often the site's pages and operations refer to each group of readers. */
const groupsOfReaders = siteView(["pages", "specs"], (site): ReadonlyMap<string, number> => {
  const groups = new Map<string, number>();
  const add = (name: unknown) => {
    if (typeof name === "string" && name !== "") groups.set(name, (groups.get(name) ?? 0) + 1);
  };
  for (const { fields } of site.pages.values()) {
    const value: unknown = fields.get("groups");
    if (Array.isArray(value)) for (const name of value as readonly unknown[]) add(name);
  }
  for (const { operations, webhooks } of site.specs.values())
    for (const { extensions, pathExtensions = [] } of [...operations, ...webhooks])
      for (const { groups: ownGroups = [] } of [...extensions, ...pathExtensions])
        for (const name of ownGroups) add(name);
  return groups;
});

function nameOffer({ text, detail, isUnlikely }: SpecNameOffer, index: number, isKey: boolean): PlainOffer {
  return {
    kind: isKey ? "setting" : "value",
    label: text,
    ...(detail !== undefined && detail !== "" && { detail }),
    rank: index / 1_000 + (isUnlikely ? 5 : 0),
    newText: isKey ? { kind: "key", start: "list" } : { kind: text.endsWith(": []") ? "literal" : "text" },
  };
}

/** Returns offers for the JSON and YAML files that a reference can point to. Files in the nearest folder come first. */
function offerNearbyFiles(site: Site, file: SitePath): PlainOffer[] {
  const offers: PlainOffer[] = [];
  for (const path of site.files) {
    if (path === file || !canBeSpec(path) || path === site.config.entry || path.startsWith(".")) continue;
    const label = relativeSpecPath(file, path);
    const depth = label.split("/").length;
    offers.push({ kind: "file", label, rank: 10 + depth, newText: { kind: "text" } });
    if (offers.length >= maxFiles) break;
  }
  return offers;
}

function inJson(offer: PlainOffer): Offer {
  const { newText: writes, ...rest } = offer;
  const quoted = JSON.stringify(offer.label);
  if (writes.kind === "literal") return { ...rest, text: offer.label };
  if (writes.kind === "text") return { ...rest, text: quoted };
  const { text, caret } = jsonStart[writes.start];
  return { ...rest, text: `${quoted}: ${text}`, caret: quoted.length + 2 + caret };
}

const jsonStart: Readonly<Record<StartValue, { readonly text: string; readonly caret: number }>> = {
  text: { text: '""', caret: 1 },
  true: { text: "true", caret: 4 },
  false: { text: "false", caret: 5 },
  list: { text: "[]", caret: 1 },
  object: { text: "{}", caret: 1 },
  any: { text: '""', caret: 1 },
};
