import { components } from "./components/components.ts";
import { findNextLineStart, getLineEnd, skipSpacesAndTabs, type SitePath, type TextRange } from "../text/text-edit.ts";
import { PageFindings } from "./page-findings.ts";
import { parseImportClause } from "./imports.ts";
import type { PageExport, PageImport, Script } from "./page.ts";
import { scanModule, findStatementStarts } from "./scan-code.ts";
import { skipStringOrComment, findBracesEnd, type UnclosedStrings } from "./scan-tag.ts";
import { readIdAttributes } from "./unknown-anchors.ts";
import { WrittenIds } from "./written-ids.ts";

const declarationPattern =
  /export\s+(?:default\s+)?(?:(?:async\s+)?function\s*\*?\s*|(?:const|let|var|class)\s+)([\p{ID_Start}$_][\p{ID_Continue}$]*)/uy;
const defaultExportPattern = /export\s+default\s+/y;
const exportListPattern = /export\s*\{([^{}]*)\}/y;
const namespacePattern = /export\s*\*\s*as\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)/uy;
const functionPattern = /(?:async\s+)?function\b\s*\*?\s*[\w$]*\s*/y;
const asyncPattern = /async\s*(?=[\w$(])/y;
const literalStartPattern = /["'`\d[{<-]|(?:true|false|null|undefined|new)\b/y;
const parameterPattern = /([\w$]+)\s*=>/y;
const arrowPattern = /\s*(?::[^=;{}]{0,200})?=>/y;
const maxTypeLength = 2000;
const stringPattern = /\s*(["'`])((?:(?!\1|\\|\$\{|\r|\n)[^])*)\1\s*(?:[;,]|$|\r|\n)/y;
const maxTextLength = 500;
const maxProps = 200;
/** Matches another declared name after a comma, as in `b = 2`, `b: number = 2`, or `b`. */
const otherNamePattern = /\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)(?=\s*(?:=(?![=>])|[:,;]|$)|[ \t]*[\r\n])/uy;
const maxDeclarations = 100;

/**
 * Returns the exports in the statement at `start`, including re-exported names. Omits types, because pages can't
 * display them.
 */
export function scanExports(code: string, start: number, end: number): PageExport[] {
  const exports = readExports(code, start, end);
  const linkProps = exports.some(({ isComponent }) => isComponent) ? findLinkProps(code.slice(start, end)) : [];
  if (linkProps.length === 0) return exports;
  return exports.map((pageExport) => (pageExport.isComponent ? { ...pageExport, linkProps } : pageExport));
}

const linkPropPattern =
  /(?<![\w$-])(?:href|src|img|poster)\s*=\s*\{\s*(?:[\p{ID_Start}$_][\p{ID_Continue}$]*\s*\.\s*)?([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*\}/gu;

/** Returns the props that a component's code uses as a URL or path, such as `to` in `href={props.to}`. */
export function findLinkProps(code: string): string[] {
  return [...new Set([...code.matchAll(linkPropPattern)].slice(0, maxProps).map((match) => match[1] ?? ""))];
}

function readExports(code: string, start: number, end: number): PageExport[] {
  const exportListMatch = matchAtOffset(exportListPattern, code, start);
  if (exportListMatch)
    return readExportedNames(
      exportListMatch[1] ?? "",
      exportListPattern.lastIndex - 1 - (exportListMatch[1] ?? "").length,
    );
  const namespaceMatch = matchAtOffset(namespacePattern, code, start);
  if (namespaceMatch)
    return [createReExport(namespaceMatch[1] ?? "", getNameRange(namespacePattern.lastIndex, namespaceMatch[1] ?? ""))];
  const match = matchAtOffset(declarationPattern, code, start);
  if (match && match.index + match[0].length <= end) {
    const firstExport = readDeclaration(code, match, end);
    const isList = /\b(?:const|let|var)\s+[^\s]+$/.test(match[0]) && !firstExport.isComponent;
    return isList ? [firstExport, ...readOtherNames(code, match.index + match[0].length, end)] : [firstExport];
  }
  const defaultExport = matchAtOffset(defaultExportPattern, code, start);
  if (!defaultExport) return [];
  const range = {
    start: start + defaultExport[0].indexOf("default"),
    end: start + defaultExport[0].indexOf("default") + 7,
  };
  return [{ name: "default", range, ...readValue(code, defaultExportPattern.lastIndex, end, "Default") }];
}

function readDeclaration(code: string, match: RegExpExecArray, end: number): PageExport {
  const name = match[1] ?? "";
  const headEnd = match.index + match[0].length;
  const isDefault = /^export\s+default\b/.test(match[0]);
  const declaredExport = { name: isDefault ? "default" : name, range: getNameRange(headEnd, name) };
  if (/\bclass\s+[^\s]+$/.test(match[0])) return { ...declaredExport, isComponent: true };
  if (/\bfunction\b/.test(match[0]))
    return { ...declaredExport, isComponent: true, ...readProps(code, skipTypeParameters(code, headEnd), end) };
  return { ...declaredExport, ...readAssignedValue(code, headEnd, end, name) };
}

/**
 * Returns the properties of an export that depend on its assigned value, as far as they can be determined without
 * running the code.
 */
function readAssignedValue(code: string, offset: number, end: number, name: string) {
  const equalsOffset = skipType(code, skipSpaces(code, offset), end);
  if (code[equalsOffset] !== "=" || equalsOffset >= end) return { isComponent: startsWithUppercase(name) };
  return readValue(code, skipSpaces(code, equalsOffset + 1), end, name);
}

/**
 * Returns the other names declared in a statement, such as `b` in `export const a = 1, b = 2`. The declaration ends at
 * the first line break that isn't inside brackets, after a comma or `=`, or before a comma.
 */
function readOtherNames(code: string, start: number, end: number): PageExport[] {
  const exports: PageExport[] = [];
  let depth = 0;
  /** The last character before the current one that isn't whitespace. */
  let previousCharacter = " ";
  const unclosedStrings: UnclosedStrings = new Map();
  for (let i = start; i < end && exports.length < maxDeclarations;) {
    const char = code[i] ?? "";
    if (char.charCodeAt(0) <= 32) {
      const next = skipSpaces(code, i);
      const isContinued = depth > 0 || ",=".includes(previousCharacter) || code[next] === ",";
      if (!isContinued && /[\r\n]/.test(code.slice(i, next))) break;
      i = next;
      continue;
    }
    previousCharacter = char;
    if (char === "{" || char === "`") {
      i = findBracesEnd(code, i, end) ?? end;
      continue;
    }
    if (char === "(" || char === "[") depth++;
    else if (char === ")" || char === "]") depth--;
    else if (depth === 0 && char === ";") break;
    const name = depth === 0 && char === "," ? matchAtOffset(otherNamePattern, code, i + 1)?.[1] : undefined;
    const next = otherNamePattern.lastIndex;
    if (name !== undefined && next <= end)
      exports.push({ name, range: getNameRange(next, name), ...readAssignedValue(code, next, end, name) });
    i = skipStringOrComment(code, i, end, unclosedStrings);
  }
  return exports;
}

/**
 * Returns the properties of an export that depend on the value at `offset`, as far as they can be determined without
 * running the code.
 */
function readValue(code: string, offset: number, end: number, name: string): Omit<PageExport, "name" | "range"> {
  const functionMatch = matchAtOffset(functionPattern, code, offset);
  if (functionMatch) return { isComponent: true, ...readProps(code, functionPattern.lastIndex, end) };
  const stringMatch = matchAtOffset(stringPattern, code, offset);
  if (stringMatch && (stringMatch[2] ?? "").length <= maxTextLength)
    return { isComponent: false, text: stringMatch[2] ?? "" };
  if (matchAtOffset(literalStartPattern, code, offset)) return { isComponent: false };
  const start = matchAtOffset(asyncPattern, code, offset) ? asyncPattern.lastIndex : offset;
  if (matchAtOffset(parameterPattern, code, start)) return { isComponent: true };
  if (code[start] === "(") {
    const parenEnd = skipParentheses(code, start, end);
    if (parenEnd !== undefined && matchAtOffset(arrowPattern, code, parenEnd))
      return { isComponent: true, ...readProps(code, start, end) };
  }
  return { isComponent: startsWithUppercase(name) };
}

/**
 * Returns the names that a function destructures from its first parameter. `offset` is the offset of the opening
 * parenthesis.
 */
function readProps(code: string, offset: number, end: number): { props?: readonly string[] } {
  if (code[offset] !== "(") return {};
  const firstOffset = skipSpaces(code, offset + 1);
  if (code[firstOffset] === ")") return { props: [] };
  const braceEnd = code[firstOffset] === "{" ? findBracesEnd(code, firstOffset, end) : undefined;
  if (braceEnd === undefined) return {};
  const props: string[] = [];
  for (const part of splitAtCommas(code, firstOffset + 1, braceEnd - 1)) {
    if (part === "") continue;
    const nameMatch = /^(?:["']([^"']+)["']|([\p{ID_Start}$_][\p{ID_Continue}$]*))/u.exec(part);
    if (!nameMatch || props.length >= maxProps) return {};
    props.push(nameMatch[1] ?? nameMatch[2] ?? "");
  }
  return { props };
}

/** Splits the text at commas that aren't inside brackets. */
function splitAtCommas(code: string, start: number, end: number): string[] {
  const parts: string[] = [];
  let partStart = start;
  let depth = 0;
  for (let i = start; i < end; i++) {
    const char = code[i] ?? "";
    if (char === "{" || char === "`") i = (findBracesEnd(code, i, end) ?? end) - 1;
    else if (char === "(" || char === "[") depth++;
    else if (char === ")" || char === "]") depth--;
    else if (char === '"' || char === "'") {
      const quoteEnd = code.indexOf(char, i + 1);
      if (quoteEnd > i && quoteEnd < end) i = quoteEnd;
    } else if (char === "/" && code[i + 1] === "*") {
      const commentEnd = code.indexOf("*/", i + 2);
      i = commentEnd < 0 || commentEnd > end ? end : commentEnd + 1;
    } else if (char === "," && depth === 0) {
      parts.push(code.slice(partStart, i));
      partStart = i + 1;
    }
  }
  parts.push(code.slice(partStart, end));
  return parts.map((part) => part.replace(/^(?:\s|\/\*[^*]*\*\/|\/\/[^\r\n]*[\r\n])*/, "").trimEnd());
}

/** Returns the exported names in a list such as `A, b as C` in `export { A, b as C }`. */
function readExportedNames(list: string, start: number): PageExport[] {
  return [...list.matchAll(/(?:^|,)\s*(?!type\s)([\w$]+)(?:\s+as\s+([\w$]+))?(?=\s*(?:,|$))/g)].map((match) => {
    const name = match[2] ?? match[1] ?? "";
    return createReExport(name, getNameRange(start + match.index + match[0].length, name));
  });
}

function createReExport(name: string, range: TextRange): PageExport {
  return { name, range, isComponent: startsWithUppercase(name) || name === "default" };
}

function startsWithUppercase(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}

function getNameRange(end: number, name: string): TextRange {
  return { start: end - name.length, end };
}

/**
 * Returns the offset of the `=` after the type annotation at `offset`, such as `: Kind<{ a: string }>`. Returns
 * `offset` if there's no type annotation.
 */
function skipType(code: string, offset: number, end: number): number {
  if (code[offset] !== ":") return offset;
  const limit = Math.min(end, offset + maxTypeLength);
  for (let i = offset; i < limit; i++) {
    const char = code[i];
    if (char === "{") i = (findBracesEnd(code, i, limit) ?? limit) - 1;
    else if (char === "=" && code[i + 1] === ">") i++;
    else if (char === "=") return i;
  }
  return offset;
}

/** Returns the offset after type parameters, such as `<T>` in `function List<T>(`. */
function skipTypeParameters(code: string, offset: number): number {
  const start = skipSpaces(code, offset);
  if (code[start] !== "<") return start;
  const parenthesisOffset = code.indexOf("(", start);
  return parenthesisOffset < 0 || parenthesisOffset > start + 200 ? start : parenthesisOffset;
}

function skipParentheses(code: string, start: number, end: number): number | undefined {
  let depth = 0;
  for (let i = start; i < end; i++) {
    const char = code[i] ?? "";
    if (char === "(") depth++;
    else if (char === ")" && --depth === 0) return i + 1;
    else if (char === "{" || char === "`") i = (findBracesEnd(code, i, end) ?? end) - 1;
    else if (char === '"' || char === "'") {
      const quoteEnd = code.indexOf(char, i + 1);
      if (quoteEnd > i && quoteEnd < end) i = quoteEnd;
    }
  }
  return undefined;
}

function skipSpaces(code: string, offset: number): number {
  let i = offset;
  while (i < code.length && code.charCodeAt(i) <= 32) i++;
  return i;
}

function matchAtOffset(pattern: RegExp, code: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(code);
}

const exportStartPattern = /export\s+(?:const|let|var|function|async|class|default|type|interface|\{|\*)/y;
const importStartPattern = /import[\s"'{*]/y;
const nextStatementPattern = /[\r\n][ \t]*(?:import|export)\b/;
const nextOnLinePattern = /[ \t]*;?[ \t]*(?=(?:import|export)[ \t])/y;
const maxImportLength = 4000;
/** Matches a comment. An unclosed comment extends to the end of the text. */
const commentPattern = /\/\*[^]*?(?:\*\/|$)|\/\/[^\r\n]*/g;
const commentOrStopPattern = new RegExp(`${commentPattern.source}|["']|\\n\\s*\\n|\\r\\s*\\r`, "g");

/**
 * Reads the `import` or `export` at `start`, which is at the start of a line. Returns the start of the next line after
 * the statement, or undefined if the line is prose that happens to start with one of these words.
 */
export function scanEsm(page: PageFindings, start: number): number | undefined {
  const { text } = page;
  let end = scanStatement(page, start);
  // A line can contain several statements, and a block can contain comments and indented statements.
  for (let nextStart = end; nextStart !== undefined;) {
    if (startsLine(text, nextStart)) end = skipCommentLines(text, nextStart);
    nextStart = scanStatement(page, startsLine(text, nextStart) ? skipIndentation(text, end ?? nextStart) : nextStart);
    if (nextStart !== undefined) end = nextStart;
  }
  return end === undefined || startsLine(text, end) ? end : findNextLineStart(text, getLineEnd(text, end));
}

function skipIndentation(text: string, offset: number): number {
  return skipSpacesAndTabs(text, offset, getLineEnd(text, offset));
}

const maxCommentLength = 10_000;

/** Returns the start of the first line that isn't part of a comment. */
function skipCommentLines(text: string, start: number): number {
  for (let lineStart = start; ;) {
    const textStart = skipIndentation(text, lineStart);
    let commentEnd = textStart;
    if (text.startsWith("//", textStart)) commentEnd = getLineEnd(text, textStart);
    else if (text.startsWith("/*", textStart)) {
      const closeIndex = text.slice(textStart, textStart + maxCommentLength).indexOf("*/", 2);
      commentEnd = closeIndex < 0 ? textStart : textStart + closeIndex + 2;
    }
    if (commentEnd === textStart || skipIndentation(text, commentEnd) !== getLineEnd(text, commentEnd))
      return lineStart;
    lineStart = findNextLineStart(text, getLineEnd(text, commentEnd));
  }
}

function scanStatement(page: PageFindings, start: number): number | undefined {
  const { text } = page;
  importStartPattern.lastIndex = start;
  if (importStartPattern.test(text)) return readImport(page, start, start + "import".length);
  exportStartPattern.lastIndex = start;
  if (!exportStartPattern.test(text)) return undefined;
  const openingChar = text[exportStartPattern.lastIndex - 1];
  if (openingChar === "{" || openingChar === "*") {
    const end = readImport(page, start, start + "export".length);
    if (end !== undefined) {
      page.addExports(scanExports(text, start, end));
      return end;
    }
  }
  const checkpoint = page.openTags.checkpoint;
  const statementStarts: number[] = [];
  const end = scanModule(page, start, statementStarts) ?? findEndBeforeBlankLine(text, start);
  page.openTags.discardOpenTags(checkpoint);
  for (const [i, statementStart] of [start, ...statementStarts.slice(1).filter((offset) => offset < end)].entries())
    if (text.startsWith("export", statementStart))
      page.addExports(scanExports(text, statementStart, statementStarts[i + 1] ?? end));
    else readImport(page, statementStart, statementStart + "import".length);
  return findNextLineStart(text, end);
}

/**
 * Reads a statement such as `import A, { b as C } from "x"`, `import "x"`, or `export { a } from "x"`. Returns the
 * start of the next statement on the same line or, if there is none, of the next line. Returns undefined if the text
 * isn't such a statement.
 */
export function readImport(page: PageFindings, start: number, clauseStart: number): number | undefined {
  const { text } = page;
  if (!page.canSearch) return undefined;
  const statement = text.slice(start, start + maxImportLength);
  const quoteOffset = findQuoteOrBlankLine(statement);
  const quote = statement[quoteOffset];
  if (quote !== '"' && quote !== "'") {
    page.spendBudget(quoteOffset < 0 ? statement.length : quoteOffset);
    return undefined;
  }
  const quoteEnd = statement.indexOf(quote, quoteOffset + 1);
  const source = statement.slice(quoteOffset + 1, quoteEnd);
  if (quoteEnd < 0 || /[\r\n]/.test(source)) return undefined;
  const clause = statement
    .slice(clauseStart - start, quoteOffset)
    .replace(commentPattern, " ")
    .trim();
  if (clause !== "" && (!/(^|[\s}])from$/.test(clause) || nextStatementPattern.test(clause))) return undefined;
  const names = parseImportClause(clause.slice(0, -"from".length).trim());
  page.addImport({
    source,
    range: { start: start + quoteOffset + 1, end: start + quoteEnd },
    clauseRange: { start: clauseStart, end: start + quoteOffset },
    names,
  });
  nextOnLinePattern.lastIndex = start + quoteEnd + 1;
  return nextOnLinePattern.test(text)
    ? nextOnLinePattern.lastIndex
    : findNextLineStart(text, getLineEnd(text, start + quoteEnd));
}

/**
 * Returns the offset of the first quote or blank line that isn't in a comment, or -1 if the statement contains neither.
 */
function findQuoteOrBlankLine(statement: string): number {
  for (const { 0: token, index } of statement.matchAll(commentOrStopPattern)) if (token[0] !== "/") return index;
  return -1;
}

function startsLine(text: string, offset: number): boolean {
  return offset >= text.length || text[offset - 1] === "\n" || text[offset - 1] === "\r";
}

/** Returns the end of the last line before the next blank line. */
function findEndBeforeBlankLine(text: string, start: number): number {
  const pattern = /\r?\n[ \t]*\r?\n/g;
  pattern.lastIndex = start;
  return pattern.exec(text)?.index ?? text.length;
}

const maxExports = 2000;

/** Returns a code file's exports, with the ranges of their names. Doesn't run the code. */
export function findExports(text: string): readonly PageExport[] {
  const starts = findStatementStarts(new PageFindings(text));
  return starts.flatMap((start, i) => scanExports(text, start, starts[i + 1] ?? text.length)).slice(0, maxExports);
}

const exportAllPattern = /export\s*\*\s*from\b/y;
const reExportPattern = /export\s*(?:type\s*)?[{*]/y;

/**
 * Matches code that may set an element's ID: the attribute, an assignment, a function that sets attributes or inserts
 * HTML, and built-in components with anchors. Doesn't match code that only reads an ID or passes on its props, because
 * the page contains an ID that it passes to a component. Headings in JSX don't get an ID. `WrittenIds` finds objects
 * that may be props.
 */
const anchorPattern = new RegExp(
  [
    // In code formatted as usual, only attributes have no space before `=`. `const id = "a"` and `{ id = "a" }` don't
    // set an ID.
    String.raw`(?<![\w$.-])id=(?![=>])`,
    String.raw`(?<!\b(?:const|let|var)\s{1,20}|[{,(]\s{0,40}|[\w$.-])id\s{1,40}=\s{0,40}["'{]`,
    String.raw`(?:\.id|\[\s{0,40}(["'\`])id\1\s{0,40}\])\s{0,40}(?:\?\?|\|\||&&)?=(?!=)`,
    String.raw`(?<=[{,]\s{0,40})\[\s{0,40}(["'\`])id\2\s{0,40}\]\s{0,40}:`,
    String.raw`\bsetAttribute\s{0,40}\(\s{0,40}(?!["'](?!id\b|name\b))`,
    String.raw`\b(?:createElement|cloneElement)\s{0,40}\([^;]{0,500}\bid\b`,
    String.raw`\b(?:dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML)\b`,
    String.raw`<a\s[^<>]{0,500}\bname\s{0,40}=`,
    String.raw`<(?:${createAnchorNamePattern()})\b`,
  ].join("|"),
);

function createAnchorNamePattern(): string {
  return [...components.values()].flatMap(({ name, anchor }) => (anchor ? [name] : [])).join("|");
}

/** Matches an anchor in a selector for links, such as `[href$="#chat"]`, or in a comparison. */
const handledAnchorPattern =
  /(?:\[href[$*^]?=\\?["']?|[=!]==?\s{0,9}["'`]|\b(?:case\s{1,9}|(?:endsWith|includes)\()["'`])#([\p{L}_][\p{L}\p{N}_-]{0,99})/gu;

/** Returns a code file's exports, imports, and links. Doesn't run the code. */
export function scanScript(path: SitePath, text: string): Script {
  const findings = new PageFindings(text);
  const ids = new WrittenIds(text);
  const starts = findStatementStarts(findings, ids);
  const exports: PageExport[] = [];
  let hasStarExport = false;
  for (const [i, start] of starts.entries()) {
    if (text.startsWith("import", start)) {
      readImport(findings, start, start + "import".length);
      continue;
    }
    if (matchesAtOffset(reExportPattern, text, start)) readImport(findings, start, start + "export".length);
    if (matchesAtOffset(exportAllPattern, text, start)) hasStarExport = true;
    else if (exports.length < maxExports) exports.push(...scanExports(text, start, starts[i + 1] ?? text.length));
  }
  findings.readStyleElements();
  const imports = [
    ...findings.imports.map(({ source }) => source),
    ...findings.dynamicImports.map(({ source }) => source),
  ];
  const { anchors, remainingCode } = readIdAttributes(text);
  const outline = {
    path,
    exports: exports.map(({ range: _range, ...reported }) => reported),
    exportsAll: hasStarExport,
    imports: [...new Set(imports)],
    unknownAnchors: anchors,
    mayHaveAnchors: ids.hasIdKey || anchorPattern.test(remainingCode),
    handledAnchors: [...new Set([...text.matchAll(handledAnchorPattern)].map(([, anchor = ""]) => anchor))],
  };
  // The value might not be a link if it's a prop of a custom component and doesn't look like a URL or path.
  const links = findings.links.filter(({ customProp }) => customProp === undefined);
  return { outline, references: { path, links, text } };
}

function matchesAtOffset(pattern: RegExp, text: string, offset: number): boolean {
  pattern.lastIndex = offset;
  return pattern.test(text);
}

/**
 * Returns a code file's imports, including re-exports and files that are loaded at runtime, in no particular order.
 * `names` is empty for files that are loaded at runtime.
 */
export function findScriptImports(text: string): readonly PageImport[] {
  const findings = new PageFindings(text);
  for (const start of findStatementStarts(findings)) {
    const word = ["import", "export"].find((keyword) => text.startsWith(keyword, start));
    if (word !== undefined) readImport(findings, start, start + word.length);
  }
  const imports = findings.imports;
  const starts = new Set(imports.map(({ range }) => range.start));
  const dynamicImports = findings.dynamicImports.map(({ source, range }): PageImport => {
    const clauseRange = { start: range.start, end: range.start };
    return { source, range, clauseRange, names: [] };
  });
  return [...imports, ...dynamicImports.filter(({ range }) => !starts.has(range.start))];
}
