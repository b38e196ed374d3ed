import { everyImport } from "../../page/imports.ts";
import type { Component, ComponentProp } from "../../page/components/component.ts";
import { components } from "../../page/components/components.ts";
import type { PageAttribute, PageReferences, PageTag } from "../../page/page.ts";
import { type ImportTarget, namesOf, resolveImport } from "../../site/pages/imports.ts";
import type { Site } from "../../site/site.ts";
import { withoutPageExtension } from "../../text/site-path.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { formatInlineCode, paragraphs } from "../markdown.ts";
import { describeLink, describePage } from "./describe-page.ts";
import { describeColor, describeIcon, describeValues } from "./describe-values.ts";
import type { Hover, HoverPlace } from "./hover.ts";

/** Returns the hover for a component, prop, link, or import in a page's body. */
export function hoverBody(place: HoverPlace, page: PageReferences): Hover | undefined {
  return hoverTag(place, page) ?? hoverLink(place, page) ?? hoverImport(place, page);
}

function hoverTag(place: HoverPlace, page: PageReferences): Hover | undefined {
  const { offset, site } = place;
  const isLeft = place.left?.has("component-hover") === true;
  for (const tag of page.tags) {
    if (tag.range.start > offset) break;
    if (isAt(tag.nameRange, offset) || (tag.closing && isAt(tag.closing, offset))) {
      if (isLeft) return undefined;
      return isReported(
        isAt(tag.nameRange, offset) ? tag.nameRange : tag.closing,
        describeTag(site, page, tag.name),
      );
    }
    if (!isAt(tag.range, offset)) continue;
    const attribute = tag.attributes.find(
      ({ nameRange, value }) => nameRange.start <= offset && offset <= (value?.whole ?? nameRange).end,
    );
    if (attribute) return hoverAttribute(place, page, tag, attribute);
  }
  return undefined;
}

function hoverAttribute(
  { site, offset, findIcon, rate, left }: HoverPlace,
  page: PageReferences,
  tag: PageTag,
  { name, nameRange, value }: PageAttribute,
): Hover | undefined {
  const prop = components.get(tag.name)?.props.get(name);
  if (isAt(nameRange, offset))
    return left?.has("component-hover") ? undefined : isReported(nameRange, prop && describeProp(prop));
  if (value?.kind !== "text") return undefined;
  switch (prop?.names) {
    case "icon": {
      const style = tag.attributes.find((other) => other.name === "iconType")?.value?.text;
      return isReported(value.range, describeIcon(site, value.text, findIcon, { style }));
    }
    case "color":
      return isReported(value.range, describeColor(site, value.text));
    case "url":
    case "image":
      return isReported(value.range, describeLink(site, value.text, page.path, rate));
    default:
      return undefined;
  }
}

/** Describes a built-in component, or one that the page imports or defines. */
function describeTag(site: Site, page: PageReferences, name: string): string | undefined {
  const local = namesOf(page);
  const head = name.split(".")[0] ?? name;
  if (local.has(head)) return describeLocal(site, page, head);
  const component = components.get(name);
  return component && !component.unlisted ? describeComponent(component) : undefined;
}

const maxProps = 20;
const orList = new Intl.ListFormat("en", { type: "disjunction" });

/** Describes a component's purpose and props, required ones first. */
export function describeComponent({ name, meaning, props, parents, replacedBy }: Component): string {
  const shown = [...props.values()].filter(
    ({ unlisted, deprecated }) => !unlisted && deprecated === undefined,
  );
  shown.sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false));
  return paragraphs([
    `**${formatInlineCode(`<${name}>`)}**`,
    meaning,
    describeReplacement(replacedBy),
    parents
      ? `Use inside ${orList.format(parents.map((parent) => formatInlineCode(`<${parent}>`)))}.`
      : undefined,
    shown
      .slice(0, maxProps)
      .map((prop) => `- ${formatInlineCode(prop.name)}${prop.required ? ", required" : ""}: ${prop.meaning}`)
      .join("\n"),
  ]);
}

function describeReplacement(replacedBy: string | undefined): string | undefined {
  if (replacedBy === undefined) return undefined;
  if (replacedBy === "import") return "Deprecated. Import the file instead.";
  return `Deprecated. Use ${formatInlineCode(`<${replacedBy}>`)} instead.`;
}

/** Describes a prop's meaning and type. */
export function describeProp(prop: ComponentProp): string {
  const { name, type, meaning, required, values, default: byDefault, deprecated } = prop;
  return paragraphs([
    `**${formatInlineCode(name)}** ${typeWords[type]}${required ? ", required" : ""}`,
    meaning,
    values && describeValues(values.map((value) => ({ value }))),
    byDefault === undefined ? undefined : `Default: ${byDefault}.`,
    deprecated === undefined ? undefined : `Deprecated. Use ${formatInlineCode(deprecated)} instead.`,
  ]);
}

const typeWords: Readonly<Record<ComponentProp["type"], string>> = {
  text: "text",
  markdown: "Markdown text",
  number: "number",
  flag: "true or false",
  enum: "one of the values below",
  icon: "icon",
  list: "list",
  map: "object",
  element: "element",
  any: "any value",
};

/** Describes a name that the page imports or exports. */
function describeLocal(site: Site, page: PageReferences, name: string): string | undefined {
  const imported = namesOf(page).get(name);
  if (!imported) {
    const own = page.exports.find((each) => each.name === name);
    return (
      own &&
      paragraphs([`**${formatInlineCode(`<${name}>`)}**`, "Defined on this page.", propList(own.props)])
    );
  }
  const target = resolveImport(site, imported.source, page.path);
  if (target.kind !== "module") return `From ${formatInlineCode(imported.source)}`;
  const requested = imported.names.find(({ local }) => local === name)?.imported ?? "default";
  const found = target.exports.find((each) => each.name === requested);
  return paragraphs([
    `**${formatInlineCode(`<${name}>`)}**`,
    `From ${formatInlineCode(target.path)}`,
    propList(found?.props),
    requested === "default" && target.isPage ? titleOf(site, target) : undefined,
  ]);
}

function propList(props: readonly string[] | undefined): string | undefined {
  return props && props.length > 0 ? `Props: ${props.map(formatInlineCode).join(", ")}` : undefined;
}

function titleOf(site: Site, { path }: Extract<ImportTarget, { kind: "module" }>): string | undefined {
  const heading = site.pages.get(path)?.headings[0]?.text;
  return heading === undefined ? undefined : `First heading: ${formatInlineCode(heading)}`;
}

function hoverLink({ site, offset, rate }: HoverPlace, page: PageReferences): Hover | undefined {
  const link = page.links.find(({ range }) => isAt(range, offset));
  return link && isReported(link.range, describeLink(site, link.target, page.path, rate));
}

function hoverImport({ site, offset, rate }: HoverPlace, page: PageReferences): Hover | undefined {
  const found = everyImport(page).find(({ range }) => isAt(range, offset));
  if (!found) return undefined;
  const target = resolveImport(site, found.source, page.path);
  if (target.kind !== "module") return undefined;
  const names = target.exports.map(({ name }) => formatInlineCode(name));
  return isReported(
    found.range,
    paragraphs([
      `File: ${formatInlineCode(target.path)}`,
      names.length === 0 ? undefined : `Exports ${names.slice(0, maxProps).join(", ")}`,
      target.isPage ? describePage(site, withoutPageExtension(target.path), rate) : undefined,
    ]),
  );
}

function isAt({ start, end }: TextRange, offset: number): boolean {
  return start <= offset && offset <= end;
}

function isReported(range: TextRange | undefined, markdown: string | undefined): Hover | undefined {
  return range && markdown !== undefined && markdown !== "" ? { range, markdown } : undefined;
}
