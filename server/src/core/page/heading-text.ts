import { decodeEntities } from "../text/decode-text.ts";

const longest = 1000;

/**
 * A heading as readers see it: code without backticks, links and images by their words, no tags, expressions or
 * emphasis. Every pattern stops at the next mark of its own kind, so that hostile headings cost no more than long ones.
 */
export function headingText(markdown: string): string {
  if (!/[\\`[<{*_~&\0]/.test(markdown)) return markdown.slice(0, longest).trim();
  const kept: string[] = [];
  const keep = (text: string) => `\0${kept.push(text) - 1}\0`;
  return markdown
    .slice(0, longest)
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
    .replace(/\0(\d+)\0/g, (_, index: string) => kept[Number(index)] ?? "")
    .trim();
}
