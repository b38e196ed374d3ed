import type { Palette } from "./palette.ts";
import { columnsOf } from "./text-cells.ts";
import { countTests, type ReportedFailure, type ReportedTest, type TestReport } from "./test-report.ts";
import { visibleText } from "./visible-text.ts";
import { wrapWords } from "./wrap-words.ts";

interface Painting {
  readonly palette: Palette;
  readonly columns: number;
}

/** The results for people at a terminal, in lines. */
export function* reportTests(report: TestReport, painting: Painting): Generator<string> {
  const { palette } = painting;
  const sent = report.tests.filter(({ outcome }) => outcome !== "skipped");
  let file: string | undefined;
  let before = "";
  for (const test of sent) {
    if (test.at.file !== file) {
      if (file !== undefined) yield "";
      file = test.at.file;
      yield palette.path(visibleText(file));
    }
    yield testLine(test, painting);
    if (test.note !== undefined) yield* indented(test.note, 6, painting, palette.quiet);
    const said = JSON.stringify(test.failures.map(({ text, at }) => [text, at?.file]));
    // An API that is not there is told of once.
    const isRepeated = said === before && test.failures.every(({ at }) => at === undefined);
    if (isRepeated && test.failures.length > 0) yield* indented("as above", 6, painting, palette.quiet);
    else for (const failure of test.failures) yield* failureLines(failure, painting);
    if (test.failures.length > 0) before = said;
  }
  if (sent.length > 0) yield "";
  yield* skippedLines(report, painting);
  yield footLine(report, painting);
}

/** `✓ GET    /users/{id}                          200    12 ms` */
function testLine(test: ReportedTest, { palette, columns }: Painting): string {
  const { label, method, outcome, status, milliseconds } = test;
  const mark = outcome === "passed" ? palette.good("✓") : palette.severity.error("✗");
  const rest = visibleText(label.slice(method.length + 1));
  const line =
    test.at.file.endsWith(".mdx") || test.at.file.endsWith(".md") ? `:${test.at.position.line + 1}` : "";
  const left = `${visibleText(method).padEnd(6)} ${rest}`;
  const end = `${status ?? "   "} ${milliseconds === 0 ? "" : `${Math.max(1, Math.round(milliseconds))} ms`.padStart(8)}`;
  const room = columns - 4 - columnsOf(left) - columnsOf(line) - columnsOf(end) - 1;
  return `  ${mark} ${left} ${palette.quiet(line)}${" ".repeat(Math.max(1, room))}${palette.quiet(end)}`.trimEnd();
}

function* failureLines(
  { pointer, text, at, remedy }: ReportedFailure,
  painting: Painting,
): Generator<string> {
  const { palette } = painting;
  const subject = pointer === undefined ? "" : pointer === "" ? "The answer " : `${pointer} `;
  yield* indented(sentence(subject + text), 6, painting, (line) => line);
  const place = at && `${visibleText(at.file)}:${at.position.line + 1}:${at.position.character + 1}`;
  if (place !== undefined) yield `      ${palette.quiet(place)}`;
  yield* indented(`→ ${remedy}`, 6, painting, palette.remedy);
}

function sentence(text: string): string {
  return /[.!?”"]$/.test(text) ? text : `${text}.`;
}

/** Why requests were not sent, each reason once with what it holds for. */
function* skippedLines({ tests }: TestReport, painting: Painting): Generator<string> {
  const { palette } = painting;
  const reasons = new Map<string, string[]>();
  for (const { outcome, note = "", label, at } of tests) {
    if (outcome !== "skipped") continue;
    const name = /\.mdx?$/.test(at.file) ? `${label} (${at.file}:${at.position.line + 1})` : label;
    reasons.set(note, [...(reasons.get(note) ?? []), name]);
  }
  if (reasons.size === 0) return;
  yield palette.path("Not sent");
  for (const [reason, names] of reasons) {
    yield* indented(reason, 2, painting, (line) => line);
    const shown = names.slice(0, 12);
    const more = names.length > shown.length ? `, and ${names.length - shown.length} more` : "";
    const last = shown.length - 1;
    const words = shown.map((name, i) => visibleText(name) + (i < last ? "," : more));
    yield* wrapped(words, 4, painting, palette.quiet);
  }
  yield "";
}

function footLine(report: TestReport, { palette }: Painting): string {
  const { passed, failed, skipped } = countTests(report);
  const words = [
    palette.good(`${passed} passed`),
    failed > 0 ? palette.severity.error(`${failed} failed`) : `${failed} failed`,
    ...(skipped > 0 ? [`${skipped} not sent`] : []),
  ];
  const how = report.isReplay ? " · from a recording" : ` · ${(report.milliseconds / 1000).toFixed(1)} s`;
  return words.join(", ") + palette.quiet(how);
}

function* wrapped(
  words: readonly string[],
  by: number,
  { columns }: Painting,
  paint: (line: string) => string,
): Generator<string> {
  for (const line of wrapWords(words, columns - by)) yield " ".repeat(by) + paint(line.join(" "));
}

function* indented(
  text: string,
  by: number,
  painting: Painting,
  paint: (line: string) => string,
): Generator<string> {
  yield* wrapped(visibleText(text).split(" "), by, painting, paint);
}
