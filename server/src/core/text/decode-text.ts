const named: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
  ["colon", ":"],
  ["sol", "/"],
  ["num", "#"],
  ["quest", "?"],
  ["period", "."],
  ["lowbar", "_"],
  ["Tab", "\t"],
  ["NewLine", "\n"],
]);
const entity = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,8}));/g;

/** The text with HTML's references to characters replaced: `&amp;`, `&#106;`, `&colon;`. Unknown ones stay. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(entity, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named.get(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return code > 0x10ffff || code === 0 ? "\ufffd" : String.fromCodePoint(code);
  });
}

/** A piece of Markdown as read: without the backslashes that keep marks from being marks, and without entities. */
export function decodeMarkdown(text: string): string {
  return decodeEntities(text.includes("\\") ? text.replace(/\\([!-/:-@[-`{-~])/g, "$1") : text);
}

/** The inside of a JavaScript text as read: `\u0061` and `\x61` are `a`. */
export function decodeScriptText(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(
    /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([^]))/g,
    (_, point?: string, unit?: string, byte?: string, other?: string) => {
      if (other !== undefined) return { n: "\n", t: "\t", r: "\r" }[other] ?? other;
      const code = Number.parseInt(point ?? unit ?? byte ?? "", 16);
      return code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
    },
  );
}

/** Percent-encoding taken off once: `%20` is a blank. A text that is not encoded rightly stays as it is. */
export function decodePercent(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
