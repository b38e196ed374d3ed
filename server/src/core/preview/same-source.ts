import type { PageSource } from "./page-source.ts";

/** Whether two pages are made of the same besides their text: then what did not change in the text is rendered alike. */
export function sameSource(a: PageSource, b: PageSource): boolean {
  if (a === b) return true;
  return (
    a.path === b.path &&
    sameMap(a.files, b.files) &&
    sameMap(a.facts.variables, b.facts.variables) &&
    plain(a) === plain(b)
  );
}

function sameMap<Value>(a: ReadonlyMap<string, Value>, b: ReadonlyMap<string, Value>): boolean {
  return a === b || (a.size === b.size && [...a].every(([key, value]) => b.get(key) === value && b.has(key)));
}

function plain({ facts: { variables: _variables, ...facts }, audience }: PageSource): string {
  return JSON.stringify([facts, audience]);
}
