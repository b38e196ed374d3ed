import { firstPart } from "../../text/message.ts";

/** `a number`, `a list`: what kind a value of JSON is. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** A value as it is written, cut short. */
export function valueWords(value: unknown): string {
  return firstPart(JSON.stringify(value) ?? "", 60);
}

const mostNamed = 8;

/** `"a", "b" or "c"`; of many the first and how many others. */
export function choiceWords(values: readonly unknown[]): string {
  const words = values.slice(0, mostNamed).map(valueWords);
  const rest = values.length - words.length;
  if (rest > 0) return `${words.join(", ")} or ${rest} others`;
  return listWords(words, "or");
}

/** `a, b and c` */
export function listWords(words: readonly string[], last: "or" | "and"): string {
  const end = words.at(-1) ?? "";
  return words.length < 2 ? end : `${words.slice(0, -1).join(", ")} ${last} ${end}`;
}

/** `1 item`, `3 items` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
