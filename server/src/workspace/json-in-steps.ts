const mostAtOnce = 100;

/**
 * What `JSON.stringify` makes of plain data, in steps: of a list, and of lists in its entries, a hundred entries each, so
 * that a menu of thousands of pages keeps nobody waiting.
 */
export function* jsonInSteps(value: unknown): Generator<void, string> {
  if (Array.isArray(value)) return yield* listInSteps(value);
  if (typeof value !== "object" || value === null || !holdsLists(value)) return JSON.stringify(value);
  const members: string[] = [];
  for (const [name, member] of Object.entries(value as Readonly<Record<string, unknown>>)) {
    if (member === undefined) continue;
    const text = Array.isArray(member) ? yield* listInSteps(member) : JSON.stringify(member);
    members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(",")}}`;
}

function* listInSteps(list: readonly unknown[]): Generator<void, string> {
  const entries: string[] = [];
  for (const entry of list) {
    entries.push(yield* jsonInSteps(entry));
    if (entries.length % mostAtOnce === 0) yield;
  }
  return `[${entries.join(",")}]`;
}

function holdsLists(value: object): boolean {
  return Object.values(value).some((member) => Array.isArray(member));
}
