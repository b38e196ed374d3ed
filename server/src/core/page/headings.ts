import { decodeEntities } from "../text/decode-text.ts";

/** The names under which links reach a heading. */
export interface HeadingIds {
  /** The anchor in the published page. */
  readonly id: string;
  /** Other spellings that are known to arrive. */
  readonly otherIds: readonly string[];
}

const plainWords = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;
const ascii = /^[\x20-\x7e]*$/;
const none: readonly string[] = [];

/**
 * Anchors by the service's rules (research/corpus.md §7): lower case, blanks to dashes, percent-encoding, then every
 * run of what is neither letter, digit, `%` nor `_` becomes one dash. The second heading of a name gets `-2`, the
 * third `-3`. Links written in the plain forms, with special characters left out and accents taken off, arrive as well.
 */
export class HeadingIdMaker {
  readonly #uses = new Map<string, number>();

  idsOf(text: string): HeadingIds {
    // Most headings are plain words, which all rules write alike.
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
    // GitHub numbers from the second heading as `-1`.
    if (use > 1) others.add(`${githubSlug(text)}-${use - 1}`);
    others.delete(id + suffix);
    others.delete("");
    return { id: id + suffix, otherIds: [...others] };
  }

  /** `{#install}` behind the heading. */
  customIds(id: string): HeadingIds {
    this.#uses.set(id, (this.#uses.get(id) ?? 0) + 1);
    return { id, otherIds: [] };
  }
}

function encodedSlug(text: string): string {
  return dashed(encode(text.trim().toLowerCase().replace(/\s+/g, "-")), /[^A-Za-z0-9%_]+/g);
}

/** Special characters to dashes before anything is encoded. */
function plainSlug(text: string): string {
  return dashed(text.toLowerCase(), /[^\p{L}\p{N}_]+/gu);
}

function unaccented(slug: string): string {
  return slug
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
}

/** Special characters left out, blanks to dashes one by one. */
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

/** Percent-encoding; half a surrogate pair has none. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
}

const maxLength = 1000;

/**
 * A heading as readers see it: code without backticks, links and images by their words, no tags, expressions or
 * emphasis. Every pattern stops at the next mark of its own kind, so that hostile headings cost no more than long ones.
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
