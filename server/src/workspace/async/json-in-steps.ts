const maxAtOnce = 100;

/**
 * The JSON of plain data in parts, always split at the same positions. Two values are equal if all of their parts are
 * equal.
 */
export type JsonParts = readonly string[];

export function isSameJson(one: JsonParts, other: JsonParts): boolean {
  return one.length === other.length && one.every((part, at) => part === other[at]);
}

interface Writing {
  readonly parts: string[];
  text: string;
  /** The number of list entries so far, at any depth. */
  entries: number;
}

/**
 * Serializes plain data with the same result as `JSON.stringify`, but in steps and in parts of 100 list entries each,
 * at any depth, so that a navigation tree with thousands of pages doesn't block requests. The parts aren't joined,
 * because this would copy megabytes in one step.
 */
export function* jsonInSteps(value: unknown): Generator<void, JsonParts> {
  const writing: Writing = { parts: [], text: "", entries: 0 };
  yield* write(value, writing);
  return [...writing.parts, writing.text];
}

function* write(value: unknown, writing: Writing): Generator<void, void> {
  if (Array.isArray(value)) yield* writeList(value, writing);
  else if (typeof value !== "object" || value === null || !holdsLists(value))
    writing.text += JSON.stringify(value);
  else yield* writeMembers(value, writing);
}

function* writeMembers(value: object, writing: Writing): Generator<void, void> {
  let before = "{";
  for (const [name, member] of Object.entries(value as Readonly<Record<string, unknown>>)) {
    if (member === undefined) continue;
    writing.text += `${before}${JSON.stringify(name)}:`;
    before = ",";
    if (Array.isArray(member)) yield* writeList(member, writing);
    else writing.text += JSON.stringify(member);
  }
  writing.text += before === "{" ? "{}" : "}";
}

function* writeList(list: readonly unknown[], writing: Writing): Generator<void, void> {
  writing.text += "[";
  for (const [at, entry] of list.entries()) {
    if (at > 0) writing.text += ",";
    yield* write(entry, writing);
    if (++writing.entries % maxAtOnce !== 0) continue;
    writing.parts.push(writing.text);
    writing.text = "";
    yield;
  }
  writing.text += "]";
}

function holdsLists(value: object): boolean {
  return Object.values(value).some((member) => Array.isArray(member));
}
