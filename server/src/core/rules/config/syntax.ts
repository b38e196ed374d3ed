import type { JsonProblem, JsonProblemKind } from "../../config/json-problem.ts";
import type { JsonFile } from "../../config/json-tree.ts";
import { quoted } from "../../config/edit-config.ts";
import { firstPart } from "../../text/shorten.ts";
import type { TextRange } from "../../text/text-range.ts";
import { configFile, editsOf } from "../edit-at.ts";
import { checkConfig, defineRule, type Finding } from "../rule.ts";

const keys = {
  comment: "comment",
  "trailing-comma": "trailingComma",
  "missing-comma": "missingComma",
  "missing-colon": "missingColon",
  "missing-value": "missingValue",
  "missing-close": "missingClose",
  "unclosed-string": "unclosedString",
  "invalid-string": "invalidString",
  unquoted: "unquoted",
  unexpected: "unexpected",
  "text-after-end": "textAfterEnd",
} as const satisfies Record<Exclude<JsonProblemKind, "duplicate-key">, string>;

type Key = (typeof keys)[keyof typeof keys] | "notText" | "opensHere" | "more";

/** As many as the reader of JSON reports; there may be more faults behind them. */
const mostFaults = 1000;

export const syntax = defineRule({
  code: "config/syntax",
  on: ["config"],
  severity: "error",
  summary: "A settings file that is not plain JSON.",
  why: "The service reads docs.json and the files it pulls in as plain JSON and stops at the first fault, so nothing is published.",
  messages: {
    comment:
      "A comment stands here, but settings are plain JSON, so the service cannot read the file. Remove the comment.",
    trailingComma: "Nothing follows this comma, so the service cannot read the file. Remove the comma.",
    missingComma: "A comma is missing here, so the service cannot read the file. Add one.",
    missingColon:
      "The key `{text}` has no colon and value behind it, so the service cannot read the file. Add them.",
    missingValue:
      "The key `{text}` has no value, so the service cannot read the file. Write one behind the colon.",
    missingClose:
      "A bracket is still open here, so the service cannot read the file. Add the missing `{text}`.",
    unclosedString:
      "This text has no closing double quote, so the service cannot read the file. Add it where the text ends.",
    invalidString:
      "This text holds a character that JSON does not allow, so the service cannot read the file. Write `\\\\` for a backslash and `\\n` for a new line.",
    unquoted:
      "`{text}` is not in double quotes, so the service cannot read the file. Put it in double quotes.",
    unexpected:
      "`{text}` does not belong here, so the service cannot read the file. Remove it, or put text in double quotes.",
    textAfterEnd:
      "The settings end before this text, so the service cannot read the file. Remove what follows.",
    notText: "This file is not UTF-8 text, so the service cannot read it. Save it with the encoding UTF-8.",
    opensHere: "The bracket that is not closed.",
    more: "There may be more faults behind this one: only the first {count} are shown, and the service cannot read the file. Begin with those.",
    removeComment: "Remove the comment",
    removeComma: "Remove the comma",
    addComma: "Add a comma",
    closeString: "Close the text",
    quote: "Put it in double quotes",
  },
  examples: [
    {
      bad: '{\n  [|// all pages|]\n  "navigation": { "pages": ["index"] }\n}',
      good: '{\n  "navigation": { "pages": ["index"] }\n}',
    },
    {
      bad: '{ "navigation": { "pages": ["index"[|,|]] } }',
      good: '{ "navigation": { "pages": ["index"] } }',
    },
    {
      bad: '{ "name": "Acme[|"|] "navigation": { "pages": ["index"] } }',
      good: '{ "name": "Acme", "navigation": { "pages": ["index"] } }',
    },
    {
      bad: "{ [|navigation|]: { \"pages\": [[|'index'|]] } }",
      good: '{ "navigation": { "pages": ["index"] } }',
    },
  ],
  check: checkConfig(function* (config) {
    for (const file of config.files) yield* findingsIn(file);
  }),
  *fixes(finding, site) {
    const file = configFile(site.config, finding.at.file);
    if (!file) return;
    const { range } = finding.at;
    const edit = (at: TextRange, newText: string) => editsOf(file.path, [{ range: at, newText }]);
    if (finding.message === "trailingComma")
      yield { title: "removeComma", edits: edit(range, ""), all: true };
    if (finding.message === "missingComma")
      yield { title: "addComma", edits: edit({ start: range.end, end: range.end }, ",") };
    if (finding.message === "unclosedString" && /^\s*("|[}\]]|$)/.test(file.text.slice(range.end)))
      yield { title: "closeString", edits: edit(endOfUnclosed(file.text, range), '"') };
    if (finding.message === "unquoted") {
      const text = file.text.slice(range.start, range.end).replace(/^'|'$/g, "");
      yield { title: "quote", edits: edit(range, quoted(text)), all: true };
    }
    if (finding.message === "comment" && isClosedComment(file.text, range))
      yield { title: "removeComment", edits: edit(withItsLine(file.text, range), ""), all: true };
  },
});

function* findingsIn(file: JsonFile): Iterable<Finding<Key>> {
  const { path, problems, refused } = file;
  if (refused?.reason === "not-text") yield { message: "notText", at: { file: path, range: refused.range } };
  for (const problem of problems) {
    const { kind, range, first } = problem;
    if (kind === "duplicate-key") continue;
    yield {
      message: keys[kind],
      at: { file: path, range },
      args: { text: textOf(problem, file) },
      ...(kind === "missing-close" && first
        ? { related: [{ at: { file: path, range: first }, message: "opensHere" }] }
        : {}),
    };
  }
  const last = problems.at(-1);
  if (last && problems.length >= mostFaults)
    yield { message: "more", at: { file: path, range: last.range }, args: { count: mostFaults } };
}

function textOf({ kind, text = "", first }: JsonProblem, file: JsonFile): string {
  if (kind === "missing-close" && first) return file.text[first.start] === "[" ? "]" : "}";
  return firstPart(text, 40);
}

/** Behind the text that was meant: a comma or closing bracket at its end belongs to the file. */
function endOfUnclosed(text: string, { start, end }: TextRange): TextRange {
  const behind = /[\s,}\]]*$/.exec(text.slice(start + 1, end))?.[0].length ?? 0;
  return { start: end - behind, end: end - behind };
}

/** What is taken for a comment may be all the rest of the file when nobody closed it. */
function isClosedComment(text: string, { start, end }: TextRange): boolean {
  return text.startsWith("//", start) || (text.slice(end - 2, end) === "*/" && end - start >= 4);
}

/** The comment with its line when nothing else stands there, else with the blanks before it. */
function withItsLine(text: string, { start, end }: TextRange): TextRange {
  let from = start;
  while (from > 0 && /[ \t]/.test(text[from - 1] ?? "")) from--;
  const before = from === 0 || text[from - 1] === "\n";
  const lineEnd = /^[ \t]*(\r?\n|$)/.exec(text.slice(end, end + 1000));
  return before && lineEnd ? { start: from, end: end + lineEnd[0].length } : { start: from, end };
}
