import { getLineEnd, type TextEdit, type TextRange } from "../text/text-edit.ts";
import { readFrontmatterRanges } from "./frontmatter.ts";
import type { PageImport, PageReferences } from "./page.ts";

/** A name in an `import` or `export … from` statement. */
export interface ImportName {
  /** `default` for `import A from`, `*` for `import * as A from`. */
  readonly importedName: string;
  readonly localName: string;
  /** The range of the exported name in this statement. Undefined if the statement doesn't contain that name. */
  readonly importedRange?: TextRange;
  /** The range of the local name. In braces without `as`, this is the same range as `importedRange`. */
  readonly localRange: TextRange;
  /** Whether the statement is an export. If so, the name is only re-exported. */
  readonly isReExported: boolean;
}

const commentOrWordPattern = /\/\*[^]*?(?:\*\/|$)|\/\/[^\r\n]*|[{},*]|[\p{ID_Continue}$]+/gu;

/** Returns the names in an import clause, which is the text between the keyword and the opening quote of the source. */
export function parseImportNames(text: string, { start, end }: TextRange): readonly ImportName[] {
  const isReExported = text.slice(Math.max(0, start - "export".length), start) === "export";
  const words = [...text.slice(start, end).matchAll(commentOrWordPattern)]
    .filter(([word]) => !word.startsWith("/"))
    .map(({ 0: word, index }) => ({
      text: word,
      range: { start: start + index, end: start + index + word.length },
    }));
  // The last word is the keyword `from`. If `from` occurs earlier, it's a name.
  words.pop();
  const names: ImportName[] = [];
  let specifierWords: (typeof words)[number][] = [];
  let isInBraces = false;
  const addName = (): void => {
    const [firstWord, asWord, lastWord] =
      specifierWords[0]?.text === "type" && specifierWords.length % 2 === 0 ? specifierWords.slice(1) : specifierWords;
    specifierWords = [];
    if (!firstWord) return;
    const localName = asWord?.text === "as" && lastWord ? lastWord : firstWord;
    const isStar = firstWord.text === "*";
    const importedName = isInBraces || isStar ? firstWord.text : "default";
    if (localName.text === "*") return;
    names.push({
      importedName,
      localName: localName.text,
      ...(isInBraces && { importedRange: firstWord.range }),
      localRange: localName.range,
      isReExported,
    });
  };
  for (const foundWord of words) {
    if (foundWord.text === "," || foundWord.text === "}") addName();
    else if (foundWord.text !== "{") specifierWords.push(foundWord);
    if (foundWord.text === "{") isInBraces = true;
    if (foundWord.text === "}") isInBraces = false;
  }
  addName();
  return names;
}

/** Returns the names in an import clause such as `A, { b as C, d }` or `* as All`. */
export function parseImportClause(clause: string): PageImport["names"] {
  const bracesMatch = /\{([^{}]*)\}/.exec(clause);
  const bracedNames = (bracesMatch?.[1] ?? "").split(",").flatMap((part) => {
    const [, importedName, localName] = /^\s*(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(part) ?? [];
    if (importedName === undefined) return [];
    return [
      {
        importedName,
        localName: localName ?? importedName,
        ...(localName === importedName && { isWrittenTwice: true as const }),
      },
    ];
  });
  const unbracedParts = clause.replace(/\{[^{}]*\}/, "").split(",");
  const unbracedNames = unbracedParts.flatMap((part) => {
    const [, namespaceMarker, localName] = /^\s*(?:type\s+)?(\*\s+as\s+)?([\w$]+)\s*$/.exec(part) ?? [];
    return localName === undefined
      ? []
      : [{ importedName: namespaceMarker === undefined ? "default" : "*", localName }];
  });
  return [...unbracedNames, ...bracedNames];
}

/** A name to import. */
export interface NewImport {
  /** The exported name, or `default`. */
  readonly importedName: string;
  readonly localName: string;
  /** The import source, without quotes. */
  readonly source: string;
}

/**
 * Returns the edit that adds an import after the last import or, if the page has no imports, between the frontmatter
 * and the body. Doesn't add the name to an existing import. Without a blank line, the text on the next line would be
 * parsed as part of the import.
 */
export function insertImport(
  { text, eol, imports }: Pick<PageReferences, "text" | "eol" | "imports">,
  { importedName, localName, source }: NewImport,
): TextEdit {
  const importClause =
    importedName === "default"
      ? localName
      : importedName === localName
        ? `{ ${localName} }`
        : `{ ${importedName} as ${localName} }`;
  const statement = `import ${importClause} from "${source}"`;
  const lastImport = imports.at(-1);
  if (lastImport) {
    const insertOffset = getLineEnd(text, lastImport.range.end);
    const semicolon = /;\s*$/.test(text.slice(lastImport.range.end, insertOffset)) ? ";" : "";
    return { range: { start: insertOffset, end: insertOffset }, newText: eol + statement + semicolon };
  }
  const fence = readFrontmatterRanges(text);
  const insertOffset = fence.kind === "none" ? fence.bodyStart : fence.range.end;
  if (fence.kind === "none")
    return { range: { start: insertOffset, end: insertOffset }, newText: `${statement};${eol}${eol}` };
  const hasBlankLineAfter = /^[ \t]*(\r\n|\n|\r(?!\n))[ \t]*(\r|\n|$)|^[ \t]*$/.test(
    text.slice(insertOffset, insertOffset + 200),
  );
  const newText = `${eol}${eol}${statement};${hasBlankLineAfter ? "" : eol}`;
  return { range: { start: insertOffset, end: insertOffset }, newText };
}

/** The source of a static or dynamic import, such as `./x.jsx` in `import("./x.jsx")`. */
export interface ImportSource {
  /** The source as written. */
  readonly source: string;
  /** The range of the source, without its quotes. */
  readonly range: TextRange;
}

/** Returns the sources of all static and dynamic imports on a page. */
export function listImports({ imports, dynamicImports }: PageReferences): readonly ImportSource[] {
  return [...imports, ...dynamicImports];
}

const importCallPattern =
  /\b(?:import|require)\s*\(\s*(?:\/\*[^]{0,200}?\*\/\s*)?(["'`])([^"'`$\r\n]{1,300})\1\s*[,)]/y;

/**
 * Returns the dynamic import whose `import` or `require` is at the offset, or undefined if there's none or its source
 * isn't a string.
 */
export function findDynamicImport(text: string, offset: number): ImportSource | undefined {
  importCallPattern.lastIndex = offset;
  const match = importCallPattern.exec(text);
  if (!match) return undefined;
  const [call, quote = "", source = ""] = match;
  const start = offset + call.lastIndexOf(quote + source + quote) + 1;
  return { source, range: { start, end: start + source.length } };
}

/** Returns the source of each default import once for every tag after the first one that displays it. */
export function findRepeatedImports(
  imports: readonly PageImport[],
  tags: readonly { readonly name: string }[],
): string[] {
  const sourceByName = new Map(
    imports.flatMap(({ source, names }) =>
      names.flatMap(({ importedName, localName }) =>
        importedName === "default" ? [[localName, source] as const] : [],
      ),
    ),
  );
  const seenNames = new Set<string>();
  return tags.flatMap(({ name }) => {
    const source = sourceByName.get(name);
    if (source === undefined) return [];
    const isFirst = !seenNames.has(name);
    seenNames.add(name);
    return isFirst ? [] : [source];
  });
}

/**
 * Returns the sources from which the page imports only names that don't occur anywhere else in its text. Leaves out
 * re-exports, because other pages may display them, and imports without names.
 */
export function findUnusedImports(text: string, imports: readonly PageImport[]): string[] {
  if (imports.length === 0) return [];
  const textParts = [...imports, undefined].map((nextImport, i) =>
    text.slice(imports[i - 1]?.clauseRange.end, nextImport?.clauseRange.start),
  );
  // Finds only words that start like one of the names, because a list of all words takes longer than the whole scan.
  const letters = imports.flatMap(({ names }) => names.map(({ localName }) => localName.charAt(0)));
  const initialPattern = `[${letters.join("").replaceAll(/[^\w$]/g, "")}]`;
  const words = new Set(
    textParts.join(" ").match(new RegExp(`${initialPattern}(?<![\\w$]${initialPattern})[\\w$]*`, "g")),
  );
  const unusedSources = new Set(imports.map(({ source }) => source));
  for (const { source, names, clauseRange } of imports)
    if (
      !names[0] ||
      names.some(({ localName }) => words.has(localName)) ||
      // The last letters before the clause are those of `import` or `export`.
      text[clauseRange.start - 6] === "e"
    )
      unusedSources.delete(source);
  return [...unusedSources];
}
