import type { JsonNode, JsonString } from "../config/json/json-tree.ts";
import { findAllowedSchemas } from "../config/settings/schema-lookup.ts";
import type { Site } from "../site/site.ts";
import { getPartRange } from "../spec/edit-spec.ts";
import type { EndpointReference, ReferencePart } from "../spec/operation-reference.ts";
import type { SitePath, TextRange } from "../text/text-edit.ts";
import { listSiteReferencesInFile } from "./spec/symbols-and-references.ts";

/** A color whose components are numbers from 0 to 1. */
export interface Color {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

export interface ColorLocation {
  /** The range of the color, without its quotes. */
  readonly range: TextRange;
  readonly color: Color;
}

const hexColorPattern = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/** Returns the colors that are set in `file`. The file is docs.json or a file that docs.json includes. */
export function findColors(site: Site, file: SitePath): readonly ColorLocation[] {
  const { root } = site.config;
  if (!root || !site.config.files.some(({ path }) => path === file)) return [];
  const colors: ColorLocation[] = [];
  const path: (string | number)[] = [];
  const visit = (node: JsonNode): void => {
    if (node.kind === "array") for (const [i, item] of node.items.entries()) visitNode(i, item);
    if (node.kind === "object") for (const { key, value } of node.properties) if (value) visitNode(key, value);
    if (node.kind !== "string" || node.file !== file || !isUnescapedHexColor(node)) return;
    const allowedSchemas = findAllowedSchemas(root, path);
    if (!allowedSchemas?.schemas.some((schema) => schema.kind === "string" && schema.check === "color")) return;
    const { start, end } = node.range;
    colors.push({ range: { start: start + 1, end: end - 1 }, color: readColor(node.value) });
  };
  const visitNode = (key: string | number, node: JsonNode) => {
    path.push(key);
    visit(node);
    path.pop();
  };
  visit(root);
  return colors;
}

function isUnescapedHexColor({ value, range }: JsonString): boolean {
  return hexColorPattern.test(value) && range.end - range.start === value.length + 2;
}

function readColor(text: string): Color {
  const digits = text.slice(1);
  const width = digits.length < 6 ? 1 : 2;
  const getComponent = (i: number): number => {
    const component = digits.slice(i * width, (i + 1) * width);
    return component === "" ? 1 : parseInt(width === 1 ? component + component : component, 16) / 255;
  };
  return { red: getComponent(0), green: getComponent(1), blue: getComponent(2), alpha: getComponent(3) };
}

/**
 * Formats a color in the style of `oldText`, which it replaces. Preserves the letter case and, if possible, the short
 * form `#RGB`. The result has an alpha channel only if `oldText` does, because most settings don't support one.
 */
export function formatColor({ red, green, blue, alpha }: Color, oldText: string): string {
  const length = oldText.length - 1;
  const hasAlpha = length === 4 || length === 8;
  const pairs = [red, green, blue, ...(hasAlpha ? [alpha] : [])].map(toHexPair);
  const isShort = length < 6 && pairs.every(([first, second]) => first === second);
  const digits = pairs.map((pair) => (isShort ? pair.charAt(0) : pair)).join("");
  return `#${/[A-F]/.test(oldText) && !/[a-f]/.test(oldText) ? digits.toUpperCase() : digits}`;
}

function toHexPair(component: number): string {
  const value = Math.round(255 * Math.min(1, Math.max(0, component)));
  return (Number.isFinite(value) ? value : 0).toString(16).padStart(2, "0");
}

/**
 * The kinds of tokens in a reference to an endpoint. For example, `api.json` is a `file`, `GET` and `webhook` are each
 * a `method`, `/users/` is a `path`, and `{id}` is a `parameter`. Any other name in a specification is a `name`.
 */
export const endpointTokenKinds = ["file", "method", "path", "parameter", "name"] as const;
export type EndpointTokenKind = (typeof endpointTokenKinds)[number];

export interface EndpointToken {
  readonly kind: EndpointTokenKind;
  readonly range: TextRange;
}

/**
 * Returns the tokens of specification references in docs.json, an included file, or a page's frontmatter, in text
 * order. If `visibleRange` is given, returns only tokens that touch that range. A malformed reference has no tokens,
 * because a diagnostic already marks it.
 */
export function createEndpointTokens(site: Site, file: SitePath, visibleRange?: TextRange): readonly EndpointToken[] {
  const references = listSiteReferencesInFile(site, file).filter(
    ({ location: { range } }) => !visibleRange || (range.start <= visibleRange.end && visibleRange.start <= range.end),
  );
  const tokens = references.flatMap(({ location, text, reference, namedSpec }): EndpointToken[] => {
    const textRange = location.range;
    const isUnescaped = [0, 2].includes(textRange.end - textRange.start - text.length);
    // The tokens can't be located in text that contains escapes.
    if (!isUnescaped) return [];
    const relativeTokens: readonly EndpointToken[] = reference
      ? createReferenceTokens(reference)
      : namedSpec
        ? [{ kind: "file", range: namedSpec.nameRange }]
        : [];
    return relativeTokens.map(({ kind, range }) => ({ kind, range: getPartRange(text, textRange, range) }));
  });
  return tokens.sort((a, b) => a.range.start - b.range.start);
}

function createReferenceTokens(reference: EndpointReference): EndpointToken[] {
  const fileTokens = reference.file ? [createToken("file", reference.file)] : [];
  if (reference.form === "operation")
    return [...fileTokens, createToken("method", reference.method), ...createPathTokens(reference.path)];
  return [...fileTokens, createToken("name", reference.name)];
}

function createToken(kind: EndpointTokenKind, { range }: ReferencePart): EndpointToken {
  return { kind, range };
}

/** Returns the tokens of a path, such as `/users/` and `{id}` for `/users/{id}`. */
function createPathTokens({ text, range }: ReferencePart): EndpointToken[] {
  return [...text.matchAll(/\{[^{}]*\}|[^{}]+|[{}]/g)].map((match) => {
    const start = range.start + match.index;
    return {
      kind: match[0].length > 1 && match[0].startsWith("{") ? "parameter" : "path",
      range: { start, end: start + match[0].length },
    };
  });
}
