import { foldText } from "./fold-text.ts";

const mostTerms = 20;

/**
 * What has to be in an entry for it to be found: words, and phrases that stand in quotation marks, folded. A phrase that
 * is still being typed reaches to the end: `rate "not fou` is `rate` and `not fou`.
 */
export function searchTerms(search: string): readonly string[] {
  const plain = search.replace(/[“”„«»]/g, '"');
  const found = [...plain.matchAll(/"([^"]*)"?|[^\s"]+/g)]
    .map(([word, phrase]) => foldText(phrase ?? word).trim())
    .filter((term) => term !== "");
  return [...new Set(found)].slice(0, mostTerms);
}

/** Whether everything that is found by `terms` is also found by `before`. */
export function narrows(before: readonly string[], terms: readonly string[]): boolean {
  return before.every((old) => terms.some((term) => term.includes(old)));
}
