import { findReferenced } from "./find-referenced.ts";
import type { SpecTree } from "./spec-node.ts";
import type { SpecProblem } from "./spec-outline.ts";
import { walkReferences } from "./walk-references.ts";

const mostProblems = 500;

/** Every `$ref` that names nothing in its file, and every one that names another file, which not every service follows. */
export function checkReferences(tree: SpecTree): SpecProblem[] {
  const problems: SpecProblem[] = [];
  const known = new Map<string, boolean>();
  /** `#name` is an anchor of JSON Schema, which only its own reader can judge. */
  const leadsSomewhere = (reference: string): boolean => {
    if (!reference.startsWith("#/")) return true;
    const found = known.get(reference) ?? findReferenced(tree.root, reference) !== undefined;
    known.set(reference, found);
    return found;
  };
  walkReferences(tree, ({ range }, text) => {
    if (!text.startsWith("#")) problems.push({ kind: "external-ref", range, text });
    else if (!leadsSomewhere(text)) problems.push({ kind: "dangling-ref", range, text });
    return problems.length < mostProblems;
  });
  return problems.sort((a, b) => a.range.start - b.range.start);
}
