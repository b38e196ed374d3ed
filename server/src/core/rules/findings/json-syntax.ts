import { toJsonString } from "../../config/json/json-edit.ts";
import type { JsonProblem, JsonProblemKind } from "../../config/json/json-reader.ts";
import { findIndependentProblems } from "../../config/json/misread-parts.ts";
import type { JsonFile } from "../../config/json/json-tree.ts";
import { truncateEnd } from "../../text/message.ts";
import type { TextRange } from "../../text/text-edit.ts";
import { toFileEdits, type Finding, type Fix } from "../rule.ts";

const messageKeyByKind = {
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

type FindingKey = (typeof messageKeyByKind)[keyof typeof messageKeyByKind] | "notText" | "opensHere" | "more";

/** The maximum number of errors that the JSON parser reports. The file may contain more. */
const maxProblems = 1000;

/**
 * Returns the messages for JSON syntax errors. `effect` describes what happens because of the error, such as "so the
 * service can't read the file".
 */
export function createJsonSyntaxMessages(effect: string) {
  return {
    comment: `Comments aren't allowed in plain JSON, ${effect}. Remove the comment.`,
    trailingComma: `Trailing commas aren't allowed in JSON, ${effect}. Remove the comma.`,
    missingComma: `A comma is missing here, ${effect}. Add one.`,
    missingColon: `The key \`{text}\` isn't followed by a colon and a value, ${effect}. Add them.`,
    missingValue: `The key \`{text}\` has no value, ${effect}. Add one after the colon.`,
    missingClose: `A bracket isn't closed here, ${effect}. Add the missing \`{text}\`.`,
    unclosedString: `This string has no closing double quote, ${effect}. Add it where the string ends.`,
    invalidString: `This string contains a character that JSON doesn't allow, ${effect}. Use \`\\\\\` for a backslash and \`\\n\` for a line break.`,
    unquoted: `\`{text}\` isn't in double quotes, ${effect}. Put it in double quotes.`,
    unexpected: `\`{text}\` doesn't belong here, ${effect}. Remove it, or put text in double quotes.`,
    textAfterEnd: `This text follows the end of the settings, ${effect}. Remove it.`,
    notText: `This file isn't UTF-8 text, ${effect}. Save it with UTF-8 encoding.`,
    opensHere: "This bracket isn't closed.",
    more: "Docwright shows only the first {count} errors, so there may be more after this one. Fix these first.",
    removeComment: "Remove comment",
    removeComma: "Remove comma",
    addComma: "Add comma",
    closeString: "Close string",
    quote: "Wrap in double quotes",
  } as const;
}

type MessageKey = keyof ReturnType<typeof createJsonSyntaxMessages>;

/** Yields the JSON syntax errors in a file, except for duplicate keys. */
export function* findJsonSyntaxErrors(file: JsonFile): Iterable<Finding<FindingKey>> {
  const { path, problems, refusal } = file;
  if (refusal?.reason === "not-text") yield { message: "notText", at: { file: path, range: refusal.range } };
  for (const problem of findIndependentProblems(file)) {
    const { kind, range, relatedRange } = problem;
    if (kind === "duplicate-key") continue;
    yield {
      message: messageKeyByKind[kind],
      at: { file: path, range },
      args: { text: getProblemText(problem, file) },
      ...(kind === "missing-close" && relatedRange
        ? { relatedLocations: [{ at: { file: path, range: relatedRange }, message: "opensHere" }] }
        : {}),
    };
  }
  const lastProblem = problems.at(-1);
  if (lastProblem && problems.length >= maxProblems)
    yield { message: "more", at: { file: path, range: lastProblem.range }, args: { count: maxProblems } };
}

export function* createJsonSyntaxFixes(finding: Finding, file: JsonFile): Iterable<Fix<MessageKey>> {
  const { range } = finding.at;
  const createEdits = (editedRange: TextRange, newText: string) =>
    toFileEdits(file.path, [{ range: editedRange, newText }]);
  if (finding.message === "trailingComma") yield { title: "removeComma", edits: createEdits(range, ""), isSafe: true };
  if (finding.message === "missingComma")
    yield { title: "addComma", edits: createEdits({ start: range.end, end: range.end }, ",") };
  if (finding.message === "unclosedString" && /^\s*("|[}\]]|$)/.test(file.text.slice(range.end)))
    yield { title: "closeString", edits: createEdits(findClosingQuoteRange(file.text, range), '"') };
  if (finding.message === "unquoted") {
    const text = file.text.slice(range.start, range.end).replace(/^'|'$/g, "");
    yield { title: "quote", edits: createEdits(range, toJsonString(text)), isSafe: true };
  }
  if (finding.message === "comment" && isClosedComment(file.text, range))
    yield { title: "removeComment", edits: createEdits(expandToLine(file.text, range), ""), isSafe: true };
}

function getProblemText({ kind, text = "", relatedRange }: JsonProblem, file: JsonFile): string {
  if (kind === "missing-close" && relatedRange) return file.text[relatedRange.start] === "[" ? "]" : "}";
  return truncateEnd(text, 40);
}

/**
 * Returns the empty range at which the author most likely meant to close the string, which is before any trailing
 * spaces, commas, or closing brackets.
 */
function findClosingQuoteRange(text: string, { start, end }: TextRange): TextRange {
  const trailingLength = /[\s,}\]]*$/.exec(text.slice(start + 1, end))?.[0].length ?? 0;
  return { start: end - trailingLength, end: end - trailingLength };
}

/** Whether a comment is closed. An unclosed block comment extends to the end of the file. */
function isClosedComment(text: string, { start, end }: TextRange): boolean {
  return text.startsWith("//", start) || (text.slice(end - 2, end) === "*/" && end - start >= 4);
}

/** Returns the full line if it contains only the comment. Otherwise, returns the comment with the spaces before it. */
function expandToLine(text: string, { start, end }: TextRange): TextRange {
  let spaceStart = start;
  while (spaceStart > 0 && /[ \t]/.test(text[spaceStart - 1] ?? "")) spaceStart--;
  const startsLine = spaceStart === 0 || text[spaceStart - 1] === "\n";
  const lineEndMatch = /^[ \t]*(\r?\n|$)/.exec(text.slice(end, end + 1000));
  return startsLine && lineEndMatch
    ? { start: spaceStart, end: end + lineEndMatch[0].length }
    : { start: spaceStart, end };
}
