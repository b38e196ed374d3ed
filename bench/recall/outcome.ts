import type { Drawn } from "./draw-injections.ts";
import type { Problem } from "./engine.ts";
import { listLines } from "./mutate.ts";

/** The result for one injection, as stored in the results file. */
export interface Outcome {
  readonly id: string;
  readonly kind: string;
  readonly site: string;
  readonly verdict: "right" | "wrong line" | "missed";
  /** The code reported at the expected position. */
  readonly code?: string | undefined;
  /** The expected position of the problem as `file:line`, with one-based lines. */
  readonly expected: string;
  readonly what: string;
  /** The other new problems in the same files. */
  readonly said: readonly string[];
}

/**
 * Returns whether one of the new problems matches the injection and is at its position. `others` contains the other
 * injections in the same copy.
 */
export function validate(one: Drawn, others: readonly Drawn[], problems: readonly Problem[]): Outcome {
  const marks = listLines(
    one.site,
    one.injection,
    others.map(({ injection }) => injection),
  );
  const files = new Set([...marks, ...one.injection.edits].map(({ path }) => path));
  const fitting = problems.filter(({ code, file }) => one.kind.codes.includes(code) && files.has(file));
  const right = fitting.find(({ file, range }) =>
    marks.some(({ path, at }) => path === file && at === range.start.line),
  );
  return {
    id: one.id,
    kind: one.kind.name,
    site: one.site.name,
    verdict: right ? "right" : fitting.length > 0 ? "wrong line" : "missed",
    code: right?.code,
    expected: [...new Set(marks.map(({ path, at }) => `${path}:${at + 1}`))].join(" or "),
    what: one.injection.what,
    said: right
      ? []
      : problems
          .filter(({ file }) => files.has(file))
          .slice(0, 5)
          .map(({ file, range, code, message }) => `${code} ${file}:${range.start.line + 1} ${message}`),
  };
}
