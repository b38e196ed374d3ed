import type { SpecOutline, SpecProblem } from "../spec/spec-outline.ts";

const unreadable: ReadonlySet<SpecProblem["kind"]> = new Set(["syntax", "too-large", "too-deep", "too-slow"]);

/** What keeps a specification from being read at all. */
export function readingProblem(spec: SpecOutline): SpecProblem | undefined {
  return spec.problems.find(({ kind }) => unreadable.has(kind));
}

/** Whether the service can make pages of it, as far as syntax and version go. */
export function isReadable(spec: SpecOutline): boolean {
  return spec.supported && !readingProblem(spec);
}
