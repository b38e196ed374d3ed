import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FileMove } from "../core/features/move/moved-links.ts";
import { placeInside } from "./contained-path.ts";
import { writeFiles, type FileChange, type GroupRefusal } from "./write-files.ts";

export interface MoveRefusal {
  readonly path: string;
  readonly reason: GroupRefusal["reason"] | "is-there" | "absent";
}

/**
 * Writes the texts where they lie and then moves the files, all or none: whatever cannot be done puts everything back.
 * Folders that nothing is left in go. No link is followed, and no file is written over.
 */
export function moveFiles(
  folder: string,
  changes: readonly FileChange[],
  moves: readonly FileMove[],
): MoveRefusal | undefined {
  for (const move of moves) {
    const refusal = whyNot(folder, move, moves);
    if (refusal) return refusal;
  }
  const refusal = writeFiles(folder, changes);
  if (refusal) return refusal;
  const done: FileMove[] = [];
  for (const move of inOrder(moves)) {
    const late = whyNot(folder, move, moves);
    try {
      if (late) throw new Error(late.reason);
      place(folder, move);
      done.push(move);
    } catch {
      for (const { from, to } of done.reverse()) place(folder, { from: to, to: from });
      writeFiles(
        folder,
        changes.map(({ path, before, after }) => ({ path, before: after, after: before })),
      );
      return late ?? { path: move.to, reason: "not-writable" };
    }
  }
  for (const { from } of moves) removeEmpty(folder, dirname(from));
  return undefined;
}

function whyNot(folder: string, { from, to }: FileMove, moves: readonly FileMove[]): MoveRefusal | undefined {
  const [source, target] = [placeInside(folder, from), placeInside(folder, to)];
  if (source === undefined) return { path: from, reason: "outside-site" };
  if (target === undefined) return { path: to, reason: "outside-site" };
  if (!existsSync(source)) return { path: from, reason: "absent" };
  for (const path of [from, dirname(to)]) if (passesLink(folder, path)) return { path, reason: "is-link" };
  const isOwn = from.toLowerCase() === to.toLowerCase() || moves.some((move) => move.from === to);
  return existsSync(target) && !isOwn ? { path: to, reason: "is-there" } : undefined;
}

function passesLink(folder: string, path: string): boolean {
  let place = folder;
  for (const segment of path === "." ? [] : path.split("/")) {
    place = join(place, segment);
    try {
      if (lstatSync(place).isSymbolicLink()) return true;
    } catch {
      return false;
    }
  }
  return false;
}

/** What goes where another is now comes after it. */
function inOrder(moves: readonly FileMove[]): readonly FileMove[] {
  const sources = new Set(moves.map(({ from }) => from));
  return [...moves].sort((a, b) => Number(sources.has(a.to)) - Number(sources.has(b.to)));
}

function place(folder: string, { from, to }: FileMove): void {
  const target = join(folder, ...to.split("/"));
  mkdirSync(dirname(target), { recursive: true });
  renameSync(join(folder, ...from.split("/")), target);
}

function removeEmpty(folder: string, path: string): void {
  for (let at = path; at !== "." && at !== ""; at = dirname(at)) {
    const whole = join(folder, ...at.split("/"));
    try {
      if (readdirSync(whole).length > 0) return;
      rmdirSync(whole);
    } catch {
      return;
    }
  }
}
