/**
 * Rows as CSV (RFC 4180): CRLF at the end of each, quotation marks where a cell needs them, doubled within.
 * A cell that a spreadsheet would take for a formula begins with an apostrophe instead (OWASP, “CSV Injection”).
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

function csvCell(text: string): string {
  const harmless = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
