import { firstPart } from "../../text/message.ts";

const longest = 80;

/** A name of the specification as code in Markdown and MDX, whatever is in it. */
export function nameAsCode(name: string): string {
  const plain = name.replace(/\s+/g, " ").replaceAll("`", "'").trim();
  const shown = firstPart(plain, longest);
  return shown === "" ? '""' : `\`${shown}\``;
}

/** Up to five of them: "`a`, `b` and `c`". */
export function namesAsCode(names: readonly string[]): string {
  const shown = names.slice(0, names.length > 5 ? 4 : 5).map(nameAsCode);
  if (names.length > shown.length) shown.push(`${names.length - shown.length} more`);
  const last = shown.pop() ?? "";
  return shown.length === 0 ? last : `${shown.join(", ")} and ${last}`;
}
