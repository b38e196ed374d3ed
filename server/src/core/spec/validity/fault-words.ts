const typeWords: Readonly<Record<string, string | undefined>> = {
  string: "a text",
  number: "a number",
  integer: "a whole number",
  boolean: "`true` or `false`",
  array: "a list",
  object: "a set of keys and values",
  null: "`null`",
};

/** Kinds of values as an author calls them: `a text or a list`. */
export function typesInWords(types: readonly string[]): string {
  return listInWords([...new Set(types)].map((type) => typeWords[type] ?? type));
}

/** A value as it is written, short. */
export function valueInWords(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

const mostListed = 6;

/** `a, b or c`; of a long list the beginning. */
export function listInWords(words: readonly string[]): string {
  const [last, ...before] = words.toReversed();
  if (last === undefined) return "";
  if (words.length > mostListed) return `${words.slice(0, mostListed).join(", ")} or another of its kind`;
  return before.length === 0 ? last : `${before.toReversed().join(", ")} or ${last}`;
}
