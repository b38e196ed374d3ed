import type { SitePath } from "../text/text-edit.ts";
import { mostPulledIn } from "./gather-files.ts";
import { referencesIn } from "./references-in.ts";
import { refTarget } from "./ref-target.ts";
import { resolveRef, type RefLoss } from "./resolve-ref.ts";
import type { SpecFiles } from "./spec-files.ts";
import type { SpecProblem } from "./spec-outline.ts";

const mostProblems = 500;

/**
 * Every `$ref` of a specification and of the files it pulls in (`reads`) that names nothing, and every one of its own
 * file that names another, which not every service follows. One that leads through a reference which names nothing is
 * not told: that other one is.
 */
export function checkReferences(files: SpecFiles, reads: readonly SitePath[]): SpecProblem[] {
  const problems: SpecProblem[] = [];
  // What lies beyond the limit is not at hand, so it cannot be said to be missing.
  const hasAll = reads.length < mostPulledIn;
  for (const file of [files.entry, ...reads]) {
    const tree = files.treeOf(file);
    if (!tree || problems.length >= mostProblems) continue;
    const found: SpecProblem[] = [];
    const known = new Map<string, Told | undefined>();
    for (const { range, text } of referencesIn(tree)) {
      if (!known.has(text)) known.set(text, judge(files, text, file, hasAll));
      const told = known.get(text);
      if (told) found.push({ ...told, range, text });
      if (problems.length + found.length >= mostProblems) break;
    }
    problems.push(...found.sort((a, b) => a.range.start - b.range.start));
  }
  return problems;
}

type Told = Pick<SpecProblem, "kind" | "file" | "outcome">;

function judge(files: SpecFiles, text: string, file: SitePath, hasAll: boolean): Told | undefined {
  const result = resolveRef(files, text, { file });
  const loss = result.ok ? undefined : result.reason;
  const namesNothing = loss === "no-node" || (loss === "no-file" && hasAll);
  const isOwn = file === files.entry;
  if (text.startsWith("#") || !isOwn)
    return namesNothing ? { kind: "dangling-ref", ...(!isOwn && { file }) } : undefined;
  const target = refTarget(text, file);
  // A schema of this file, named by its `$id`.
  if (result.ok && target.kind === "refused") return undefined;
  return { kind: "external-ref", outcome: namesNothing ? "names-nothing" : outcomeOf(loss) };
}

function outcomeOf(loss: RefLoss | undefined): NonNullable<SpecProblem["outcome"]> {
  if (loss === undefined) return "followed";
  return loss === "lost-on-the-way" || loss === "circle" || loss === "no-file" ? "unknown" : "refused";
}
