import { decodeEntities } from "../text/decode-text.ts";

/** The anchors of a heading that links can use. */
export interface HeadingIds {
  /** The anchor on the published page. */
  readonly id: string;
  /** Other spellings that also work. */
  readonly otherIds: readonly string[];
}

const plainWords = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;
const ascii = /^[\x20-\x7e]*$/;
const none: readonly string[] = [];

/**
 * Generates anchors by the service's rules: lowercase, spaces to dashes, percent-encoding, and then one dash for every
 * run of characters other than letters, digits, `%`, and `_`. The second heading with the same name gets `-2`, the
 * third `-3`. Links in the plain forms, without special characters and accents, also work.
 */
export class HeadingIdMaker {
  readonly #uses = new Map<string, number>();

  idsOf(text: string): HeadingIds {
    // Most headings are plain words, for which all rules produce the same anchor.
    const isPlain = plainWords.test(text);
    const id = isPlain ? text.toLowerCase().replaceAll(" ", "-") : encodedSlug(text);
    const use = (this.#uses.get(id) ?? 0) + 1;
    this.#uses.set(id, use);
    const suffix = use === 1 ? "" : `-${use}`;
    if (isPlain) return { id: id + suffix, otherIds: use === 1 ? none : [`${id}-${use - 1}`] };
    const plain = plainSlug(text);
    const isAscii = ascii.test(text);
    const others = new Set(
      [plain, isAscii ? plain : unaccented(plain), githubSlug(text)].map((slug) => slug + suffix),
    );
    // GitHub numbers headings from the second one, starting with `-1`.
    if (use > 1) others.add(`${githubSlug(text)}-${use - 1}`);
    others.delete(id + suffix);
    others.delete("");
    return { id: id + suffix, otherIds: [...others] };
  }

  /** Returns the anchors of a heading with a custom ID: `{#install}`. */
  customIds(id: string): HeadingIds {
    this.#uses.set(id, (this.#uses.get(id) ?? 0) + 1);
    return { id, otherIds: [] };
  }
}

function encodedSlug(text: string): string {
  return dashed(encode(text.trim().toLowerCase().replace(/\s+/g, "-")), /[^A-Za-z0-9%_]+/g);
}

/** Replaces special characters with dashes before anything is encoded. */
function plainSlug(text: string): string {
  return dashed(text.toLowerCase(), /[^\p{L}\p{N}_]+/gu);
}

function unaccented(slug: string): string {
  return slug
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
}

/** Removes special characters and replaces each space with a dash. */
function githubSlug(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]+/gu, "")
    .replaceAll(" ", "-");
}

function dashed(text: string, separators: RegExp): string {
  return text.replace(separators, "-").replace(/^-|-$/g, "");
}

/** Percent-encodes the text. A lone surrogate can't be encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
}

const maxLength = 1000;

/**
 * Returns a heading as readers see it: code without backticks, the text of links and images, and no tags, expressions,
 * or emphasis. Every pattern stops at the next mark of its own kind, so malicious headings take no more time than long
 * ones.
 */
export function headingText(markdown: string): string {
  if (!/[\\`[<{*_~&\0]/.test(markdown)) return markdown.slice(0, maxLength).trim();
  const retained: string[] = [];
  const keep = (text: string) => `\0${retained.push(text) - 1}\0`;
  return markdown
    .slice(0, maxLength)
    .replaceAll("\0", "")
    .replace(/(`+)([^`]+)\1(?!`)/g, (_, _ticks, code: string) => keep(code.trim()))
    .replace(/\\([!-/:-@[-`{-~])/g, (_, char: string) => keep(char))
    .replace(/!\[[^[\]]*\]\([^()]*\)/g, "")
    .replace(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, "$1")
    .replace(/<\/?[A-Za-z][^<>]*>/g, "")
    .replace(/\{[^{}]*\}/g, "")
    .replace(/(\*{1,3}|~~)(?=\S)([^*~]*[^*~\s])\1/g, "$2")
    .replace(/(^|[^\p{L}\p{N}_])(_{1,3})(?=[^\s_])([^_]*[^\s_])\2(?![\p{L}\p{N}_])/gu, "$1$3")
    .replace(/&[#\w]+;/g, (reference) => decodeEntities(reference).replace("\u00a0", " "))
    .replace(/\0(\d+)\0/g, (_, index: string) => retained[Number(index)] ?? "")
    .trim();
}
