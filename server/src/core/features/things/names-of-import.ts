import type { TextRange } from "../../text/text-range.ts";

/** A name that an `import` or `export … from` mentions. */
export interface ImportName {
  /** `default` for `import A from`, `*` for `import * as A from`. */
  readonly imported: string;
  readonly local: string;
  /** The name as the other file exports it; absent if it isn't written. */
  readonly importedRange?: TextRange;
  /** The name in this file; the same range if there's no `as`. */
  readonly localRange: TextRange;
  /** Whether the statement only passes the name on. */
  readonly isPassedOn: boolean;
}

const longestClause = 4000;
const word = /[{},*]|[\p{ID_Continue}$]+/gu;

/** Returns the names of the statement whose source, without its quotes, is at a range of a text. */
export function namesOfImport(text: string, source: TextRange): readonly ImportName[] {
  const end = source.start - 1;
  const before = text.slice(Math.max(0, end - longestClause), end);
  // The source of a statement before this one, on the same line or above.
  const from = before.search(/[^"'`]*$/);
  const keyword = /(?<![\p{ID_Continue}$.])(import|export)(?=[\s{*])/u.exec(before.slice(from));
  if (!keyword) return [];
  const start = end - before.length + from + keyword.index + keyword[0].length;
  const isPassedOn = keyword[1] === "export";
  const names: ImportName[] = [];
  let part: { readonly text: string; readonly range: TextRange }[] = [];
  let inBraces = false;
  const add = (): void => {
    const [first, as, last] = part[0]?.text === "type" && part.length % 2 === 0 ? part.slice(1) : part;
    part = [];
    if (!first) return;
    const local = as?.text === "as" && last ? last : first;
    const isStar = first.text === "*";
    const imported = inBraces || isStar ? first.text : "default";
    if (local.text === "*") return;
    names.push({
      imported,
      local: local.text,
      ...(inBraces && { importedRange: first.range }),
      localRange: local.range,
      isPassedOn,
    });
  };
  for (const { 0: found, index } of text.slice(start, end).matchAll(word)) {
    if (found === "," || found === "}" || (found === "from" && !inBraces && part.length > 0)) add();
    else if (found !== "{" && found !== "from")
      part.push({ text: found, range: { start: start + index, end: start + index + found.length } });
    if (found === "{") inBraces = true;
    if (found === "}") inBraces = false;
  }
  return names;
}
