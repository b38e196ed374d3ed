/** Common file layouts. Tests convert text that is indented with two spaces to each of these layouts. */
export const layouts: readonly {
  readonly name: string;
  readonly apply: (text: string) => string;
}[] = [
  { name: "two blanks", apply: (text) => text },
  { name: "four blanks", apply: (text) => text.replace(/^( {2})+/gm, (blanks) => blanks + blanks) },
  { name: "tabs", apply: (text) => text.replace(/^( {2})+/gm, (blanks) => "\t".repeat(blanks.length / 2)) },
  { name: "CRLF", apply: (text) => text.replaceAll("\n", "\r\n") },
];
