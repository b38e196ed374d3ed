import type { JsonNode, JsonString } from "../config/json/json-tree.ts";
import { findAllowedSchemas } from "../config/settings/schema-lookup.ts";
import type { Site } from "../site/site.ts";
import type { SitePath, TextRange } from "../text/text-edit.ts";

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
    const allowedShapes = findAllowedSchemas(root, path);
    if (!allowedShapes?.schemas.some((shape) => shape.kind === "string" && shape.check === "color")) return;
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

function toHexPair(part: number): string {
  const value = Math.round(255 * Math.min(1, Math.max(0, part)));
  return (Number.isFinite(value) ? value : 0).toString(16).padStart(2, "0");
}
