import type { MessageArgs } from "./rule.ts";

/** Translated templates by `code/key`, as `nav/page-not-found/missing`; what is missing there stays English. */
export type Translations = ReadonlyMap<string, string>;

const longestArgument = 60;

/**
 * The template with `{name}` filled in. Content of a site goes into messages, so what could spoof a terminal or
 * turn text round is made visible, and long values are shortened in the middle.
 */
export function formatMessage(template: string, args: MessageArgs = {}): string {
  const values = new Map(Object.entries(args));
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values.get(name);
    return value === undefined ? whole : showValue(String(value));
  });
}

function showValue(value: string): string {
  const visible = value.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code === 0x200d ? character : `\\u{${code.toString(16)}}`;
  });
  if (visible.length <= longestArgument * 2) return visible;
  return `${visible.slice(0, longestArgument)}…${visible.slice(-longestArgument / 2)}`;
}
