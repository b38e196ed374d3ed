import type { Config } from "../config/config.ts";
import { type JsonNode, type JsonString, placeOf, valueOf } from "../config/json/json-tree.ts";
import { frontmatterFields } from "../page/frontmatter-fields.ts";
import type { FieldValue, FrontmatterField, PageLink, PageReferences } from "../page/page.ts";
import { scanPage } from "../page/scan-page.ts";
import { partRange } from "../spec/edit-spec.ts";
import type { SpecOutline } from "../spec/spec-outline.ts";
import { decodeEntities, decodeMarkdown, decodeScriptText } from "../text/decode-text.ts";
import type { SiteLocation, TextRange } from "../text/text-edit.ts";
import { derive } from "../text/view.ts";

/** A place where a link is written. */
export interface LinkPlace {
  readonly at: SiteLocation;
  /** As readers' browsers get it, percent-encoding left: `/guides/start#install`. */
  readonly url: string;
  /** `file` for images, videos and other sources that are shown or fetched; `place` for what readers open. */
  readonly wants: "place" | "file";
  /** How another link is written over `at`; absent where that cannot be done safely. */
  readonly writeAs?: "plain" | "json";
}

/** Every link of a page: in its text, in the attributes of components and HTML, and in frontmatter. */
export const linksOfPage = derive((page: PageReferences): readonly LinkPlace[] => [
  ...[...page.frontmatter.fields.values()].flatMap((field) => linksOfField(page, field)),
  ...page.links.map((link) => linkOfText(page, link)),
]);

function linkOfText(page: PageReferences, link: PageLink): LinkPlace {
  return {
    at: { file: page.path, range: link.range },
    url: decodeTarget(link, page.text),
    wants: link.kind === "image" ? "file" : "place",
    writeAs: "plain",
  };
}

function decodeTarget({ target, component, prop, range }: PageLink, text: string): string {
  if (component === undefined || prop !== undefined) return decodeMarkdown(target);
  const isScript = /\{\s*["'`]$/.test(text.slice(Math.max(0, range.start - 20), range.start));
  return isScript ? decodeScriptText(target) : decodeEntities(target);
}

const imageFields: ReadonlySet<string> = new Set(["og:image", "twitter:image"]);

function linksOfField(page: PageReferences, field: FrontmatterField): LinkPlace[] {
  const type = frontmatterFields.get(field.key)?.type;
  if (type?.kind === "related") return relatedLinks(page, field);
  const isUrl = type?.kind === "reference" && type.names === "url";
  const isImage = imageFields.has(field.key);
  const { value } = field;
  if (typeof value !== "string" || value.trim() === "" || !(isUrl || isImage || field.key === "og:url"))
    return [];
  const written = page.text.slice(field.valueRange.start, field.valueRange.end);
  const isPlain = written === value;
  const isQuoted = /^(["'])[^]*\1$/.test(written) && written.slice(1, -1) === value;
  return [
    {
      at: { file: page.path, range: partRange(value, field.valueRange, { start: 0, end: value.length }) },
      url: value,
      wants: isImage ? "file" : "place",
      ...((isPlain || isQuoted) && { writeAs: "plain" }),
    },
  ];
}

/** `related: [/guides/start, { "First steps": /guides/first }]`. Each is looked for behind the one before. */
function relatedLinks(page: PageReferences, { value, valueRange }: FrontmatterField): LinkPlace[] {
  if (!Array.isArray(value)) return [];
  const items: readonly FieldValue[] = value;
  let from = valueRange.start;
  return items.flatMap((item): LinkPlace[] => {
    const url: unknown = item instanceof Map ? [...(item as ReadonlyMap<string, unknown>).values()][0] : item;
    if (typeof url !== "string" || url === "") return [];
    const start = page.text.indexOf(url, from);
    if (start < 0 || start + url.length > valueRange.end) return [];
    from = start + url.length;
    return [{ at: { file: page.path, range: { start, end: from } }, url, wants: "place", writeAs: "plain" }];
  });
}

/** Every link of docs.json that leads readers somewhere: `href` wherever it stands, and what texts in Markdown hold. */
export const linksOfConfig = derive(({ root }: Config): readonly LinkPlace[] => {
  const notFound = valueOf(valueOf(valueOf(root, "errors"), "404"), "description");
  const members = root?.kind === "object" ? root.properties : [];
  return [
    ...members.flatMap(({ key, value }) => (value && !notForReaders.has(key) ? linksBelow(value) : [])),
    ...linksOfBanner(root),
    ...(notFound?.kind === "string" ? linksWithin(notFound.value, placeOf(notFound)) : []),
  ];
});

/** By member of docs.json, as a change leaves those before it as they are. Thousands of entries are passed over at a key. */
const linksBelow = derive((member: JsonNode): readonly LinkPlace[] => {
  const places: LinkPlace[] = [];
  const visit = (node: JsonNode, depth: number): void => {
    if (depth > deepestSetting) return;
    if (node.kind === "array")
      for (const item of node.items) if (item.kind !== "string") visit(item, depth + 1);
    if (node.kind !== "object") return;
    for (const { key, value } of node.properties) {
      if (!value) continue;
      if (value.kind !== "string") visit(value, depth + 1);
      else if (key === "href") places.push(...linksOfSetting(value));
    }
    places.push(...linksOfBanner(node));
  };
  visit(member, 1);
  return places;
});

const deepestSetting = 200;

const notForReaders: ReadonlySet<string> = new Set(["redirects", "variables", "seo", "metadata", "api"]);

/** Other beginnings than these are no links there, which `config/invalid-value` says. */
function linksOfSetting(node: JsonString): readonly LinkPlace[] {
  if (!/^(\/|https?:)/i.test(node.value)) return [];
  return [{ at: placeOf(node), url: node.value, wants: "place", writeAs: "json" }];
}

function linksOfBanner(node: JsonNode | undefined): readonly LinkPlace[] {
  if (node?.kind !== "object" || !node.properties.some(({ key }) => key === "banner")) return [];
  const content = valueOf(valueOf(node, "banner"), "content");
  return content?.kind === "string" ? linksWithin(content.value, placeOf(content)) : [];
}

/** The links in what a specification's extensions put on pages. */
export const linksOfSpec = derive((spec: SpecOutline): readonly LinkPlace[] =>
  [...spec.operations, ...spec.webhooks].flatMap(({ extensions }) =>
    extensions.flatMap(({ content, contentRange, range }) =>
      content === undefined ? [] : linksWithin(content, { file: spec.path, range: contentRange ?? range }),
    ),
  ),
);

/** The links in a text in Markdown that is a value in another file; each at its place as far as that can be told. */
function linksWithin(markdown: string, { file, range }: SiteLocation): LinkPlace[] {
  if (!/[[<]/.test(markdown)) return [];
  const { references } = scanPage(file, `\n${markdown}`);
  return references.links.map((link): LinkPlace => {
    const part: TextRange = { start: link.range.start - 1, end: link.range.end - 1 };
    const at = partRange(markdown, range, part);
    const isExact = at.end - at.start === link.target.length;
    const place = linkOfText(references, link);
    return {
      at: { file, range: at },
      url: place.url,
      wants: place.wants,
      ...(isExact && { writeAs: "plain" }),
    };
  });
}
