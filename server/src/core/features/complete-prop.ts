import { isKnownIcon } from "../config/icons/icons.ts";
import type { ComponentProp } from "../page/components/component.ts";
import { components } from "../page/components/components.ts";
import { offerIcons, iconLibraryOf } from "./complete-icon.ts";
import { offerLinks, offerMedia } from "./complete-link.ts";
import type { Offer } from "./completion.ts";
import { labelOf, type PageCaret } from "./page-caret-context.ts";
import type { PageCursor } from "./page-caret.ts";
import { propsAt } from "./tag-props.ts";

type AttributeName = Extract<PageCursor, { kind: "attribute-name" }>;
type AttributeValue = Extract<PageCursor, { kind: "attribute-value" }>;

/** Props that are not set yet: what must be there first, then what is usual; before a value, those that take it. */
export function offerProps(caret: PageCaret, cursor: AttributeName): Offer[] {
  const { tag } = cursor;
  const props = propsAt(caret, tag.name);
  const taken = new Set(
    tag.attributes
      .filter(({ nameRange }) => nameRange.start !== cursor.replace.start)
      .map(({ name }) => name),
  );
  const { attributes, tags } = caret.uses();
  const total = tags.get(tag.name) ?? 0;
  const oneOf = components.get(tag.name)?.oneOf ?? [];
  const hasOne = oneOf.some((name) => taken.has(name));
  const used = [...attributes.keys()]
    .filter((key) => key.startsWith(`${tag.name}.`) && !key.includes("="))
    .map((key) => key.slice(tag.name.length + 1));
  const names = new Set([
    ...[...props.values()].filter(({ unlisted }) => !unlisted).map(({ name }) => name),
    ...used,
  ]);
  return [...names]
    .filter((name) => !taken.has(name))
    .map((name, index): Offer => {
      const prop = props.get(name);
      const share = total === 0 ? 0 : Math.min(1, (attributes.get(`${tag.name}.${name}`) ?? 0) / total);
      const must = prop?.required || (oneOf.includes(name) && !hasOne) ? 2 : 0;
      return {
        kind: "setting",
        label: name,
        ...(prop && prop.meaning !== "" ? { about: aboutProp(prop) } : {}),
        ...writeProp(name, prop, cursor.hasValue),
        rank:
          index / 1000 -
          must -
          2 * share +
          (prop?.deprecated === undefined ? 0 : 3) +
          misfitOf(caret, cursor, prop, name),
      };
    });
}

function writeProp(
  name: string,
  prop: ComponentProp | undefined,
  hasValue: boolean,
): { text: string; caret?: number } {
  if (hasValue || prop?.type === "flag") return { text: name };
  const value =
    prop?.type === "number" ? "{}" : prop?.type === "list" ? "{[]}" : prop?.type === "map" ? "{{}}" : '""';
  const text = `${name}=${value}`;
  return { text, caret: text.length - value.length / 2 };
}

/** How badly the value that is there fits the prop; 0 when it says nothing. */
function misfitOf(
  caret: PageCaret,
  { value, valueText, tag, hasValue }: AttributeName,
  prop: ComponentProp | undefined,
  name: string,
): number {
  if (!hasValue) return tag.attributes.length > 0 && prop?.type === "flag" ? 0.2 : 0;
  const uses = caret.uses().attributes.get(`${tag.name}.${name}=${valueText}`) ?? 0;
  const seen = uses > 0 ? -1.5 : 0;
  const isPath = /^(\/|#|\.{1,2}\/|https?:|mailto:)/.test(valueText);
  const isText = value?.opening !== "{";
  if (!prop) return isPath ? 2 + seen : seen;
  if (prop.values && (prop.type === "enum" || prop.values.includes(valueText)))
    return (prop.values.includes(valueText) ? -2 : 5) + seen;
  switch (prop.names) {
    case "url":
      return (isPath ? -3 : 4) + seen;
    case "image":
      return (isPath && /\.\w{2,4}$/.test(valueText) ? -3.5 : isPath ? 1 : 4) + seen;
    case "icon":
      return (isKnownIcon(iconLibraryOf(caret.site), valueText) ? -2.5 : isText ? 3 : 0) + seen;
    case "color":
      return (/^#[0-9a-f]{3,8}$/i.test(valueText) ? -3 : 3) + seen;
    default:
  }
  if (prop.type === "flag") return (/^(true|false)$/.test(valueText) ? -2 : 5) + seen;
  if (prop.type === "number") return (/^\d+$/.test(valueText) ? -2 : 5) + seen;
  if (prop.type === "list" || prop.type === "map") return (/^[[{]/.test(valueText.trim()) ? -2 : 5) + seen;
  return (isText ? 0 : 2) + (isPath ? 2 : 0) + (/^\d+$/.test(valueText) ? 2 : 0) + seen;
}

/** The values a prop is limited to, and where it names something of the site, that; else values used around. */
export function offerPropValues(caret: PageCaret, cursor: AttributeValue): Offer[] {
  const { tag, attribute, opening, typed } = cursor;
  const prop = propsAt(caret, tag.name).get(attribute);
  const label = labelOf(tag, caret.text);
  const write = writerOf(cursor);
  const isText = opening !== "{";
  const targets = (offers: Offer[]) => offers.map((offer) => ({ ...offer, text: write(offer.text, false) }));
  if (isText && (prop?.names === "url" || attribute === "href"))
    return targets(offerLinks(caret, typed, label));
  if (isText && (prop?.names === "image" || attribute === "src" || attribute === "img"))
    return targets(offerMedia(caret, typed, label));
  if (isText && prop?.names === "icon") {
    const { icons } = caret.uses();
    return offerIcons(caret.site, label, (name) => write(name, false), icons);
  }
  return [...fixedValues(prop), ...usedValues(caret, tag.name, attribute, prop)].map(
    ({ value, isCode }, index): Offer => {
      const uses = caret.uses().attributes.get(`${tag.name}.${attribute}=${value}`) ?? 0;
      const isDefault = prop?.default === value;
      return {
        kind: "value",
        label: value,
        ...(isDefault ? { remark: "default" } : {}),
        text: write(value, isCode),
        rank: index / 100 - Math.log2(1 + uses),
      };
    },
  );
}

interface Value {
  readonly value: string;
  /** Written in braces: a number, `true`. */
  readonly isCode: boolean;
}

function fixedValues(prop: ComponentProp | undefined): Value[] {
  if (!prop) return [];
  if (prop.type === "flag") return ["true", "false"].map((value) => ({ value, isCode: true }));
  if (prop.values) return prop.values.map((value) => ({ value, isCode: false }));
  if (prop.range && prop.range.max - prop.range.min < 10)
    return Array.from({ length: prop.range.max - prop.range.min + 1 }, (_, i) => ({
      value: String((prop.range?.min ?? 0) + i),
      isCode: true,
    }));
  return [];
}

/** What pages around write there, each once; texts of their own are seldom wanted twice. */
function usedValues(
  { uses }: PageCaret,
  tag: string,
  attribute: string,
  prop: ComponentProp | undefined,
): Value[] {
  const prefix = `${tag}.${attribute}=`;
  const fixed = new Set(fixedValues(prop).map(({ value }) => value));
  const least = /^(title|description|alt|caption|label|id|name)$/.test(attribute) ? 3 : 1;
  return [...uses().attributes]
    .filter(([key, times]) => key.startsWith(prefix) && times >= least)
    .map(([key]) => key.slice(prefix.length))
    .filter((value) => value !== "" && !fixed.has(value))
    .slice(0, 50)
    .map((value) => ({ value, isCode: /^(\d+|true|false)$/.test(value) && prop?.type !== "text" }));
}

/** A value with the quotes or braces that are missing: within quotes the text alone, behind `=` all of it. */
function writerOf({ opening, needsClosing }: AttributeValue): (value: string, isCode: boolean) => string {
  return (value, isCode) => {
    if (opening === "") return isCode ? `{${value}}` : `"${value}"`;
    if (opening === "{") return `${isCode ? value : JSON.stringify(value)}${needsClosing ? "}" : ""}`;
    return `${value}${needsClosing ? opening : ""}`;
  };
}

function aboutProp(prop: ComponentProp): string {
  return [
    prop.meaning,
    prop.values ? prop.values.map((value) => `\`${value}\``).join(" · ") : "",
    prop.default === undefined ? "" : `Default: ${prop.default}.`,
    prop.deprecated === undefined ? "" : `Old; \`${prop.deprecated}\` took its place.`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}
