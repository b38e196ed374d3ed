import { faultyOutline, guessSpec } from "../core/spec/detect-spec.ts";
import type { SpecOutline, SpecProblem } from "../core/spec/spec-outline.ts";
import type { SitePath } from "../core/text/text-edit.ts";
import type { ThreadAnswer } from "./spec-thread.ts";

/** Why a question came back without an answer. */
export type LostKind = Exclude<ThreadAnswer["kind"], "answer">;

/** The outline of a file that could not be read; undefined when it does not look like a specification. */
export function lostSpec(
  path: SitePath,
  text: string,
  kind: LostKind,
  milliseconds: number,
): SpecOutline | undefined {
  const guess = guessSpec(text.slice(0, 100_000), /\.json$/i.test(path));
  const [problem, words] = reasons[kind];
  const sentence = words.replace("N", String(Math.ceil(milliseconds / 1000)));
  return guess && faultyOutline(path, guess, { kind: problem, text: sentence, range: guess.range });
}

const reasons: Readonly<Record<LostKind, readonly [SpecProblem["kind"], string]>> = {
  "too-slow": ["too-slow", "reading it takes over N seconds"],
  "too-much-memory": ["too-large", "reading it takes too much memory"],
  ended: ["too-slow", "reading it was ended"],
  failed: ["too-slow", "reading it was ended"],
  "given-up": ["too-slow", "reading it was ended"],
};
