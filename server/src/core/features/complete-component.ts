import type { Component } from "../page/components/component.ts";
import { components } from "../page/components/components.ts";
import { readFence } from "../page/frontmatter.ts";
import type { Offer } from "./completion.ts";
import { importable, type ImportableName } from "./importable-names.ts";
import { closingTagsBehind, openTagsAt, tagTokens, type TagToken } from "./open-tags.ts";
import type { PageCaret } from "./page-caret-context.ts";
import type { PageCursor } from "./page-caret.ts";
import type { TypedTag } from "./tag-reader.ts";
import { propsAt } from "./tag-props.ts";

type TagName = Extract<PageCursor, { kind: "tag-name" }>;

/** HTML elements that pages use; others are found by typing them whole. */
const htmlElements: readonly string[] =
  "div span a img br table thead tbody tr td th ul ol li p video source iframe details summary sup sub kbd code strong em b i h1 h2 h3 h4 svg path section hr".split(
    " ",
  );

/** Components that can stand here, with what they must have and their closing tag; where a tag stands already, names. */
export function offerComponents(caret: PageCaret, cursor: TagName): Offer[] {
  const { text } = caret;
  const at = cursor.tag.nameRange.start - 1;
  const around = openTagsAt(text, at, readFence(text).bodyStart);
  const clue = clueOf(text, cursor, around);
  const context: Context = { caret, cursor, around, clue, before: lastBefore(text, at, around) };
  const known = [...components.values()].filter(
    ({ unlisted, replacedBy }) => !unlisted && replacedBy === undefined,
  );
  return [
    ...known.map((component) => builtIn(component, context)),
    ...importable(caret)
      .filter(({ isComponent }) => isComponent)
      .map((name) => fromFile(name, context)),
    ...htmlElements.map((name) => html(name, context)),
  ];
}

/** The tag that is open at the caret, then those around it. */
export function offerClosingTags(
  { text }: PageCaret,
  { start, needsClosing }: Extract<PageCursor, { kind: "closing-tag" }>,
): Offer[] {
  const open = openTagsAt(text, start, readFence(text).bodyStart);
  return [...new Set([...open].reverse().map(({ name }) => name))].map((name, rank) => ({
    kind: "closing-tag",
    label: name,
    text: needsClosing ? `${name}>` : name,
    rank,
  }));
}

interface Context {
  readonly caret: PageCaret;
  readonly cursor: TagName;
  readonly around: readonly TagToken[];
  /** The name that a closing tag behind the caret asks for. */
  readonly clue: string | undefined;
  /** The element that ends last before the caret, beside it. */
  readonly before: string | undefined;
}

function builtIn(component: Component, context: Context): Offer {
  const { name, meaning, parents } = component;
  const parent = context.around.at(-1)?.name;
  const around = parent === undefined ? undefined : components.get(parent);
  const fits = around?.children?.includes(name) || (parent !== undefined && parents?.includes(parent));
  const strays = parents && !fits ? 8 : 0;
  return {
    kind: "component",
    label: name,
    about: meaning,
    ...written(name, component, context),
    rank: likelihood(name, context) + strays - (fits ? 6 : 0) + (around?.children && !fits ? 5 : 0),
  };
}

function fromFile(name: ImportableName, context: Context): Offer {
  const isHere = name.importEdit === undefined;
  return {
    kind: "snippet",
    label: name.name,
    detail: name.source,
    ...(isHere ? {} : { remark: "adds the import" }),
    ...written(name.name, undefined, context),
    ...(name.importEdit ? { more: [name.importEdit] } : {}),
    rank: likelihood(name.name, context) + (isHere ? -2 : 4),
  };
}

function html(name: string, context: Context): Offer {
  return { kind: "component", label: name, text: name, rank: likelihood(name, context) + 2 };
}

/** Lower for what pages around use, for what the attributes and closing tag that are there ask for. */
function likelihood(name: string, { caret, cursor, clue, before, around }: Context): number {
  const uses = caret.uses().tags.get(name) ?? 0;
  const isClosing = clue === name;
  const beside = before === name && !(around.at(-1)?.name === name) ? 1.5 : 0;
  return (
    -Math.log2(1 + Math.min(uses, 400)) * 0.5 -
    beside -
    (isClosing ? 30 : 0) +
    strangers(name, caret, cursor.tag)
  );
}

/** How many of the attributes that are there the component does not take. */
function strangers(name: string, caret: PageCaret, tag: TypedTag): number {
  if (tag.attributes.length === 0) return 0;
  const { attributes } = caret.uses();
  const props = propsAt(caret, name);
  const known = tag.attributes.filter(
    (attribute) => props.has(attribute.name) || attributes.has(`${name}.${attribute.name}`),
  );
  return 4 * (tag.attributes.length - known.length) - known.length;
}

function clueOf(text: string, { tag, hasRest }: TagName, around: readonly TagToken[]): string | undefined {
  if (tag.selfClosing) return undefined;
  const from = hasRest && tag.isClosed ? tag.end : tag.nameRange.end;
  const behind = closingTagsBehind(text, from);
  const open = [...around].reverse();
  const at = behind.findIndex((name, i) => name !== open[i]?.name);
  return at < 0 ? undefined : behind[at];
}

function lastBefore(text: string, at: number, around: readonly TagToken[]): string | undefined {
  const start = Math.max(around.at(-1)?.end ?? 0, at - 3000);
  let last: string | undefined;
  for (const { kind, name } of tagTokens(text, start, at)) if (kind !== "open") last = name;
  return last;
}

/** The name alone before attributes that are there, else the whole element with the caret at the first thing to fill in. */
function written(
  name: string,
  component: Component | undefined,
  { caret, cursor, clue }: Context,
): { readonly text: string; readonly caret?: number } {
  if (cursor.hasRest) return { text: name };
  const required = [...(component?.props.values() ?? [])].filter((prop) => prop.required && !prop.unlisted);
  const head = `${name}${required.map((prop) => ` ${prop.name}=""`).join("")}`;
  const firstQuote = head.indexOf('""');
  const isEmpty = component ? component.content === "none" : true;
  if (isEmpty) return { text: `${head} />`, ...(firstQuote < 0 ? {} : { caret: firstQuote + 1 }) };
  if (clue === name) return { text: `${head}>`, ...(firstQuote < 0 ? {} : { caret: firstQuote + 1 }) };
  const isInline = component?.content === "inline" || component?.inline === true;
  const eol = caret.page?.eol ?? "\n";
  const indent = indentAt(caret.text, caret.offset);
  const inner = isInline ? "" : `${eol}${indent}  ${eol}${indent}`;
  const text = `${head}>${inner}</${name}>`;
  const inside = head.length + 1 + (isInline ? 0 : eol.length + indent.length + 2);
  return { text, caret: firstQuote < 0 ? inside : firstQuote + 1 };
}

function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, Math.min(offset, start + 200)))?.[0] ?? "";
}
