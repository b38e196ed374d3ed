const entities = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&apos;"],
]);

/**
 * XML 1.0 allows no controls except tabs and line endings, no lone surrogates, and no U+FFFE. They're shown as numbers.
 */
export function escapeXml(text: string): string {
  return text
    .replace(
      /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\ufffe\uffff]/gu,
      (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    )
    .replace(/[&<>"']/g, (character) => entities.get(character) ?? character)
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
