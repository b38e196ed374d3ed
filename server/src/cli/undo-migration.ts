import {
  hashOfText,
  readWhole,
  writeFiles,
  type FileChange,
  type GroupRefusal,
} from "../workspace/files/write-files.ts";
import { readUndo, type UndoFile } from "./migration-report.ts";
import { visibleText } from "./visible-text.ts";

export type UndoOutcome =
  { readonly ok: true; readonly files: readonly string[] } | { readonly ok: false; readonly reason: string };

const mostNamed = 5;

/** What a migration touches. A report comes from wherever it was kept, and names nothing else. */
const mayBePutBack = /\.(mdx?|json|ya?ml)$/i;

/** Puts back, byte for byte, what a migration has written; nothing at all when a file was changed since. */
export function undoMigration(folder: string, report: string): UndoOutcome {
  const undo = readUndo(report);
  if (!undo) return { ok: false, reason: "this is no report of a migration that was written." };
  const foreign = undo.find(({ file }) => !mayBePutBack.test(file));
  if (foreign)
    return { ok: false, reason: `${visibleText(foreign.file)} is nothing that a migration writes.` };
  const present = new Map(undo.map((one) => [one, readWhole(folder, one.file)]));
  // A migration that broke off has left some files as they were.
  const isBack = (one: UndoFile) => hashOrNull(present.get(one)) === one.beforeHash;
  const changed = undo.filter((one) => hashOrNull(present.get(one)) !== one.afterHash && !isBack(one));
  if (changed.length > 0) return { ok: false, reason: changedWords(changed) };
  // The other way round: pages are there again before the navigation names them.
  const changes = undo
    .filter((one) => !isBack(one))
    .map((one): FileChange => ({ path: one.file, before: present.get(one), after: one.before ?? undefined }))
    .reverse();
  const refusal = writeFiles(folder, changes);
  if (refusal) return { ok: false, reason: `nothing was put back: ${refusalWords(refusal)}.` };
  return { ok: true, files: undo.map(({ file }) => file) };
}

function hashOrNull(text: string | undefined): string | null {
  return text === undefined ? null : hashOfText(text);
}

function changedWords(changed: readonly UndoFile[]): string {
  const names = changed.slice(0, mostNamed).map(({ file }) => visibleText(file));
  const more = changed.length > names.length ? `, and ${changed.length - names.length} more` : "";
  return `nothing was put back: changed since the migration: ${names.join(", ")}${more}.`;
}

const reasons: Readonly<Record<GroupRefusal["reason"], string>> = {
  "changed-meanwhile": "was changed by someone else meanwhile",
  "outside-site": "lies outside the folder",
  "is-link": "is reached by a link, which is not followed",
  "not-writable": "may not be written",
};

export function refusalWords({ path, reason }: GroupRefusal): string {
  return `${visibleText(path)} ${reasons[reason]}`;
}
