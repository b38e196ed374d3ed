import { codeMetaByName, type CodeMetaPart, parseCodeMeta } from "../../page/components/code-meta.ts";
import type { PageCodeBlock } from "../../page/page.ts";
import { listEditionFolders, removeEditionFolders } from "../../site/navigation/editions.ts";
import { isFileUsed } from "../../site/navigation/used-files.ts";
import { findNearestName, computeEditDistance } from "../../text/similarity.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { checkPage, defineRule, type Finding, createSuggestionFix } from "../rule.ts";
import { getLocation } from "../subjects/page-subjects.ts";

export const codeBlockMeta = defineRule({
  code: "mdx/code-block-meta",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "warning",
  summary: "Code block options that have no effect.",
  why: "The title and options of a code block follow its language. Line numbers are counted from the first line of code. Line numbers past the last line and misspelled options have no effect.",
  howToFix: "Count lines from the first line of code. Use the options and values suggested in the message.",
  whenToTurnOff: "Turn off this rule if another tool reads options that the service doesn't support.",
  messages: {
    past: "`{key}` refers to line {line}, but the code block ends at line {count}, so it has no effect. Count lines from the first line of code.",
    "not-lines": "`{key}` accepts line numbers and ranges, so `{value}` has no effect. Use a value such as `{1,3-5}`.",
    range: "`{key}` accepts ranges such as `3-5`, so `{value}` has no effect. Did you mean `{near}`?",
    key: "`{name}` isn't a code block option, so it has no effect. Did you mean `{near}`?",
    value: "`{value}` isn't a valid value for `{key}`, so the default applies. Did you mean `{near}`?",
    use: "Change to `{near}`",
  },
  examples: [
    {
      bad: "---\ntitle: Start\n---\n\n```bash Install highlight={1,[|9|]}\nnpm install\nnpm start\n```\n\n```js [|expandible|]\nrun();\n```\n",
      good: "---\ntitle: Start\n---\n\n```bash Install highlight={1-2}\nnpm install\nnpm start\n```\n\n```js expandable\nrun();\n```\n",
    },
  ],
  check: checkPage(function* (page, site) {
    const { codeBlocks, path, text } = page.references;
    if (!isFileUsed(site, path)) return;
    const countByProblem = new Map<string, number>();
    for (const block of codeBlocks) {
      if (block.meta === "") continue;
      for (const part of parseCodeMeta(block.meta, block.metaRange.start))
        for (const { range, ...found } of findMetaProblems(part, block, text)) {
          const problemKey = JSON.stringify([found.message, found.args]);
          const occurrence = (countByProblem.get(problemKey) ?? 0) + 1;
          countByProblem.set(problemKey, occurrence);
          yield {
            ...found,
            at: getLocation(page, range),
            data: { ...found.data, cause: `${occurrence} ${problemKey}` },
          };
        }
    }
  }),
  createFixes: (finding) => createSuggestionFix(finding),
  // Translations of a page have the same code.
  grouping: {
    getCause: ({ at, data }, site) =>
      `${removeEditionFolders(at.file, listEditionFolders(site.config))}\n${String(data?.["cause"])}`,
  },
});

type MetaProblem = Omit<Finding<"past" | "not-lines" | "range" | "key" | "value">, "at"> & {
  readonly range: TextRange;
};

function* findMetaProblems(part: CodeMetaPart, block: PageCodeBlock, text: string): Iterable<MetaProblem> {
  const { key, value, range } = part;
  const codeMetaEntry = key === undefined ? undefined : codeMetaByName.get(key);
  if (!codeMetaEntry) {
    const name = text.slice(range.start, range.end);
    const suggestion = value ? findNearestName(name, keysWithValue) : findMisspelledFlag(name);
    if (suggestion !== undefined && isProbablyTypo(name, suggestion))
      yield { message: "key", args: { name, near: suggestion }, range, data: { near: suggestion } };
  } else if (value && codeMetaEntry.type === "lines")
    yield* findLineProblems(codeMetaEntry.name, value, countLines(block, text));
  else if (
    value &&
    codeMetaEntry.values &&
    block.language === codeMetaEntry.language &&
    !codeMetaEntry.values.includes(value.text)
  ) {
    const suggestion = findNearestName(value.text, codeMetaEntry.values) ?? codeMetaEntry.values[0] ?? "";
    yield {
      message: "value",
      args: { key: codeMetaEntry.name, value: value.text, near: suggestion },
      range: value.range,
      data: { near: suggestion },
    };
  }
}

const keysWithValue = [...codeMetaByName.values()].filter(({ type }) => type !== "flag").map(({ name }) => name);
const flagNames = [...codeMetaByName.values()].filter(({ type }) => type === "flag").map(({ name }) => name);

/**
 * Returns the flag that the author most likely misspelled, or undefined if there is none. Only typos in long flags are
 * recognized, because other words without a value are part of the title.
 */
function findMisspelledFlag(word: string): string | undefined {
  if (!/^[a-z]{6,}$/.test(word)) return undefined;
  return flagNames.find(
    (flag) =>
      flag.length >= 6 && `${flag}s` !== word && computeEditDistance(word, flag, 2) <= (flag.length >= 8 ? 2 : 1),
  );
}

function isProbablyTypo(name: string, suggestion: string): boolean {
  return computeEditDistance(name.toLowerCase(), suggestion, 2) <= (suggestion.length >= 8 ? 2 : 1);
}

function countLines({ contentRange }: PageCodeBlock, text: string): number {
  if (contentRange.end <= contentRange.start) return 1;
  let count = 1;
  for (let i = contentRange.start; i < contentRange.end; i++) {
    const char = text[i];
    if (char === "\n" || (char === "\r" && text[i + 1] !== "\n")) count++;
  }
  return count;
}

function* findLineProblems(
  key: string,
  value: NonNullable<CodeMetaPart["value"]>,
  lineCount: number,
): Iterable<MetaProblem> {
  let offset = value.range.start;
  for (const segment of value.text.split(",")) {
    const start = offset + (segment.length - segment.trimStart().length);
    offset += segment.length + 1;
    const trimmedSegment = segment.trim();
    const range = { start, end: start + trimmedSegment.length };
    const lineNumberMatch = /^\[?\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?\]?$/.exec(trimmedSegment);
    if (trimmedSegment === "" || trimmedSegment === "[]") continue;
    const otherNotationMatch = /^(\d{1,6})\s*(?:[:–—]|\.{2,3}|to)\s*(\d{1,6})$/.exec(trimmedSegment);
    if (otherNotationMatch && Number(otherNotationMatch[1]) <= Number(otherNotationMatch[2])) {
      const suggestion = `${otherNotationMatch[1]}-${otherNotationMatch[2]}`;
      yield {
        message: "range",
        args: { key, value: trimmedSegment, near: suggestion },
        range,
        data: { near: suggestion },
      };
      continue;
    }
    if (!lineNumberMatch) {
      if (/^[\d\s,.:;[\]-]*$/.test(value.text))
        yield { message: "not-lines", args: { key, value: trimmedSegment }, range };
      return;
    }
    const lastLine = Number(lineNumberMatch[2] ?? lineNumberMatch[1]);
    const firstLine = Number(lineNumberMatch[1]);
    if (firstLine > lastLine || firstLine === 0)
      yield { message: "not-lines", args: { key, value: trimmedSegment }, range };
    // If only the end of a range is past the last line, readers still see the existing lines highlighted.
    else if (firstLine > lineCount) yield { message: "past", args: { key, count: lineCount, line: lastLine }, range };
  }
}
