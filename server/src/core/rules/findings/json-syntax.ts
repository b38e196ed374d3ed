import { quoted } from "../../config/json/json-edit.ts";
import type { JsonProblem, JsonProblemKind } from "../../config/json/json-reader.ts";
import type { JsonFile } from "../../config/json/json-tree.ts";
import { truncateEnd } from "../../text/message.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { editsOf, type Finding, type Fix } from "../rule.ts";

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

type FindingKey = (typeof keys)[keyof typeof keys] | "notText" | "opensHere" | "more";

/** As many as the reader of JSON reports; there may be more faults behind them. */
const maxFaults = 1000;

/** The sentences about faults of JSON; `effect` says what they lead to: "so the service cannot read the file". */
export function jsonSyntaxMessages(effect: string) {
  return {
    comment: `A comment stands here, but settings are plain JSON, ${effect}. Remove the comment.`,
    trailingComma: `Nothing follows this comma, ${effect}. Remove the comma.`,
    missingComma: `A comma is missing here, ${effect}. Add one.`,
    missingColon: `The key \`{text}\` has no colon and value behind it, ${effect}. Add them.`,
    missingValue: `The key \`{text}\` has no value, ${effect}. Write one behind the colon.`,
    missingClose: `A bracket is still open here, ${effect}. Add the missing \`{text}\`.`,
    unclosedString: `This text has no closing double quote, ${effect}. Add it where the text ends.`,
    invalidString: `This text holds a character that JSON does not allow, ${effect}. Write \`\\\\\` for a backslash and \`\\n\` for a new line.`,
    unquoted: `\`{text}\` is not in double quotes, ${effect}. Put it in double quotes.`,
    unexpected: `\`{text}\` does not belong here, ${effect}. Remove it, or put text in double quotes.`,
    textAfterEnd: `The settings end before this text, ${effect}. Remove what follows.`,
    notText: `This file is not UTF-8 text, ${effect}. Save it with the encoding UTF-8.`,
    opensHere: "The bracket that is not closed.",
    more: `There may be more faults behind this one: only the first {count} are shown, ${effect.replace("so", "and")}. Begin with those.`,
    removeComment: "Remove the comment",
    removeComma: "Remove the comma",
    addComma: "Add a comma",
    closeString: "Close the text",
    quote: "Put it in double quotes",
  } as const;
}

type Key = keyof ReturnType<typeof jsonSyntaxMessages>;

/** What is wrong with the JSON of a file, but for keys that stand twice. */
export function* jsonSyntaxFindings(file: JsonFile): Iterable<Finding<FindingKey>> {
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
  if (last && problems.length >= maxFaults)
    yield { message: "more", at: { file: path, range: last.range }, args: { count: maxFaults } };
}

/** The ways out of one of these faults. */
export function* jsonSyntaxFixes(finding: Finding, file: JsonFile): Iterable<Fix<Key>> {
  const { range } = finding.at;
  const edit = (at: TextRange, newText: string) => editsOf(file.path, [{ range: at, newText }]);
  if (finding.message === "trailingComma") yield { title: "removeComma", edits: edit(range, ""), all: true };
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
}

function textOf({ kind, text = "", first }: JsonProblem, file: JsonFile): string {
  if (kind === "missing-close" && first) return file.text[first.start] === "[" ? "]" : "}";
  return truncateEnd(text, 40);
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
