import { isJsonType, parsedJson } from "../json-text.ts";
import type { CurlPart } from "./read-form-option.ts";

/**
 * The parts from `start` up to the `=)` that ends them as one value: an object where they have names, else a list, and
 * where the next part is. A name that comes twice has a list; texts whose type is JSON are what they say.
 */
export function insideValue(
  parts: readonly CurlPart[],
  start: number,
): { readonly value: unknown; readonly next: number } {
  const found: (readonly [name: string, value: unknown])[] = [];
  let next = start;
  for (let part = parts[next++]; part && part.bracket !== ")"; part = parts[next++]) {
    if (part.bracket === "(") {
      const inner = insideValue(parts, next);
      next = inner.next;
      found.push([part.name, inner.value]);
    } else {
      const isJson = isJsonType(part.contentType ?? "");
      found.push([part.name, (isJson ? parsedJson(part.value)?.value : undefined) ?? part.value]);
    }
  }
  return { value: found.some(([name]) => name !== "") ? byName(found) : found.map(([, each]) => each), next };
}

function byName(found: readonly (readonly [string, unknown])[]): unknown {
  const all = new Map<string, unknown[]>();
  for (const [name, value] of found) all.set(name, [...(all.get(name) ?? []), value]);
  return Object.fromEntries(
    [...all].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}
