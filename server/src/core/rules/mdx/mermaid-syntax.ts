import { isFenceProblem } from "../../page/syntax-problem.ts";
import { isFileUsed } from "../../site/navigation/used-files.ts";
import { computeEditDistance } from "../../text/similarity.ts";
import { findNextLineStart, findStartOfSpaces, getLineEnd, type TextRange } from "../../text/text-edit.ts";
import { createSuggestionFix, checkPage, defineRule } from "../rule.ts";
import { getLocation } from "../subjects/page-subjects.ts";

/** An error in a diagram that can be found without a full parser. */
export interface MermaidError {
  readonly kind: "unknown-type" | "not-closed" | "nothing-to-close";
  /** The error's range in the diagram's text. */
  readonly range: TextRange;
  /** The diagram type that the author probably meant. */
  readonly nearest?: string;
}

/**
 * The keywords that start a diagram. They're case-sensitive, and other characters can follow, as in `stateDiagram-v2`.
 * A keyword that differs from all of these by more than one character may be a new diagram type.
 */
const diagramTypes: readonly string[] = (
  "graph flowchart sequenceDiagram classDiagram stateDiagram erDiagram journey gantt pie quadrantChart " +
  "requirementDiagram gitGraph C4Context C4Container C4Component C4Dynamic C4Deployment mindmap timeline zenuml sankey " +
  "xychart block packet kanban architecture radar treemap info"
).split(" ");

const settingsPattern = /^\s*---\s*\n[^]*?\n\s*---\s*\n/;
const directivePattern = /%%\{[^]*?\}%%/g;
const commentPattern = /^[ \t]*%%.*$/gm;
const wordPattern = /\S[\w-]*/;

/**
 * Returns the first definite error in a diagram. Possible errors aren't reported, because Mermaid's syntax changes, so
 * they may be valid in another version. Skips comments, directives, and the settings at the start of the diagram.
 */
export function findMermaidError(diagram: string): MermaidError | undefined {
  const toSpaces = (text: string) => text.replace(/\S/g, " ");
  const text = diagram
    .replace(directivePattern, toSpaces)
    .replace(commentPattern, toSpaces)
    .replace(settingsPattern, toSpaces);
  const firstMatch = wordPattern.exec(text);
  if (!firstMatch) return undefined;
  const [firstWord] = firstMatch;
  const firstWordRange = { start: firstMatch.index, end: firstMatch.index + firstWord.length };
  if (diagramTypes.some((type) => firstWord.startsWith(type))) return findBlockError(text, firstWord);
  const suggestion = diagramTypes.find(
    (type) => type.toLowerCase() === firstWord.toLowerCase() || computeEditDistance(firstWord, type, 1) <= 1,
  );
  return suggestion === undefined ? undefined : { kind: "unknown-type", range: firstWordRange, nearest: suggestion };
}

const blockPatterns: readonly {
  readonly typePattern: RegExp;
  readonly startPattern: RegExp;
  readonly endPattern: RegExp;
}[] = [
  { typePattern: /^(?:graph|flowchart)/, startPattern: /^subgraph(?=\s|$)/, endPattern: /^end$/ },
  {
    typePattern: /^sequenceDiagram/,
    startPattern: /^(?:loop|alt|opt|par|par_over|critical|break|rect|box)(?=\s|$)(?!\s*(?:<<)?-)/i,
    endPattern: /^end$/i,
  },
];

/**
 * Returns the first error in a diagram's blocks, such as a missing `end`. Returns undefined for a diagram with several
 * statements or an incomplete string on a line, because it can't be parsed line by line.
 */
function findBlockError(text: string, type: string): MermaidError | undefined {
  const blockPattern = blockPatterns.find((candidate) => candidate.typePattern.test(type));
  if (!blockPattern || /;|accDescr\s*\{/.test(text)) return undefined;
  const openBlockRanges: TextRange[] = [];
  for (let lineStart = 0; lineStart < text.length;) {
    const end = getLineEnd(text, lineStart);
    const lineText = text.slice(lineStart, end).trim();
    if (lineText.split('"').length % 2 === 0) return undefined;
    const start = end - text.slice(lineStart, end).trimStart().length;
    const openingText = blockPattern.startPattern.exec(lineText)?.[0];
    if (openingText !== undefined) openBlockRanges.push({ start, end: start + openingText.length });
    else if (blockPattern.endPattern.test(lineText) && !openBlockRanges.pop())
      return { kind: "nothing-to-close", range: { start, end: findStartOfSpaces(text, start, end) } };
    lineStart = findNextLineStart(text, end);
  }
  const [range] = openBlockRanges;
  return range && { kind: "not-closed", range };
}

export const mermaidSyntax = defineRule({
  code: "mdx/mermaid-syntax",
  subjectKinds: ["page"],
  requires: ["pages"],
  severity: "warning",
  summary: "A Mermaid diagram that can't be parsed.",
  why: "If Mermaid can't parse a diagram, it shows an error instead. Docwright detects only misspelled diagram types, blocks without `end`, and `end` lines without a block.",
  howToFix: "Fix the diagram type, or add or remove an `end` line.",
  whenToTurnOff: "Turn off this rule if the service supports a diagram type that Docwright doesn't recognize yet.",
  messages: {
    "unknown-type": "`{word}` isn't a Mermaid diagram type, so readers don't see the diagram. Did you mean `{near}`?",
    "not-closed":
      "`{word}` is never closed, so readers don't see the diagram. Add a line with `end` after its content.",
    "nothing-to-close":
      "`{word}` doesn't close anything here, so readers don't see the diagram. Remove it, or add the start of the block.",
    use: "Change to `{near}`",
  },
  examples: [
    {
      bad: "---\ntitle: Start\n---\n\n```mermaid\n[|sequencediagram|]\n  Client->>Server: Request\n```\n",
      good: "---\ntitle: Start\n---\n\n```mermaid\nsequenceDiagram\n  Client->>Server: Request\n```\n",
    },
    {
      bad: "---\ntitle: Start\n---\n\n```mermaid\nflowchart LR\n  [|subgraph|] Cloud\n    A --> B\n```\n",
      good: "---\ntitle: Start\n---\n\n```mermaid\nflowchart LR\n  subgraph Cloud\n    A --> B\n  end\n```\n",
    },
  ],
  check: checkPage(function* (page, site) {
    const { codeBlocks, path, text } = page.references;
    if (!isFileUsed(site, path)) return;
    const problems = site.syntaxProblems.get(path) ?? [];
    for (const { language, contentRange, range: blockRange } of codeBlocks) {
      if (language !== "mermaid") continue;
      const diagram = text.slice(contentRange.start, contentRange.end);
      // If the block isn't closed where its diagram ends, the rest isn't part of the diagram.
      const hasFenceProblem = problems.some(
        ({ kind, range: { start } }) => isFenceProblem(kind) && start >= blockRange.start && start < contentRange.end,
      );
      if (hasFenceProblem || /^[ \t]*(?:`{3}|~{3})/m.test(diagram)) continue;
      const syntaxError = findMermaidError(diagram);
      if (!syntaxError) continue;
      const { kind, nearest } = syntaxError;
      const range = {
        start: contentRange.start + syntaxError.range.start,
        end: contentRange.start + syntaxError.range.end,
      };
      yield {
        message: kind,
        args: { word: text.slice(range.start, range.end), near: nearest ?? "" },
        at: getLocation(page, range),
        ...(nearest !== undefined && { data: { near: nearest } }),
      };
    }
  }),
  createFixes: (finding) => createSuggestionFix(finding),
});
