import { isPlainRecord } from "../text/plain-record.ts";
import { plainTextOf } from "./plain-text-of.ts";

/** A value as a style sees it (RFC 6570, section 2.4): nothing, one text, a list of texts, or named texts. */
export type Expandable =
  | { readonly kind: "nothing" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly texts: readonly string[] }
  | { readonly kind: "names"; readonly pairs: readonly (readonly [string, string])[] };

/** Members without a text are left out; a list or object without members is nothing (RFC 6570, section 2.3). */
export function expandable(value: unknown): Expandable {
  if (Array.isArray(value)) {
    const texts = value.flatMap((each) => plainTextOf(each) ?? []);
    return texts.length === 0 ? { kind: "nothing" } : { kind: "list", texts };
  }
  if (isPlainRecord(value)) {
    const pairs = Object.entries(value).flatMap(([name, each]): [string, string][] => {
      const text = plainTextOf(each);
      return text === undefined ? [] : [[name, text]];
    });
    return pairs.length === 0 ? { kind: "nothing" } : { kind: "names", pairs };
  }
  const text = plainTextOf(value);
  return text === undefined ? { kind: "nothing" } : { kind: "text", text };
}
