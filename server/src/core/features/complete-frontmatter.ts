import { isKnownIcon } from "../config/icons/icons.ts";
import { frontmatterFields, meaningOf, valuesOf, type FieldInfo } from "../page/frontmatter-fields.ts";
import { endpointFields } from "../site/specs/operation-references.ts";
import { titleOfSlug } from "../site/pages/new-page.ts";
import { withoutPageExtension } from "../text/site-path.ts";
import { offerIcons, iconLibraryOf } from "./complete-icon.ts";
import { offerLinks, offerMedia } from "./complete-link.ts";
import { offerChannels, offerPageOperations, offerSchemas } from "./complete-reference.ts";
import type { Offer } from "./completion.ts";
import type { FrontmatterCursor } from "./frontmatter-cursor.ts";
import type { PageCaret } from "./page-caret-context.ts";
import { pagesAround } from "./used-values.ts";
import { yamlItem, yamlText } from "./yaml-text.ts";

/** What may be written in a page's frontmatter. */
export function offerFrontmatter(caret: PageCaret, cursor: FrontmatterCursor): Offer[] {
  switch (cursor.kind) {
    case "block":
      return [fenceBlock(caret, cursor)];
    case "field":
      return offerFields(caret, cursor);
    case "value":
    case "item":
      return offerFieldValues(caret, cursor);
  }
}

/** Both fences with a title, the caret in it; of a title that stands there already nothing is lost. */
function fenceBlock({ path, text, page }: PageCaret, { replace }: FrontmatterCursor): Offer {
  const eol = page?.eol ?? (text.includes("\r\n") ? "\r\n" : "\n");
  const title = yamlText(titleOfSlug(withoutPageExtension(path)));
  const block = `---${eol}title: ${title}${eol}---`;
  return {
    kind: "element",
    label: "---",
    detail: "frontmatter with a title",
    text: block + (text.slice(replace.end).trim() === "" ? eol : ""),
    caret: `---${eol}title: ${title}`.length,
    rank: 0,
  };
}

/** Fields that are not there yet, those of API pages last where the page is none, what this site's pages have first. */
function offerFields(caret: PageCaret, cursor: Extract<FrontmatterCursor, { kind: "field" }>): Offer[] {
  const { site } = caret;
  const profile = site.profile.name;
  const uses = caret.uses().fields;
  const pages = Math.max(1, uses.get("title") ?? 0);
  const isApi = [...endpointFields, "api"].some((field) => cursor.keys.has(field));
  return [...frontmatterFields.values()]
    .filter(({ name, unlisted }) => !cursor.keys.has(name) && (!unlisted || uses.has(name)))
    .map((field, index): Offer => {
      const { name } = field;
      const key = name.includes(":") ? JSON.stringify(name) : name;
      const start = startOf(field);
      const isForApi =
        /^(playground|authMethod|contentType|hideApiMarker|openapi-schema|asyncapi|graphql|sdk|api)$/.test(
          name,
        );
      const share = (uses.get(name) ?? 0) / pages;
      return {
        kind: "setting",
        label: name,
        about: aboutField(field, profile),
        text: cursor.hasColon ? key : `${key}:${start.text}`,
        ...(cursor.hasColon || start.back === 0
          ? {}
          : { caret: key.length + 1 + start.text.length - start.back }),
        rank:
          index / 200 -
          3 * share +
          (isForApi && !isApi ? 1 : 0) +
          (name.includes(":") ? 1 : 0) +
          misfit(caret, field, cursor),
      };
    });
}

function startOf({ type }: FieldInfo): { readonly text: string; readonly back: number } {
  if (type.kind === "list" || type.kind === "groups") return { text: " []", back: 1 };
  return { text: " ", back: 0 };
}

/** How badly the value that is there fits the field. */
function misfit(
  { site }: PageCaret,
  field: FieldInfo,
  cursor: Extract<FrontmatterCursor, { kind: "field" }>,
): number {
  if (!cursor.hasColon) return 0;
  const value = cursor.value.replace(/^(["'])(.*)\1$/, "$2");
  const isFlag = /^(true|false)$/.test(value);
  const isNumber = /^\d+(\.\d+)?$/.test(value);
  const isOperation = /(^|\s)(get|post|put|patch|delete|options|head|trace|webhook)\s+\S+$/i.test(value);
  const isUrl = /^(https?:|\/)/.test(value) && !/\s/.test(value);
  const isList = value.startsWith("[") || value === "";
  switch (field.type.kind) {
    case "flag":
      return isFlag ? -2 : 5;
    case "number":
      return isNumber ? -2 : 5;
    case "enum":
      return valuesOf(field, site.profile.name)?.some((one) => one.value === value) ? -4 : 5;
    case "icon":
      return isKnownIcon(iconLibraryOf(site), value) ? -2.5 : isUrl ? 0.5 : 4;
    case "list":
    case "groups":
    case "related":
      return isList ? -1 : 5;
    case "map":
      return value === "" ? 0 : 5;
    case "reference":
      if (field.type.names === "operation" || field.type.names === "endpoint")
        return isOperation ? (/https?:/.test(value) === (field.type.names === "endpoint") ? -4 : -1) : 5;
      return field.type.names === "url" ? (isUrl ? -3 : 5) : isOperation || isFlag ? 4 : 1;
    default:
      return (isFlag || isNumber || isOperation || isUrl ? 2.5 : 0) + textMisfit(field.name, value);
  }
}

/** Titles are short, descriptions are sentences. */
function textMisfit(name: string, value: string): number {
  const words = value.split(/\s+/).length;
  const isSentence = words > 7 || /[.!?。]$/.test(value);
  if (name === "description" || name === "og:description") return isSentence ? -1.5 : 0.5;
  if (name === "title" || name === "sidebarTitle") return isSentence ? 1 : 0;
  if (name === "tag") return words === 1 ? 0 : 1.5;
  return 0.5;
}

function offerFieldValues(
  caret: PageCaret,
  cursor: Extract<FrontmatterCursor, { kind: "value" | "item" }>,
): Offer[] {
  const { site, path } = caret;
  const field = frontmatterFields.get(cursor.key);
  const before = cursor.needsBlank ? " " : "";
  const isInFlow =
    cursor.kind === "item" && caret.text.slice(0, cursor.replace.start).trimEnd().match(/[[,]$/) !== null;
  const write = (value: string) => before + (isInFlow ? yamlItem(value) : yamlText(value));
  const texts = (offers: readonly Offer[]) => offers.map((offer) => ({ ...offer, text: write(offer.text) }));
  const title = titleOf(caret);
  const values = field && valuesOf(field, site.profile.name);
  if (values) {
    const uses = usedIn(caret, cursor.key);
    return values.map(({ value, meaning }, index) => ({
      kind: "value",
      label: value,
      detail: meaning,
      text: before + value,
      rank: index / 100 - Math.log2(1 + (uses.get(value) ?? 0)) - (isUsualFlag(cursor.key, value) ? 0.5 : 0),
    }));
  }
  switch (field?.type.kind) {
    case "icon":
      return offerIcons(site, title, write, usedIn(caret, "icon"));
    case "reference":
      if (field.type.names === "operation") return texts(offerPageOperations(caret, title));
      if (field.type.names === "channel") return texts(offerChannels(caret, title));
      if (field.type.names === "schema") return texts(offerSchemas(caret, title));
      if (field.type.names === "url") return texts(offerLinks(caret, cursor.typed, title));
      break;
    case "related":
      return texts(offerLinks(caret, cursor.typed, title).filter(({ label }) => !cursor.items.has(label)));
    default:
  }
  const media = cursor.key.endsWith("image") ? offerMedia(caret, cursor.typed, path) : [];
  const used = /^(title|description|sidebarTitle|og:title|og:description)$/.test(cursor.key)
    ? []
    : usedIn(caret, cursor.key);
  return [
    ...texts(media),
    ...[...used]
      .filter(([value]) => !cursor.items.has(value))
      .map(([value, times]): Offer => ({ kind: "value", label: value, text: write(value), rank: -times })),
  ];
}

/** What `true` and `false` are usually written for. */
function isUsualFlag(key: string, value: string): boolean {
  return value === (key === "searchable" ? "false" : "true");
}

function titleOf({ page, path }: PageCaret): string {
  const title = page?.frontmatter.fields.get("title")?.value;
  return typeof title === "string" && title !== "" ? title : titleOfSlug(withoutPageExtension(path));
}

/** Texts that other pages around have in this field or list. */
function usedIn({ site, path }: PageCaret, key: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = (value: unknown) => {
    if (typeof value === "string" || typeof value === "boolean")
      counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  };
  for (const page of pagesAround(site, path)) {
    if (page.path === path) continue;
    const value = page.frontmatter.fields.get(key)?.value;
    if (Array.isArray(value)) for (const item of value) add(item);
    else add(value);
  }
  return counts;
}

function aboutField(field: FieldInfo, profile: PageCaret["site"]["profile"]["name"]): string {
  const values = field.type.kind === "flag" ? undefined : valuesOf(field, profile);
  return [
    meaningOf(field, profile),
    values ? values.map(({ value }) => `\`${value}\``).join(" · ") : "",
    field.default === undefined ? "" : `Default: ${field.default}.`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}
