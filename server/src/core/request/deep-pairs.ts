import { isPlainRecord } from "../text/plain-record.ts";
import { plainTextOf } from "./plain-text-of.ts";

const deepest = 20;

/**
 * `deepObject`: `filter[state]=open`. OpenAPI says nothing about what lies deeper; as the parsers of forms in use read
 * it, each level is one more bracket and members of lists are numbered: `items[0][price]=5`. What lies deeper than 20
 * levels stands there as JSON.
 */
export function deepPairs(name: string, value: unknown): readonly (readonly [string, string])[] {
  const pairs: [string, string][] = [];
  const add = (key: string, part: unknown, depth: number): void => {
    const members = depth < deepest ? membersOf(part) : undefined;
    if (members) {
      for (const [inner, each] of members) add(`${key}[${inner}]`, each, depth + 1);
      return;
    }
    const text = plainTextOf(part);
    if (text !== undefined) pairs.push([key, text]);
  };
  add(name, value, 0);
  return pairs;
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (Array.isArray(value)) return value.map((each, at) => [String(at), each]);
  return isPlainRecord(value) ? Object.entries(value) : undefined;
}
