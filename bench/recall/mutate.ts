import type { Edit, Injection, Mark } from "./fault-kind.ts";
import type { SiteCopy } from "./site-copy.ts";

/** Maps each changed file in a site to its new text, or to `undefined` if the file is deleted. */
export type Changes = ReadonlyMap<string, string | undefined>;

export function getChanges(site: SiteCopy, injections: readonly Injection[]): Changes {
  const changes = new Map<string, string | undefined>();
  const edits = injections.flatMap((one) => one.edits);
  for (const path of new Set(edits.map((edit) => edit.path)))
    changes.set(
      path,
      applyEdits(
        site.texts.get(path) ?? "",
        edits.filter((edit) => edit.path === path),
      ),
    );
  for (const path of injections.flatMap(({ remove = [] }) => remove)) changes.set(path, undefined);
  return changes;
}

/** Returns the zero-based lines of an injection's marks after all `injections` have been applied to the files. */
export function listLines(site: SiteCopy, one: Injection, injections: readonly Injection[]): readonly Mark[] {
  return one.marks.map(({ path, at }) => {
    const ownEdits = one.edits.filter((edit) => edit.path === path);
    const others = injections
      .filter((other) => other !== one)
      .flatMap(({ edits }) => edits.filter((edit) => edit.path === path));
    const base = site.texts.get(path) ?? "";
    const alone = getLine(applyEdits(base, ownEdits), at);
    const before = others.filter(({ start }) => start <= toOriginal(ownEdits, at));
    return {
      path,
      at:
        alone +
        before.reduce((sum, { start, end, text }) => sum + countBreaks(text) - countBreaks(base.slice(start, end)), 0),
    };
  });
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((all, { start, end, text: put }) => all.slice(0, start) + put + all.slice(end), text);
}

/**
 * Converts an offset in the text after `edits` to an offset in the text before them. If the offset is in inserted text,
 * returns the start of the edit that inserted it.
 */
function toOriginal(edits: readonly Edit[], at: number): number {
  let shift = 0;
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start)) {
    if (at < start + shift) break;
    if (at < start + shift + text.length) return start;
    shift += text.length - (end - start);
  }
  return at - shift;
}

export function getLine(text: string, at: number): number {
  return countBreaks(text.slice(0, at));
}

function countBreaks(text: string): number {
  return text.split("\n").length - 1;
}
