import type { ExplainStep } from "../core/features/explain/explanation.ts";
import type { SiteExplanation } from "./explain-in-folder.ts";
import type { Palette } from "./palette.ts";
import { visibleText } from "./visible-text.ts";
import { wrapWords } from "./wrap-words.ts";

interface Painting {
  readonly palette: Palette;
  readonly columns: number;
}

/** The chain of reasons for people at a terminal: the verdict first, then each step with its place. */
export function* explainLines(sites: readonly SiteExplanation[], painting: Painting): Generator<string> {
  const { palette } = painting;
  let isFirst = true;
  for (const { root, explanation, positionsOf } of sites) {
    if (!isFirst) yield "";
    isFirst = false;
    const { target, shown, verdict, url, steps } = explanation;
    const word = shown ? palette.good("shown") : palette.severity.error("not shown");
    const where = sites.length > 1 || root !== "." ? palette.quiet(` · ${visibleText(root)}`) : "";
    const address = url === undefined || url === target ? "" : palette.quiet(` · ${visibleText(url)}`);
    yield `${palette.path(visibleText(target))} · ${word}${address}${where}`;
    yield "";
    yield* wrapped(verdict, 2, painting.columns);
    if (steps.length > 0) yield "";
    for (const step of steps) yield* stepLines(step, positionsOf, painting);
  }
}

function* stepLines(
  { state, sentence, place }: ExplainStep,
  positionsOf: SiteExplanation["positionsOf"],
  { palette, columns }: Painting,
): Generator<string> {
  const marks = { ok: palette.good("✓"), stops: palette.severity.error("✗"), note: palette.quiet("·") };
  const [first = "", ...rest] = wrapped(sentence, 4, columns);
  yield `  ${marks[state]} ${first.slice(4)}`;
  yield* rest;
  if (!place) return;
  const { line, character } = positionsOf(place).start;
  yield `    ${palette.quiet(`${visibleText(place.file)}:${line + 1}:${character + 1}`)}`;
}

function wrapped(text: string, indent: number, columns: number): string[] {
  const words = visibleText(text).split(" ");
  return wrapWords(words, columns - indent).map((line) => " ".repeat(indent) + line.join(" "));
}
