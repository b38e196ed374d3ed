/**
 * Returns rows as CSV (RFC 4180): each cell in quotation marks, doubled inside, and CRLF at the end of each row.
 * Whether a spreadsheet separates cells with commas, semicolons, tabs, or bars, none of them is a formula (OWASP, “CSV
 * Injection”), and no cell contains control characters that would move a terminal's cursor.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

function csvCell(text: string): string {
  return `"${withoutFormulas(withoutControls(text)).replaceAll('"', '""')}"`;
}

/** Also full-width and small forms, which some spreadsheets read as the character itself. */
const formulaStart = /^[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]/;
/** What may be between the beginning of a cell and its text: space, quotation marks, joiners, and other separators. */
const gap = /[\s";|\u200c\u200d]+/g;

/** Puts an apostrophe before a formula at the beginning of the text, of a line, or of what another separator makes a cell. */
function withoutFormulas(text: string): string {
  const inside = text.replace(gap, (found: string, at: number) => {
    if (!formulaStart.test(text.charAt(at + found.length))) return found;
    const begin = Math.max(found.lastIndexOf(";"), found.lastIndexOf("|")) + 1;
    const rest = found.slice(begin).replace(/[\t\r\n]/g, "$&'");
    return `${found.slice(0, begin)}${begin > 0 || at === 0 ? "'" : ""}${rest}`;
  });
  return formulaStart.test(inside) || /^[\t\r\n]/.test(inside) ? `'${inside}` : inside;
}

/** Controls other than tabs and line ends become pictures of themselves (U+2400…). Marks that turn the direction are removed. */
function withoutControls(text: string): string {
  return text
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)))
    .replace(/[\x7f-\x9f\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu, "");
}
