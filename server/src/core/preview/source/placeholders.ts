/**
 * Placeholders that replace characters while the parser reads a page, so all offsets stay the same. They're Unicode
 * noncharacters, which are reserved for internal use and don't occur in text.
 */
const standIns: ReadonlyMap<string, string> = new Map(
  ["<", "{", "i", "e", "}", ">", "[", "]", "$", "`", "/", "*"].map((char, index) => [
    char,
    String.fromCharCode(0xfdd0 + index),
  ]),
);
const originals: ReadonlyMap<string, string> = new Map(
  [...standIns].map(([char, standIn]) => [standIn, char]),
);

/** Replace `{{` and `}}` around the name of a docs.json variable: `{{version}}`. */
const variableMarks = { open: "\ufdee\ufdee", close: "\ufdef\ufdef" } as const;
/** After `=`, the braces contain a JSX object: `style={{color}}`. */
const variable = /(?<!=)\{\{([\w.-]{1,200})\}\}/g;
const markedVariable = /\ufdee\ufdee([\w.-]{1,200})\ufdef\ufdef/g;
const headingId = /^([ \t>]*#{1,6}[ \t][^\r\n]*?)(\{#[^\s{}]+\})(?=[ \t]*$)/gm;

/** Returns the placeholder for a character that the parser can't handle. The parser treats it as text. */
export function placeholderFor(char: string): string {
  return standIns.get(char) ?? "\ufddf";
}

/**
 * Returns a page's text for the parser, at the same length. Replaces what the service processes before parsing, which
 * isn't an expression: `{{variable}}`, and the `{#id}` of a heading.
 */
export function addPlaceholders(text: string): string {
  if (!text.includes("{")) return text;
  return text
    .replace(variable, (_, name: string) => variableMarks.open + name + variableMarks.close)
    .replace(headingId, (_, before: string, id: string) => before + " ".repeat(id.length));
}

/** Restores the original text with the values of variables. Variables that docs.json doesn't define stay as written. */
export function removePlaceholders(text: string, variables: ReadonlyMap<string, string>): string {
  if (!/[\ufdd0-\ufdef]/.test(text)) return text;
  return text
    .replace(markedVariable, (_, name: string) => variables.get(name) ?? `{{${name}}}`)
    .replace(/[\ufdd0-\ufdef]/g, (char) => originals.get(char) ?? "");
}
