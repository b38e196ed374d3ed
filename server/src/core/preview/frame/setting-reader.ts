import { type JsonNode, placeOf, stringOf, valueOf } from "../../config/json/json-tree.ts";
import type { FramePicture, FramePlace } from "../view/site-frame.ts";
import { sourceOf } from "./frame-icon.ts";

/** Text with something in it, trimmed. */
export function textIn(node: JsonNode | undefined, key: string): string | undefined {
  return stringOf(node, key)?.trim() || undefined;
}

export function flagIn(node: JsonNode | undefined, key: string): boolean | undefined {
  const value = valueOf(node, key);
  return value?.kind === "boolean" ? value.value : undefined;
}

export function itemsIn(node: JsonNode | undefined, key: string): readonly JsonNode[] {
  const value = valueOf(node, key);
  return value?.kind === "array" ? value.items : [];
}

export function oneOf<Name extends string>(
  text: string | undefined,
  names: readonly Name[],
): Name | undefined {
  return names.find((name) => name === text);
}

/** A colour as three or six digits: nothing else may reach a style. */
export function hexIn(node: JsonNode | undefined, key: string): string | undefined {
  const text = stringOf(node, key);
  return text !== undefined && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text) ? text : undefined;
}

/** Colours of light and dark mode, those that are set. */
export function colourPair(node: JsonNode | undefined): { readonly light?: string; readonly dark?: string } {
  const [light, dark] = [hexIn(node, "light"), hexIn(node, "dark")];
  return { ...(light !== undefined && { light }), ...(dark !== undefined && { dark }) };
}

/** One picture, or one for light and one for dark mode. */
export function pictureOf(node: JsonNode | undefined): FramePicture | undefined {
  const written = (key: string) => (node?.kind === "string" ? node.value : stringOf(node, key));
  const [light, dark] = [written("light"), written("dark")].map((text) =>
    text === undefined ? undefined : sourceOf(text),
  );
  const one = light ?? dark;
  if (!node || !one) return undefined;
  return { light: light ?? one, dark: dark ?? one, at: placeOf(node) };
}

export function atOf(node: JsonNode | undefined): { readonly at?: FramePlace } {
  return node ? { at: placeOf(node) } : {};
}
