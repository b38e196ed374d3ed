import { codeMetaByName, parseMetaValues } from "../../page/components/code-meta.ts";
import { EvaluationError, formatErrorMessage } from "../interpret/evaluation-error.ts";
import type { ElementValue } from "../interpret/values.ts";
import type { CodeContent } from "../source/content.ts";
import { removePlaceholders } from "../source/parse-mdx.ts";
import type { CodeToken, CodeView, ViewElement, ViewNode } from "../view/page-view.ts";
import { renderIcon } from "./media.ts";
import { createElement, createProblemBox, type Rendering } from "./rendering.ts";

/** The appearance of a code block, without its language and lines. */
export type CodeOptions = Omit<CodeView, "lang" | "lines">;

type Origin = Pick<ViewElement, "lines" | "file">;

/** Returns the view of a fenced code block, or a diagram if the block's language is `mermaid`. */
export function renderCode({ lang, meta, value }: CodeContent, origin: Origin, rendering: Rendering): ViewNode {
  const { variables } = rendering.page.source.facts;
  const code = removePlaceholders(value, variables);
  const infoString = removePlaceholders(meta, variables);
  if (lang.toLowerCase() === "mermaid") return createMermaidNode(code, parseMetaValues(infoString), origin);
  const metaValues = parseMetaValues(infoString);
  const language = metaValues.get("lang") ?? removePlaceholders(lang, variables);
  return createCodeNode(code, removeBraces(language), readCodeOptions(infoString), origin, rendering);
}

/** Returns a `#code` element with the highlighted code. */
export function createCodeNode(
  code: string,
  lang: string,
  options: CodeOptions,
  origin: Origin,
  rendering: Rendering,
): ViewNode {
  const { text, added, removed, marked, focused } = removeMarkers(code);
  const lines: readonly (readonly CodeToken[])[] =
    rendering.page.renderTools.highlight(text, lang) ?? text.split(/\r\n|\r|\n/).map((line) => [line]);
  const highlight = mergeLines(options.highlight, marked);
  const focus = mergeLines(options.focus, focused);
  const view = {
    ...options,
    lang,
    lines,
    ...(highlight.length > 0 && { highlight }),
    ...(focus.length > 0 && { focus }),
    ...(added.length > 0 && { added }),
    ...(removed.length > 0 && { removed }),
  };
  const location = { file: rendering.blockSource.file, range: { start: 0, end: 0 } };
  const icon = options.icon === undefined ? undefined : renderIcon(options.icon, {}, location, {}, rendering);
  return createElement("#code", view, [], origin, icon === undefined ? {} : { icon: [icon] });
}

export function createMermaidNode(source: string, values: ReadonlyMap<string, string>, origin: Origin): ViewNode {
  const placement = values.get("placement");
  const actions = values.get("actions");
  return createElement(
    "#mermaid",
    {
      source,
      ...(codeMetaByName.get("placement")?.values?.includes(placement ?? "") && { placement: placement ?? "" }),
      ...((actions === "true" || actions === "false") && { actions: actions === "true" }),
    },
    [],
    origin,
  );
}

/**
 * Returns the language without the braces that directly follow it, such as `ts` for `ts{1,3}`. Braces after a space
 * belong to the metadata.
 */
function removeBraces(language: string): string {
  return /^[^{\s]*/.exec(language)?.[0] ?? "";
}

function readCodeOptions(meta: string): CodeOptions {
  const metaValues = parseMetaValues(meta);
  const title = metaValues.get("title") ?? metaValues.get("filename");
  const icon = metaValues.get("icon");
  const highlight = parseLineNumbers(metaValues.get("highlight") ?? "");
  const focus = parseLineNumbers(metaValues.get("focus") ?? "");
  return {
    ...(title !== undefined && title !== "" && { title }),
    ...(icon !== undefined && { icon }),
    ...(highlight.length > 0 && { highlight }),
    ...(focus.length > 0 && { focus }),
    ...(isEnabled(metaValues, "lines") && { numbers: true }),
    ...(isEnabled(metaValues, "wrap") && { wrap: true }),
    ...(isEnabled(metaValues, "expandable") && { expandable: true }),
    ...(isEnabled(metaValues, "nocopy") && { nocopy: true }),
  };
}

function isEnabled(values: ReadonlyMap<string, string>, name: string): boolean {
  const value = values.get(name);
  return value !== undefined && value !== "false";
}

const maxLines = 20_000;

/** Parses line numbers such as `1-2,5` or `[1,3]`. */
export function parseLineNumbers(text: string): number[] {
  const lines = new Set<number>();
  for (const rangeText of text.replace(/[[\]{}\s]/g, "").split(",")) {
    const [, firstLine, lastLine] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(rangeText) ?? [];
    if (firstLine === undefined) continue;
    for (let line = Number(firstLine); line <= Number(lastLine ?? firstLine) && lines.size < maxLines; line++)
      lines.add(line);
  }
  return [...lines].sort((a, b) => a - b);
}

function mergeLines(a: readonly number[] | undefined, b: readonly number[]): readonly number[] {
  return b.length === 0 ? (a ?? []) : [...new Set([...(a ?? []), ...b])].sort((x, y) => x - y);
}

/**
 * Matches a comment that sets how its line and the following lines are shown, such as `// [!code ++]` or `# [!code
 * highlight:3]`.
 */
const markerPattern =
  /[ \t]*(?:\/\/|#|--|;|%|\/\*|<!--|\{\/\*)?[ \t]*\[!code (\+\+|--|highlight|hl|focus)(?::(\d{1,4}))?\][ \t]*(?:\*\/\}?|-->)?[ \t]*$/;

function removeMarkers(code: string) {
  const markedLines = {
    added: [] as number[],
    removed: [] as number[],
    marked: [] as number[],
    focused: [] as number[],
  };
  if (!code.includes("[!code ")) return { text: code, ...markedLines };
  const lines = code.split(/\r\n|\r|\n/).map((line, index) => {
    const [fullMatch, kind, count] = markerPattern.exec(line) ?? [];
    if (fullMatch === undefined) return line;
    const lineNumbersOfKind =
      kind === "++"
        ? markedLines.added
        : kind === "--"
          ? markedLines.removed
          : kind === "focus"
            ? markedLines.focused
            : markedLines.marked;
    for (let i = 0; i < Math.min(Number(count ?? 1), maxLines); i++) lineNumbersOfKind.push(index + 1 + i);
    return line.slice(0, line.length - fullMatch.length);
  });
  return { text: lines.join("\n"), ...markedLines };
}

/** Renders `<Snippet file="note.mdx">`, which refers to a file in the `_snippets` or `snippets` folder. */
export function renderLegacySnippet(
  element: ElementValue,
  origin: Pick<ViewElement, "lines" | "file">,
  rendering: Rendering,
): ViewNode[] {
  const file = element.props.entries.get("file");
  const name = typeof file === "string" ? file.replace(/^\/+/, "") : "";
  const attempts = ["_snippets", "snippets"].map((folder) =>
    rendering.page.loadSnippet(`/${folder}/${name}`, rendering.requestedPaths),
  );
  const snippet = attempts.find((attempt) => attempt.kind === "snippet");
  if (snippet) return rendering.renderers.renderElement({ ...element, type: snippet }, rendering);
  const isPending = attempts.some((attempt) => attempt.kind === "missing" && !attempt.error);
  if (isPending) return [];
  const message = formatErrorMessage`\`${name}\` doesn't exist in \`_snippets\` or \`snippets\`, so readers see a gap. Create the file, or fix the name.`;
  return [createProblemBox(rendering, new EvaluationError("import", message, element.location), "<Snippet>", origin)];
}
