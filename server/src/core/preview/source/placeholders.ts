/**
 * Characters that stand in for others while the parser reads a page, so that every offset stays true. They are the
 * noncharacters that Unicode keeps for use inside programs: no text has them.
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

/** Around the name of a variable of docs.json, for `{{` and `}}`: `{{version}}`. */
const variableMarks = { open: "\ufdee\ufdee", close: "\ufdef\ufdef" } as const;
/** Behind `=` it is an object of JSX: `style={{color}}`. */
const variable = /(?<!=)\{\{([\w.-]{1,200})\}\}/g;
const markedVariable = /\ufdee\ufdee([\w.-]{1,200})\ufdef\ufdef/g;
const headingId = /^([ \t>]*#{1,6}[ \t][^\r\n]*?)(\{#[^\s{}]+\})(?=[ \t]*$)/gm;

/** What stands for a character that the parser stumbles over: text like any letter. */
export function placeholderFor(char: string): string {
  return standIns.get(char) ?? "\ufddf";
}

/**
 * A page's text as the parser is given it, at equal length: what the service replaces before it parses
 * (`{{variable}}`, the `{#id}` of a heading; research/docsjson.md §3) is no expression.
 */
export function addPlaceholders(text: string): string {
  if (!text.includes("{")) return text;
  return text
    .replace(variable, (_, name: string) => variableMarks.open + name + variableMarks.close)
    .replace(headingId, (_, before: string, id: string) => before + " ".repeat(id.length));
}

/** The text as written, with the values of variables; a variable that docs.json does not have stays as written. */
export function removePlaceholders(text: string, variables: ReadonlyMap<string, string>): string {
  if (!/[\ufdd0-\ufdef]/.test(text)) return text;
  return text
    .replace(markedVariable, (_, name: string) => variables.get(name) ?? `{{${name}}}`)
    .replace(/[\ufdd0-\ufdef]/g, (char) => originals.get(char) ?? "");
}
