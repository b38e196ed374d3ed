const maxAtOnce = 100;

/** The JSON of plain data, cut always at the same places: two are the same data when all their parts are the same. */
export type JsonParts = readonly string[];

export function isSameJson(one: JsonParts, other: JsonParts): boolean {
  return one.length === other.length && one.every((part, at) => part === other[at]);
}

/** What is being written. */
interface Writing {
  readonly parts: string[];
  text: string;
  /** Entries of lists, wherever they lie. */
  entries: number;
}

/**
 * What `JSON.stringify` makes of plain data, in steps and in parts: a hundred entries of lists each, in one list or in
 * many inside of one another, so that a menu of thousands of pages keeps nobody waiting. To put the parts together would
 * copy megabytes at once.
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
