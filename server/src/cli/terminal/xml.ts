const entities = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&apos;"],
]);

/** XML 1.0 knows no controls but tab and line ends, no halves of surrogate pairs and no U+FFFE; they are shown by number. */
export function escapeXml(text: string): string {
  return text
    .replace(
      /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\ufffe\uffff]/gu,
      (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    )
    .replace(/[&<>"']/g, (character) => entities.get(character) ?? character)
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
