import { isFileUsed, isIncludedFile } from "../../site/navigation/used-files.ts";
import type { PageReferences } from "../../page/page.ts";
import { findSplitCode, readSplitRow } from "../../page/syntax/split-code.ts";
import { receivesProps, isNameAvailable, isPropPassed } from "../../site/pages/imports.ts";
import type { Site } from "../../site/site.ts";
import { truncateEnd } from "../../text/message.ts";
import { formatPhrase, type Phrase, toCode, toVerbatim } from "../../text/phrase.ts";
import { type FileEdit, type SiteLocation, type TextRange } from "../../text/text-edit.ts";
import { isCausedByBrokenMdx } from "../findings/mdx-findings.ts";
import { checkPage, defineRule, createReplaceEdits, toFileEdits } from "../rule.ts";
import { isInFormula, getLocation } from "../subjects/page-subjects.ts";
import { createAllEdits } from "../subjects/same-target.ts";
import { formatNames } from "../subjects/site-subjects.ts";

export const undefinedName = defineRule({
  code: "mdx/undefined-name",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "warning",
  summary: "A name in braces that's undefined or whose value can't be shown as text.",
  why: "Text in braces is parsed as code, so a name there must be imported, exported, or passed to the snippet. If the name isn't defined, or if it's a JavaScript object such as `String`, readers see an error or nothing at all.",
  howToFix:
    "If the braces are literal text, escape the opening brace with a backslash, or use inline code. If they enclose an expression, import or define the name.",
  whenToTurnOff: "Turn off this rule if your own build makes the name available on every page.",
  messages: {
    unknown:
      "`{name}` in braces is parsed as code, but it isn't defined, so readers see an error or nothing at all. Escape the brace with a backslash, or format the text as code.",
    notPassed:
      "No page passes `{name}` to this snippet, so readers see an error or nothing at all. Pass it as a prop, or escape the brace with a backslash.",
    unknownNames:
      "{values} in braces are parsed as code, but they aren't defined, so readers see an error or nothing at all. Escape the braces with a backslash, or format the text as code.",
    notText:
      "`{name}` in braces is parsed as code and refers to a JavaScript object, so readers see an error or nothing at all. Escape the brace with a backslash, or format the text as code.",
    bar: "`|` ends a table cell even in backticks, so `{name}` is parsed as code, and readers see an error or nothing at all. Escape it as `\\|`.",
    computed:
      "The value of `{name}` isn't a plain string, number, or element, so the service shows nothing here. Define it as such a value, without code or backticks.",
    escapeBar: "Escape as `\\{text}`",
    escape: "Escape brace with backslash",
    escapeAll: "Escape braces in all {count} places",
    code: "Format as code",
  },
  examples: [
    {
      bad: "---\ntitle: Start\n---\n\nOpen /users/[|{userId}|] and wait.\n",
      good: '---\ntitle: Start\n---\n\nexport const version = "2.1";\n\nOpen /users/\\{userId\\} or `{userId}` with {version}.\n',
    },
  ],
  check: checkPage(function* (page, site) {
    const { references } = page;
    const { longRows, names, path, text } = references;
    if (names.length === 0 || !isFileUsed(site, path)) return;
    const unknownNames: NameOnPage[] = [];
    for (const pageName of names) {
      const { name, range } = pageName;
      if (site.profile.name === "mintlify" && isWholeExpression(text, range, name) && isComputed(references, name)) {
        yield { message: "computed", args: { name }, at: getLocation(page, range) };
        continue;
      }
      if (alwaysAvailableNames.has(name) || isNameAvailable(site, page.references, name)) continue;
      const isGlobal = javascriptGlobals.has(name);
      // A member of an object, such as `{Math.PI}`, can be text.
      if (isGlobal && !isWholeExpression(text, range, name)) continue;
      if (isIncludedFile(site, path) && isPropPassed(site, path, name)) continue;
      if (isCausedByBrokenMdx(site, page.references, range, name)) continue;
      if (isInUrl(text, range.start) || isInFormula(references, range)) continue;
      if (isGlobal) yield { message: "notText", args: { name }, at: getLocation(page, range) };
      else unknownNames.push(pageName);
    }
    const cutNames = new Set<NameOnPage>();
    for (const lineNames of splitByLine(unknownNames, text)) {
      const row = readSplitRow(text, lineNames[0]?.range.start ?? 0);
      const lineCutNames = lineNames.filter(({ range }) => row !== undefined && findSplitCode(row, range.start));
      for (const name of lineCutNames) cutNames.add(name);
      const [cutName] = lineCutNames;
      // If the row has too many cells because of the bar, `mdx/long-table-row` reports it.
      if (cutName && !longRows.some(({ ignoredRange }) => isSameLine(text, ignoredRange, cutName.range)))
        yield { message: "bar", args: { name: cutName.name }, at: getLocation(page, cutName.range) };
    }
    const otherNames = unknownNames.filter((name) => !cutNames.has(name));
    const allNames = [...new Set(otherNames.map(({ name }) => name))].slice(0, maxNamesInMessage);
    const values = formatShortNames(allNames);
    const line = otherNames[0] ? getLine(text, otherNames[0].range) : "";
    // If the snippet has props, the name is probably another prop that pages should pass.
    const message = isIncludedFile(site, path) && receivesProps(site, path) ? "notPassed" : "unknown";
    for (const { name, range } of otherNames)
      yield { message, args: { name, values }, at: getLocation(page, range), data: { names: allNames, line } };
  }),
  *createFixes({ at, message }, site) {
    if (message === "bar") {
      const row = readSplitRow(site.references.get(at.file)?.text ?? "", at.range.start);
      const pipes = (row && findSplitCode(row, at.range.start))?.pipeOffsets ?? [];
      const edits = pipes.map((offset) => ({ range: { start: offset, end: offset }, newText: "\\" }));
      if (edits.length > 0) yield { title: "escapeBar", args: { text: "|" }, edits: toFileEdits(at.file, edits) };
      return;
    }
    const text = findBracedText(at, site);
    if (text === undefined || message === "computed") return;
    yield { title: "escape", edits: createEscapeEdits(at, text) };
    yield { title: "code", edits: createReplaceEdits(at, `\`${text}\``) };
  },
  // Authors write placeholders in the same way everywhere on a page, and copy lines with placeholders to other pages.
  grouping: {
    isTranslated: true,
    getCause: ({ at, args, data, message }) =>
      message === "bar"
        ? undefined
        : [data?.["line"] ?? at.file, JSON.stringify(data?.["names"] ?? [args?.["name"]])].join("\n"),
    combinedMessage: ({ message, data }) => {
      if (message === "notText" || message === "computed") return message;
      const isList = Array.isArray(data?.["names"]) && data["names"].length > 1;
      return isList ? "unknownNames" : message === "notPassed" ? message : "unknown";
    },
    *createFixes(findings, site) {
      if (findings.some(({ message }) => message === "computed")) return;
      const edits = createAllEdits(findings, ({ at }) => {
        const text = findBracedText(at, site);
        return text === undefined ? [] : createEscapeEdits(at, text);
      });
      if (edits.length > 0) yield { title: "escapeAll", args: { count: findings.length }, edits };
    },
  },
});

/** Returns the line that contains the range, without the spaces around it. A long line isn't returned completely. */
function getLine(text: string, { start }: TextRange): string {
  const lineStart = Math.max(text.lastIndexOf("\n", start - 1) + 1, start - maxLineLength);
  const lineEnd = text.indexOf("\n", start);
  return text.slice(lineStart, lineEnd < 0 ? start + maxLineLength : Math.min(lineEnd, start + maxLineLength)).trim();
}

const maxLineLength = 100;

/** The maximum length of the list of names, so that the message has at most 200 characters. */
const maxListLength = 40;

/** The minimum length of a shortened name. */
const minNameLength = 8;

/** Formats the names as a list. Shortens long names, and leaves out the last ones if that isn't enough. */
function formatShortNames(names: readonly string[]): Phrase {
  for (let count = names.length; count > 1; count--)
    for (let maxLength = maxListLength; maxLength >= minNameLength; maxLength--) {
      const codePhrases = names.slice(0, count).map((name) => toCode(truncateEnd(name, maxLength)));
      const list: Phrase = { allOf: count < names.length ? [...codePhrases, toVerbatim("…")] : codePhrases };
      if (formatPhrase(list).length <= maxListLength) return list;
    }
  return formatNames(names.slice(0, 1));
}

/** The maximum number of names on a page that a message lists. */
const maxNamesInMessage = 10;

type NameOnPage = PageReferences["names"][number];

/** Splits names, which are in the order of the text, into the names of each line. */
function splitByLine(names: readonly NameOnPage[], text: string): readonly (readonly NameOnPage[])[] {
  const lines: NameOnPage[][] = [];
  let end = 0;
  for (const name of names) {
    const line = lines.at(-1);
    if (line && !text.slice(end, name.range.start).includes("\n")) line.push(name);
    else lines.push([name]);
    end = name.range.end;
  }
  return lines;
}

const maxRowLength = 2000;

function isSameLine(text: string, a: TextRange, b: TextRange): boolean {
  const [start, end] = [Math.min(a.start, b.start), Math.max(a.start, b.start)];
  return end - start < 2 * maxRowLength && !/[\r\n]/.test(text.slice(start, end));
}

/** Returns the text at a location, including its braces, or undefined if there are no braces. */
function findBracedText({ file, range }: SiteLocation, site: Site): string | undefined {
  const text = site.references.get(file)?.text.slice(range.start, range.end);
  return text !== undefined && /^\{[^{}]*\}$/.test(text) ? text : undefined;
}

function createEscapeEdits(at: SiteLocation, text: string): FileEdit[] {
  return createReplaceEdits(at, `\\${text.slice(0, -1)}\\}`);
}

/**
 * Names that have a value on every page and are therefore never reported. The service provides them, or they're
 * JavaScript keywords or globals other than objects.
 */
const alwaysAvailableNames: ReadonlySet<string> = new Set(
  "user,props,children,undefined,NaN,Infinity,this,true,false,null".split(","),
);

/**
 * Whether the page exports the name as a value that the service removes from text: anything but a literal or a JSX
 * element (@mintlify/common 1.0.1176, remarkMdxRemoveUnusedVariables.js).
 */
function isComputed({ exports, text }: PageReferences, name: string): boolean {
  const range = exports.find((candidate) => candidate.name === name)?.range;
  const value =
    range &&
    /^\s*=\s*(?:[A-Za-z_$][^\n]*|[-!+~`[{]|<>|\([^()]*\)\s*=>)/.exec(text.slice(range.end, range.end + 200))?.[0];
  return value !== undefined && !/^\s*=\s*(?:true|false|null)\s*(?:;|\/[/*]|\r?$)/.test(value);
}

/** Whether the braces contain only the name, without a member access. */
function isWholeExpression(text: string, { start, end }: TextRange, name: string): boolean {
  return text.slice(start + 1, end - 1).trim() === name;
}

/**
 * Whether the position is in a bare URL such as `https://example.com/{id}`, which can contain braces and ends at the
 * next space.
 */
function isInUrl(text: string, offset: number): boolean {
  let start = offset;
  while (start > offset - maxUrlLength && /\S/.test(text[start - 1] ?? " ")) start--;
  return /(?:^|[^A-Za-z])(?:https?:\/\/|www\.)/i.test(text.slice(start, offset));
}

const maxUrlLength = 300;

/** The global objects and functions of ECMAScript. React doesn't show them, because none of them is text. */
const languageGlobals =
  "globalThis AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array BigUint64Array Boolean " +
  "DataView Date DisposableStack Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function " +
  "Int16Array Int32Array Int8Array Intl Iterator JSON Map Math Number Object Promise Proxy RangeError ReferenceError " +
  "Reflect RegExp Set SharedArrayBuffer String SuppressedError Symbol SyntaxError Temporal TypeError URIError " +
  "Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet decodeURI decodeURIComponent " +
  "encodeURI encodeURIComponent escape eval isFinite isNaN parseFloat parseInt unescape";

/**
 * The global objects and functions that both browsers and Node define. A page is first rendered on a server, where
 * names that only browsers define, such as `name` and `status`, are undefined.
 */
const platformGlobals =
  "AbortController AbortSignal Blob BroadcastChannel ByteLengthQueuingStrategy CompressionStream " +
  "CountQueuingStrategy Crypto CryptoKey CustomEvent DOMException DecompressionStream Event EventTarget File FormData " +
  "Headers MessageChannel MessageEvent MessagePort Performance PerformanceEntry PerformanceMark PerformanceMeasure " +
  "PerformanceObserver ReadableStream Request Response SubtleCrypto TextDecoder TextDecoderStream TextEncoder " +
  "TextEncoderStream TransformStream URL URLSearchParams WebAssembly WebSocket WritableStream atob btoa clearInterval " +
  "clearTimeout console crypto fetch navigator performance process queueMicrotask setInterval setTimeout structuredClone";

/** Objects that only browsers define. Code on a page often reads them after checking whether they exist. */
const browserGlobals = "window document location history localStorage sessionStorage";

/** The React names that the service provides to code on pages. */
export const reactNames: ReadonlySet<string> = new Set(
  "React Fragment useState useEffect useLayoutEffect useMemo useRef useCallback useContext useReducer useId".split(" "),
);

/** The names of the objects and functions that code on every page can use without an import. */
const javascriptGlobals: ReadonlySet<string> = new Set([
  ...[languageGlobals, platformGlobals, browserGlobals].join(" ").split(" "),
  ...reactNames,
]);
