import { encodeText, normalizeAnchor } from "../text/anchor.ts";
import { decodeEntities } from "../text/decode-text.ts";

/**
 * Generates anchors by the service's rules: lowercase, spaces to dashes, percent-encoding, one dash for every run of
 * characters other than letters, digits, `%`, and `_`, and then `normalizeAnchor`. The second heading with the same name
 * gets `-2`, the third `-3`. Names that differ only in punctuation or emoji count as different.
 */
export class HeadingIdMaker {
  readonly #uses = new Map<string, number>();

  idOf(text: string): string {
    const slug = slugOf(text);
    const use = this.#count(slug);
    return normalizeAnchor(use === 1 ? slug : `${slug}-${use}`);
  }

  /** Returns the anchor of a heading with a custom ID: `{#install}`. */
  customId(id: string): string {
    this.#count(id);
    return normalizeAnchor(id);
  }

  #count(slug: string): number {
    const use = (this.#uses.get(slug) ?? 0) + 1;
    this.#uses.set(slug, use);
    return use;
  }
}

const plainWords = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;

function slugOf(text: string): string {
  if (plainWords.test(text)) return text.toLowerCase().replaceAll(" ", "-");
  const encoded = encodeText(text.trim().toLowerCase().replace(/\s+/g, "-"));
  return (
    encoded
      // `what's` becomes `whats`, and `don't` becomes `dont`.
      .replace(/([a-z\d])'([ts])(?![a-z\d])/gi, "$1$2")
      .replace(/[^A-Za-z0-9%_]+/g, "-")
      .replace(/^-|-$/g, "")
  );
}

/** The length to which a heading is read, in UTF-16 code units. */
export const maxHeadingLength = 1000;

/**
 * Returns a heading as readers see it: code without backticks, the text of links and images, and no tags, expressions,
 * or emphasis. Every pattern stops at the next mark of its own kind, so malicious headings take no more time than long
 * ones.
 */
export function headingText(markdown: string): string {
  if (!/[\\`[<{*_~&\0]/.test(markdown)) return markdown.slice(0, maxHeadingLength).trim();
  const retained: string[] = [];
  const keep = (text: string) => `\0${retained.push(text) - 1}\0`;
  return markdown
    .slice(0, maxHeadingLength)
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
