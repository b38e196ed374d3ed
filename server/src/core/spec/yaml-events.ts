/** What of js-yaml is used: its events, which carry offsets, and its writer (ARCHITECTURE.md). */
export { dump, EVENT_ID, getScalarValue, SCALAR_STYLE, YAMLException } from "js-yaml";
import { parseEvents } from "js-yaml";

export type YamlEvent = ReturnType<typeof parseEvents>[number];
export type YamlScalarEvent = Extract<YamlEvent, { type: 4 }>;

/** Thrown for a text of more keys and values than may be read. */
export class TooManyValues extends Error {}

/**
 * The events of a YAML text that is nested at most `depth` deep. All of them are there at once, some hundred bytes
 * each, so a text that could fill the memory is given up at about `most` keys and values. Throws TooManyValues, or a
 * YAMLException for what is no YAML.
 */
export function yamlEvents(text: string, depth: number, most: number): readonly YamlEvent[] {
  // Hardly any is shorter than a character.
  if (text.length <= most) return parseEvents(text, { maxDepth: depth });
  return parseEvents(text, { maxDepth: countedLimit(depth, most) as unknown as number });
}

/** js-yaml has no other limit than the depth, which it looks at before each key and value: so they are counted there. */
function countedLimit(depth: number, most: number): { readonly valueOf: () => number } {
  let count = 0;
  return {
    valueOf() {
      if (++count > most) throw new TooManyValues();
      return depth;
    },
  };
}
