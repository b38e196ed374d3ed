const charactersByEntity: ReadonlyMap<string, string> = createEntityMap();

/**
 * Returns a map from the names of HTML entities to their characters. Contains ASCII characters and other characters
 * that are common in titles and IDs.
 */
function createEntityMap(): ReadonlyMap<string, string> {
  return new Map([
    ...createConsecutiveEntities(0x21, "excl quot num dollar percnt amp apos lpar rpar ast plus comma - period sol"),
    ...createConsecutiveEntities(0x3a, "colon semi lt equals gt quest commat"),
    ...createConsecutiveEntities(0x5b, "lsqb bsol rsqb Hat lowbar grave"),
    ...createConsecutiveEntities(0x7b, "lcub verbar rcub"),
    ...createConsecutiveEntities(
      0xa0,
      "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml",
    ),
    ["Tab", "\t"],
    ["NewLine", "\n"],
    ["AMP", "&"],
    ["LT", "<"],
    ["GT", ">"],
    ["QUOT", '"'],
    ["lbrack", "["],
    ["rbrack", "]"],
    ["lbrace", "{"],
    ["rbrace", "}"],
    ["vert", "|"],
    ["UnderBar", "_"],
    ["hyphen", "\u2010"],
    ["dash", "\u2010"],
    ["ndash", "\u2013"],
    ["mdash", "\u2014"],
    ["lsquo", "\u2018"],
    ["rsquo", "\u2019"],
    ["ldquo", "\u201c"],
    ["rdquo", "\u201d"],
    ["bull", "\u2022"],
    ["hellip", "\u2026"],
    ["euro", "\u20ac"],
    ["trade", "\u2122"],
    ["larr", "\u2190"],
    ["uarr", "\u2191"],
    ["rarr", "\u2192"],
    ["darr", "\u2193"],
    ["le", "\u2264"],
    ["ge", "\u2265"],
  ]);
}

/**
 * Maps entity names to consecutive characters, starting with the character code `firstCode`. `-` means that a character
 * has no name.
 */
function createConsecutiveEntities(firstCode: number, names: string): (readonly [string, string])[] {
  return names
    .split(" ")
    .map((name, i) => [name, String.fromCodePoint(firstCode + i)] as const)
    .filter(([name]) => name !== "-");
}

const entityPattern = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,8}));/g;

/** Decodes HTML character references such as `&amp;`, `&#106;`, and `&colon;`. Unknown references stay unchanged. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(entityPattern, (reference, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return charactersByEntity.get(name) ?? reference;
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : "\ufffd";
  });
}

/** Returns the text in which every `&` that would start a character reference is written as `&amp;`. */
export function encodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(entityPattern, (reference) =>
    decodeEntities(reference) === reference ? reference : `&amp;${reference.slice(1)}`,
  );
}

/** Decodes Markdown text by removing the backslashes in escapes and decoding entities. */
export function decodeMarkdown(text: string): string {
  return decodeEntities(text.includes("\\") ? text.replace(/\\([!-/:-@[-`{-~])/g, "$1") : text);
}

/** Decodes the content of a JavaScript string. For example, `\u0061` and `\x61` become `a`. */
export function decodeScriptText(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(
    /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([^]))/g,
    (_, codePoint?: string, codeUnit?: string, byte?: string, escapedCharacter?: string) => {
      if (escapedCharacter !== undefined) return { n: "\n", t: "\t", r: "\r" }[escapedCharacter] ?? escapedCharacter;
      const code = Number.parseInt(codePoint ?? codeUnit ?? byte ?? "", 16);
      return code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
    },
  );
}

/** Decodes percent-encoding once. For example, `%20` becomes a space. Invalid encoding stays unchanged. */
export function decodePercent(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Decodes percent-encoding once, as browsers do in a fragment. If part of the text isn't valid UTF-8, only that part
 * stays unchanged.
 */
export function decodeFragment(text: string): string {
  return text.includes("%") ? text.replace(/(?:%[0-9a-f]{2})+/gi, decodePercent) : text;
}

/**
 * Encodes a fragment as browsers do in a URL. Spaces, quotes, brackets, and non-ASCII characters are percent-encoded.
 */
export function encodeFragment(text: string): string {
  return text.replace(/[^!#-;=?-_a-~]+/g, (characters) =>
    encodeURIComponent(characters.replace(/\p{Surrogate}/gu, "\ufffd")),
  );
}

/** Escapes a key for use in a JSON Pointer. */
export function escapeKey(key: string): string {
  return /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}

/** Decodes a segment of a JSON Pointer to a key. */
export function unescapeKey(segment: string): string {
  return segment.includes("~") ? segment.replaceAll("~1", "/").replaceAll("~0", "~") : segment;
}

/**
 * Returns an anchor in the form that the service uses to compare anchors: percent-decoded, and without brackets, emoji,
 * and the punctuation `? , ; : ! ' "`. Published IDs have this form, and the service converts a link's anchor to this
 * form before it follows the link.
 */
export function normalizeAnchor(fragment: string): string {
  return simpleAnchorPattern.test(fragment) ? fragment : cleanFragment(fragment).normalize("NFC");
}

/**
 * Returns a link's fragment in the form that the service compares with element IDs. The service doesn't normalize
 * element IDs.
 */
export function cleanFragment(fragment: string): string {
  return decodeFragment(fragment).replace(droppedCharacterPattern, "");
}

/** Percent-encodes an anchor so that it's valid in a link and in a custom ID, such as `{#step%26go}`. */
export function encodeAnchor(id: string): string {
  return simpleAnchorPattern.test(id) ? id : encodePercent(id);
}

const simpleAnchorPattern = /^[\w-]*$/;
const droppedCharacterPattern =
  /[?,;:!'"()[\]{}]|\u200d|\ufe0e|\ufe0f|\p{Emoji_Modifier}|\p{Emoji_Modifier_Base}|\p{Emoji_Presentation}|\p{Extended_Pictographic}/gu;

/** Percent-encodes text. Lone surrogates can't be encoded, so they're replaced with U+FFFD. */
export function encodePercent(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
}
