const mostAtOnce = 100;

/** Entries of lists that were written, wherever they lie. */
interface Written {
  entries: number;
}

/**
 * What `JSON.stringify` makes of plain data, in steps: a hundred entries of lists each, in one list or in many inside of
 * one another, so that a menu of thousands of pages keeps nobody waiting.
 */
export function jsonInSteps(value: unknown): Generator<void, string> {
  return valueInSteps(value, { entries: 0 });
}

function* valueInSteps(value: unknown, written: Written): Generator<void, string> {
  if (Array.isArray(value)) return yield* listInSteps(value, written);
  if (typeof value !== "object" || value === null || !holdsLists(value)) return JSON.stringify(value);
  const members: string[] = [];
  for (const [name, member] of Object.entries(value as Readonly<Record<string, unknown>>)) {
    if (member === undefined) continue;
    const text = Array.isArray(member) ? yield* listInSteps(member, written) : JSON.stringify(member);
    members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(",")}}`;
}

function* listInSteps(list: readonly unknown[], written: Written): Generator<void, string> {
  const entries: string[] = [];
  for (const entry of list) {
    entries.push(yield* valueInSteps(entry, written));
    if (++written.entries % mostAtOnce === 0) yield;
  }
  return `[${entries.join(",")}]`;
}

function holdsLists(value: object): boolean {
  return Object.values(value).some((member) => Array.isArray(member));
}
