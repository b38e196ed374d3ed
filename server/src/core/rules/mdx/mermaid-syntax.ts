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
  const first = wordPattern.exec(text);
  if (!first) return undefined;
  const [firstWord] = first;
  const range = { start: first.index, end: first.index + firstWord.length };
  if (diagramTypes.some((type) => firstWord.startsWith(type))) return findBlockError(text, firstWord);
  const suggestion = diagramTypes.find(
    (type) => type.toLowerCase() === firstWord.toLowerCase() || computeEditDistance(firstWord, type, 1) <= 1,
  );
  return suggestion === undefined ? undefined : { kind: "unknown-type", range, nearest: suggestion };
}

const blockPatterns: readonly { readonly type: RegExp; readonly start: RegExp; readonly end: RegExp }[] = [
  { type: /^(?:graph|flowchart)/, start: /^subgraph(?=\s|$)/, end: /^end$/ },
  {
    type: /^sequenceDiagram/,
    start: /^(?:loop|alt|opt|par|par_over|critical|break|rect|box)(?=\s|$)(?!\s*(?:<<)?-)/i,
    end: /^end$/i,
  },
];

/**
 * Returns the first error in a diagram's blocks, such as a missing `end`. Returns undefined for a diagram with several
 * statements or an incomplete string on a line, because it can't be parsed line by line.
 */
function findBlockError(text: string, type: string): MermaidError | undefined {
  const blocks = blockPatterns.find((candidate) => candidate.type.test(type));
  if (!blocks || /;|accDescr\s*\{/.test(text)) return undefined;
  const openBlocks: TextRange[] = [];
  for (let line = 0; line < text.length;) {
    const end = getLineEnd(text, line);
    const lineText = text.slice(line, end).trim();
    if (lineText.split('"').length % 2 === 0) return undefined;
    const start = end - text.slice(line, end).trimStart().length;
    const openingText = blocks.start.exec(lineText)?.[0];
    if (openingText !== undefined) openBlocks.push({ start, end: start + openingText.length });
    else if (blocks.end.test(lineText) && !openBlocks.pop())
      return { kind: "nothing-to-close", range: { start, end: findStartOfSpaces(text, start, end) } };
    line = findNextLineStart(text, end);
  }
  const [range] = openBlocks;
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
    for (const { language, content: contentRange, range: blockRange } of codeBlocks) {
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
